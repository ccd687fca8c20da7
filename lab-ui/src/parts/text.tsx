import { useState } from 'preact/hooks';

/** Characters shown at first, on a page and in a list: a memory may have a hundred thousand. */
const [SHOWN, BRIEF] = [600, 240];

export const beginningOf = (text: string, maxChars: number): string =>
  text.length > maxChars ? `${text.slice(0, maxChars).toWellFormed()} …` : text;

const NoText = () => <em class="soft">no text</em>;

export const Brief = ({ text }: { readonly text: string }) =>
  text.trim() === '' ? <NoText /> : <bdi dir="auto">{beginningOf(text, BRIEF)}</bdi>;

/** Untrusted text: isolated from the direction of its surroundings, cut when long. */
export function PlainText({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (text.trim() === '') return <NoText />;
  const isLong = text.length > SHOWN;
  return (
    <span class="said">
      <bdi dir="auto">{isWhole ? text : beginningOf(text, SHOWN)}</bdi>
      {isLong && (
        <button type="button" class="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${text.length.toLocaleString()} characters`}
        </button>
      )}
    </span>
  );
}

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
export const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

export const When = ({ at, isDay = false }: { readonly at: Date; readonly isDay?: boolean }) => (
  <time dateTime={at.toISOString()} title={at.toISOString()}>
    {(isDay ? DAY : MOMENT).format(at)}
  </time>
);

export const shortId = (id: string): string => id.slice(-8);

/** A state or type, shown by a word and never by colour alone. */
export const Tag = ({ word, kind = 'plain' }: { readonly word: string; readonly kind?: string }) => (
  <span class={`tag tag-${kind}`}>{word}</span>
);

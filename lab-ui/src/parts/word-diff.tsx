import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'preact/hooks';
import { PlainText } from './text.tsx';

/** Texts that differ in more words than these are shown one after the other: comparing them would hold the page. */
const MAX_EDITS = 400;
/** As long as somebody reads. */
const MAX_CHARS = 20_000;

/** What became of a text, word by word: taken out and put in, by mark and by colour. */
export function WordDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const parts = useMemo(
    () =>
      before.length + after.length > MAX_CHARS
        ? undefined
        : diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS }),
    [before, after],
  );
  if (parts === undefined)
    return (
      <div class="word-diff">
        <del>
          <PlainText text={before} />
        </del>
        <ins>
          <PlainText text={after} />
        </ins>
      </div>
    );
  return (
    <p class="word-diff">
      <bdi dir="auto">
        {parts.map(({ value, added, removed }, at) => {
          const Mark = added ? 'ins' : removed ? 'del' : 'span';
          return <Mark key={`${at} ${value.length}`}>{value}</Mark>;
        })}
      </bdi>
    </p>
  );
}

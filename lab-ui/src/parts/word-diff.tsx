import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'preact/hooks';
import { Said } from './text.tsx';

/** Texts that differ in more words than these are shown one after the other: comparing them would hold the page. */
const MOST_EDITS = 400;
/** As long as somebody reads. */
const LONGEST = 20_000;

/** What became of a text, word by word: taken out and put in, by mark and by colour. */
export function WordDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const parts = useMemo(
    () =>
      before.length + after.length > LONGEST
        ? undefined
        : diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS }),
    [before, after],
  );
  if (parts === undefined)
    return (
      <div class="word-diff">
        <del>
          <Said text={before} />
        </del>
        <ins>
          <Said text={after} />
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

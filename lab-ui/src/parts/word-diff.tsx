import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'preact/hooks';
import { PlainText } from './text.tsx';

/** Longer differences are shown as two texts: a comparison would block the page. */
const MAX_EDITS = 400;
const MAX_CHARS = 20_000;

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

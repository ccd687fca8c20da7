import { percent } from '../../parts/numbers.ts';
import { shortId } from '../../parts/text.tsx';
import { useFirst } from '../../parts/use-first.tsx';
import { type ItemContext, RecalledItem } from './item.tsx';
import type { Explanation, LeftOut } from './rank.ts';

const GROUPS: Readonly<Record<LeftOut['cutBy'], string>> = {
  threshold: 'below the confidence threshold',
  share: 'below the share of the best score',
  duplicate: 'duplicates of another',
  topK: 'over the item limit',
  budget: 'over the token budget',
};

export function LeftOutList({
  explained,
  context,
}: {
  readonly explained: Explanation;
  readonly context: ItemContext;
}) {
  const { considered, items } = explained;
  const { shown, more } = useFirst(considered, 5, 50);
  if (considered.length === 0) return null;
  const counts = Map.groupBy(considered, ({ cutBy }) => cutBy);
  return (
    <details class="left-out" open={items.length === 0}>
      <summary>
        <h2>{items.length === 0 ? 'The nearest' : 'Left out'}</h2>{' '}
        <span class="soft">{[...counts].map(([cutBy, { length }]) => `${length} ${GROUPS[cutBy]}`).join(' · ')}</span>
      </summary>
      <ol class="items">
        {shown.map((item) => (
          <RecalledItem key={item.id} item={item} cut={reasonOfCut(item, explained)} {...context} />
        ))}
      </ol>
      {more}
    </details>
  );
}

function reasonOfCut(
  { cutBy, sameAs, score }: LeftOut,
  { items, considered, config }: Explanation,
): string | undefined {
  const best = Math.max(...[...items, ...considered].map((item) => item.score));
  if (cutBy === 'threshold') return undefined;
  if (cutBy === 'share')
    return `Left out: has ${percent(score / best)} of the best score, ${percent(config.minScoreShare)} is needed.`;
  if (cutBy === 'duplicate') return `Left out: number ${numberOf(sameAs, items)} is a duplicate.`;
  return cutBy === 'topK'
    ? `Left out: ${config.topK} better items fill the answer.`
    : `Left out: exceeds the budget of ${config.tokenBudget?.toLocaleString()} tokens.`;
}

function numberOf(id: string | undefined, items: Explanation['items']): string {
  const at = items.findIndex((item) => item.id === id);
  return at < 0 ? `… ${shortId(id ?? '')}` : String(at + 1);
}

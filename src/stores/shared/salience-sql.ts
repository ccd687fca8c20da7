import type { SalienceOrder } from '../../contracts/store.ts';
import { DAY_MS } from '../../model/day.ts';

/** PostgreSQL fails if a product is too small to be a number: a smaller factor counts as 0. */
const TINY = 1e-100;

interface SalienceSql {
  readonly strings: readonly string[];
  readonly values: readonly number[];
}

/** `salienceOf` without a query, over the columns of a memory under the alias `m`. */
export function salienceSql(
  { salienceAt, weights }: SalienceOrder,
  { least, greatest }: { readonly least: string; readonly greatest: string },
): SalienceSql {
  return {
    strings: [
      `${least}(1, `,
      ` * pow(0.5, ${least}(600, ${greatest}(0, `,
      ' - coalesce(m.accessed_at, m.created_at)) / ',
      ')) + ',
      ` * ${least}(1, ln(m.accesses + 1) / ln(`,
      ')) + ',
      ` * ${greatest}(${TINY}, m.importance) * ${greatest}(${TINY}, m.confidence) + `,
      ')',
    ],
    values: [
      ...[weights.recency, salienceAt.getTime(), weights.halfLifeDays * DAY_MS],
      ...[weights.frequency, weights.manyAccesses],
      ...[weights.importance, weights.relevance * weights.unasked],
    ].map((value) => (value < TINY ? 0 : value)),
  };
}

import type { SalienceOrder } from '../../contracts/store.ts';

const DAY_MS = 86_400_000;
/** PostgreSQL fails where a product is too small to be a number: no factor is smaller than this, or it is nothing. */
const TINY = 1e-100;

interface SalienceSql {
  /** What stands before, between and after the values. */
  readonly strings: readonly string[];
  readonly values: readonly number[];
}

/** As `salienceOf` measures it where there is no query over the columns of a memory under the alias `m`. */
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

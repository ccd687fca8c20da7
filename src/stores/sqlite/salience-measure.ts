import type { SalienceOrder } from '../../contracts/store.ts';
import type { Value } from './driver.ts';

const DAY_MS = 86_400_000;

export interface Measure {
  /** Over the columns of a memory, which goes by the name `m`. */
  readonly sql: string;
  readonly values: readonly Value[];
}

/** As `salienceOf` measures it where there is no query. */
export const salienceMeasure = ({ salienceAt, weights }: SalienceOrder): Measure => ({
  sql: `min(1, ? * pow(0.5, max(0, ? - coalesce(m.accessed_at, m.created_at)) / ?)
    + ? * min(1, ln(m.accesses + 1) / ln(?))
    + ? * m.confidence + ?)`,
  values: [
    ...[weights.recency, salienceAt.getTime(), weights.halfLifeDays * DAY_MS],
    ...[weights.frequency, weights.manyAccesses],
    ...[weights.importance, weights.relevance * weights.unasked],
  ],
});

import type { MemoryOrder, RankQuery, SalienceOrder } from '../../contracts/store.ts';
import { MANY_ACCESSES } from '../../model/salience.ts';
import { statuses } from './codes.ts';
import type { Connection } from './connection.ts';
import type { Value } from './driver.ts';
import { filterCondition, HAPPENED_AT } from './memory-filter.ts';

const DAY_MS = 86_400_000;

interface Measure {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Only recency has an index. The others look at every memory, 25 to 40 ms for 100,000, and cost writes nothing. */
export function rankMemories(connection: Connection, owner: number, { by, filter, limit }: RankQuery): string[] {
  const condition = filterCondition(owner, filter, connection.names);
  const measure = measureOf(by);
  return connection.column<string>(
    `select m.id from memories m where ${condition.sql} and m.status <> ?
     order by ${measure.sql} desc, ${HAPPENED_AT} desc, m.id limit ?`,
    ...[...condition.values, statuses.code.forgotten, ...measure.values, Math.max(0, limit)],
  );
}

function measureOf(order: MemoryOrder): Measure {
  if (order === 'recency') return { sql: HAPPENED_AT, values: [] };
  if (order === 'frequency') return { sql: 'm.accesses', values: [] };
  return salienceMeasure(order);
}

/** The parts of `salienceOf` that tell memories apart when there is no query. */
const salienceMeasure = ({ salienceAt, weights }: SalienceOrder): Measure => ({
  sql: `(? * pow(0.5, max(0, ? - coalesce(m.accessed_at, m.created_at)) / ?)
    + ? * min(1, ln(m.accesses + 1) / ln(${MANY_ACCESSES}))
    + ? * m.confidence)`,
  values: [
    ...[weights.recency, salienceAt.getTime(), weights.halfLifeDays * DAY_MS],
    ...[weights.frequency, weights.importance],
  ],
});

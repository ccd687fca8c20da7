import type { Happenings, HappeningsQuery, StoreStats } from '../../contracts/store.ts';
import { statuses } from '../shared/codes.ts';
import { NO_STATS } from '../store-rules.ts';
import { type Connection, type OwnerKey, ownedBy } from './connection.ts';
import { FINDABLE } from './memory-rows.ts';
import { NOTHING, raw, type Sql, sql } from './sql.ts';

const REPLACED = raw("(m.cause::json) ->> 'kind' in ('superseded', 'corrected')");

export function countHappenings(
  connection: Connection,
  owner: OwnerKey,
  { projectId, spans }: HappeningsQuery,
): Promise<Happenings[]> {
  const ofProject = projectId === undefined ? NOTHING : sql`and m.project = ${projectId}`;
  const count = (table: string, moment: string, passes: Sql) =>
    sql`(select count(*) from ${raw(table)} m where ${ownedBy(owner, 'm')}
         and ${raw(moment)} >= s.start and ${raw(moment)} < s.stop and ${passes} ${ofProject})`;
  return connection.all<Happenings>(
    sql`select ${count('episodes', 'm.occurred_at', raw('m.hidden = 0'))} as episodes,
          ${count('memories', 'm.created_at', FINDABLE.memories)} as "memoriesCreated",
          ${count('memories', 'm.since', sql`${REPLACED} and ${FINDABLE.memories}`)}
          + ${count('memory_versions', 'm.since', sql`m.until >= s.start and ${REPLACED} and ${FINDABLE.memory_versions}`)}
          as "memoriesReplaced"
        from unnest(${spans.map(({ from }) => from.getTime())}::bigint[],
          ${spans.map(({ to }) => to.getTime())}::bigint[]) with ordinality s (start, stop, place) order by s.place`,
  );
}

export async function storeStats(connection: Connection, owner: OwnerKey): Promise<StoreStats> {
  const count = (table: string, condition = NOTHING) =>
    sql`(select count(*) from ${raw(table)} t where ${ownedBy(owner, 't')} ${condition})`;
  const counts = await connection.get<Omit<StoreStats, 'memories' | 'components'>>(
    sql`select ${count('episodes')} as episodes, ${count('sessions', raw('and t.episodes > 0'))} as sessions,
          ${count('entities')} as entities, ${count('relationships')} as relationships, ${count('links')} as links`,
  );
  const kinds = await connection.all<{ component: string; status: number; count: number }>(
    sql`select m.component, m.status, count(*) as count from memories m
        where ${ownedBy(owner, 'm')} group by m.component, m.status`,
  );
  const memories = { ...NO_STATS.memories };
  const components: Record<string, number> = {};
  for (const { component, status, count } of kinds) {
    memories[statuses.word(status)] += count;
    components[component] = (components[component] ?? 0) + count;
  }
  return { ...NO_STATS, ...counts, memories, components };
}

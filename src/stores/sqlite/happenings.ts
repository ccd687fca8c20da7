import type { Happenings, HappeningsQuery } from '../../contracts/store.ts';
import { statuses } from '../shared/codes.ts';
import type { Connection } from './connection.ts';
import { FINDABLE } from './memory-rows.ts';

const REPLACED = "json_extract(m.cause, '$.kind') in ('superseded', 'corrected')";

export function countHappenings(connection: Connection, owner: number, query: HappeningsQuery): Happenings[] {
  const { projectId, spans } = query;
  const ofProject = projectId === undefined ? '' : `and m.project = ${connection.names.find(owner, projectId) ?? 0}`;
  const count = (table: string, moment: string, passes: string) =>
    `(select count(*) from ${table} m where m.owner = ${owner} and ${moment} >= s.start and ${moment} < s.end
      and ${passes} ${ofProject})`;
  return connection.all<Happenings>(
    `select ${count('episodes', 'm.occurred_at', 'm.hidden = 0')} as episodes,
       ${count('memories', 'm.created_at', `m.status <> ${statuses.code.forgotten}`)} as memoriesCreated,
       ${count('memories', 'm.since', `m.since is not null and ${REPLACED} and ${FINDABLE.memories}`)}
       + ${count('memory_versions', 'm.since', `m.until >= s.start and ${REPLACED} and ${FINDABLE.memory_versions}`)}
       as memoriesReplaced
     from (select key, value ->> 0 as start, value ->> 1 as end from json_each(?)) s order by s.key`,
    JSON.stringify(spans.map(({ from, to }) => [from.getTime(), to.getTime()])),
  );
}

import type { StoreStats } from '../../contracts/store.ts';
import { NO_STATS } from '../no-stats.ts';
import { statuses } from './codes.ts';
import type { Connection } from './connection.ts';

export function storeStats(connection: Connection, owner: number): StoreStats {
  const count = (from: string) =>
    connection.get<{ count: number }>(`select count(*) as count from ${from} where owner = ?`, owner)?.count ?? 0;
  const sessions = connection.get<{ sessions: number; episodes: number | null }>(
    'select count(*) as sessions, sum(episodes) as episodes from sessions where owner = ? and episodes > 0',
    owner,
  );
  const kinds = connection.all<{ component: number; status: number; count: number }>(
    'select component, status, count(*) as count from memories where owner = ? group by component, status',
    owner,
  );
  const memories = { ...NO_STATS.memories };
  const components: Record<string, number> = {};
  for (const kind of kinds) {
    const status = statuses.word(kind.status);
    const component = connection.names.name(kind.component);
    memories[status] += kind.count;
    components[component] = (components[component] ?? 0) + kind.count;
  }
  return {
    episodes: sessions?.episodes ?? 0,
    sessions: sessions?.sessions ?? 0,
    memories,
    components,
    entities: count('entities'),
    relationships: count('relationships'),
    links: count('links'),
  };
}

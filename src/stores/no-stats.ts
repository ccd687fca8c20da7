import type { StoreStats } from '../contracts/store.ts';

export const NO_STATS: StoreStats = {
  episodes: 0,
  sessions: 0,
  memories: { active: 0, expired: 0, decayed: 0, archived: 0, superseded: 0, forgotten: 0 },
  components: {},
  entities: 0,
  relationships: 0,
  links: 0,
};

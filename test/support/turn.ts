import type { StoredEpisode } from '../../src/model/episode.ts';

/** A turn of a session as it is held; a user's unless told otherwise. */
export const turn = (content: string, more: Partial<StoredEpisode> = {}): StoredEpisode => ({
  ...{ tenantId: 'default', userId: 'default', agentId: 'default', sessionId: 's', id: 'e', position: 1 },
  ...{ type: 'conversation', role: 'user', importance: 0.4, metadata: {}, content },
  occurredAt: new Date('2026-02-03T10:00:00Z'),
  ...more,
});

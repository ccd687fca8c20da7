import { randomUUID } from 'node:crypto';
import type { Component, Entity, StoredEpisode } from '../../src/index.ts';
import type { MemoryDraft, MemoryUpdate } from '../../src/model/memory.ts';

const LINK = /\bhttps?:\/\/[^\s<>"'`)\]]{1,180}(?<![.,;:!?])/gi;
const MAX_LENGTH = 200;

/** Remembers every link that was mentioned, and how often. */
export const links = (): Component => ({
  name: 'links',
  async consolidate({ owner, episodes }, { store, clock }) {
    const mentions = mentionsIn(episodes);
    const known = await store.matchEntities(owner, [...mentions.keys()]);
    const entities: Entity[] = [];
    const memories: MemoryDraft[] = [];
    const updates: MemoryUpdate[] = [];
    for (const [url, episodeIds] of mentions) {
      const entity = known.find(({ name }) => name === url) ?? { id: randomUUID(), name: url, type: 'link' };
      const filter = { components: ['links'], entityIds: [entity.id] };
      const [stored] = await store.listMemories(owner, { filter, limit: 1 });
      const times = Number(stored?.metadata['times'] ?? 0) + episodeIds.length;
      const content = `${url} was mentioned ${times === 1 ? 'once' : `${times} times`}.`;
      const metadata = { url, times };
      entities.push(entity);
      if (stored === undefined)
        memories.push({ content, category: 'link', entityIds: [entity.id], episodeIds, metadata });
      else {
        const provenance = { ...stored.provenance, episodeIds: [...stored.provenance.episodeIds, ...episodeIds] };
        updates.push({ id: stored.id, content, metadata, provenance, updatedAt: clock.now() });
      }
    }
    return { memories, changes: { entities, updates }, merged: updates.length };
  },
});

/** Each link, in lower case as names of entities are compared, with the episodes that mention it. */
function mentionsIn(episodes: readonly StoredEpisode[]): Map<string, string[]> {
  const mentions = new Map<string, string[]>();
  for (const { id, content } of episodes) {
    const urls = (content.match(LINK) ?? []).flatMap((link) => (URL.canParse(link) ? new URL(link).href : []));
    for (const url of new Set(urls.map((each) => each.toLowerCase())))
      if (url.length <= MAX_LENGTH) mentions.set(url, [...(mentions.get(url) ?? []), id]);
  }
  return mentions;
}

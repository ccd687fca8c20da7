import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { memoryPages, type Store, type StoreStats } from '../contracts/store.ts';
import type { StoredEpisode } from '../model/episode.ts';
import type { Entity, Link, Relationship } from '../model/graph.ts';
import type { Memory } from '../model/memory.ts';
import { type Owner, ownerOf } from '../model/scope.ts';
import { entityPages } from './entity-pages.ts';
import type { Operation } from './operation.ts';
import { scopeFields, withDefaults } from './scope-fields.ts';

/** Between two pages whoever waits gets a turn: a signal, another request. */
const PAGE = 500;

const inputSchema = z.strictObject(scopeFields);

export type ExportRecord =
  | ({ readonly kind: 'episode' } & StoredEpisode)
  | ({ readonly kind: 'memory' } & Memory)
  | ({ readonly kind: 'link' } & Link)
  | ({ readonly kind: 'entity' } & Entity)
  | ({ readonly kind: 'relationship' } & Relationship);

export const exportOperation: Operation<typeof inputSchema, AsyncIterable<ExportRecord>> = {
  name: 'export',
  summary: 'Hand out everything an owner has, one record at a time.',
  input: inputSchema,
  async *handler({ store, scope, onProgress }, given) {
    const owner = ownerOf(withDefaults(given, scope));
    const total = recordsIn(await store.stats(owner));
    let done = 0;
    for await (const record of everythingOf(store, owner)) {
      yield record;
      if (++done % PAGE === 0 || done === total) onProgress?.({ stage: 'exporting', done, total });
    }
  },
};

async function* everythingOf(store: Store, owner: Owner): AsyncGenerator<ExportRecord> {
  yield* exportEpisodes(store, owner);
  yield* exportMemories(store, owner);
  yield* exportGraph(store, owner);
}

const recordsIn = ({ episodes, memories, links, entities, relationships }: StoreStats): number =>
  Object.values(memories).reduce((sum, count) => sum + count, episodes + links + entities + relationships);

async function* exportEpisodes(store: Store, owner: Owner): AsyncGenerator<ExportRecord> {
  for (const { sessionId } of await store.listSessions(owner)) {
    let afterPosition = 0;
    for (;;) {
      const page = await store.listEpisodes(owner, { sessionId, afterPosition, limit: PAGE });
      await setImmediate();
      for (const episode of page) yield { kind: 'episode', ...episode };
      afterPosition = page.at(-1)?.position ?? afterPosition;
      if (page.length < PAGE) break;
    }
  }
}

async function* exportGraph(store: Store, owner: Owner): AsyncGenerator<ExportRecord> {
  for await (const page of entityPages(store, owner)) {
    for (const entity of page) yield { kind: 'entity', ...entity };
    const ids = new Set(page.map(({ id }) => id));
    for (const relationship of await store.relationshipsOf(owner, [...ids]))
      if (ids.has(relationship.fromId)) yield { kind: 'relationship', ...relationship };
  }
}

async function* exportMemories(store: Store, owner: Owner): AsyncGenerator<ExportRecord> {
  for await (const page of memoryPages(store, owner, {})) {
    await setImmediate();
    for (const memory of page) yield { kind: 'memory', ...memory };
    const ids = new Set(page.map(({ id }) => id));
    // A link is found from both of its ends and told only with the one it starts at.
    for (const link of await store.linksOf(owner, [...ids])) if (ids.has(link.fromId)) yield { kind: 'link', ...link };
  }
}

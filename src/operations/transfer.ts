import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { memoryPages, type Store, type StoreReader, type StoreStats } from '../contracts/store.ts';
import { episodeSchema } from '../model/episode.ts';
import { type Entity, entitySchema, linkSchema, relationshipSchema } from '../model/graph.ts';
import { memorySchema } from '../model/memory.ts';
import { nameSchema } from '../model/primitives.ts';
import { consolidationReportSchema } from '../model/report.ts';
import { type Owner, ownerOf } from '../model/scope.ts';
import { named, nothing, type OperationContext, operation } from './operation.ts';
import { readTurns, turnFormatSchema } from './read-turns.ts';
import { sessions as sessionOperations } from './sessions.ts';
import type { Turn } from './turn-fields.ts';

/** Turns recorded between two reports of progress. */
const BATCH = 1000;
/** Records of an export between two moments at which a signal or another request gets a chance. */
const PAGE = 500;

const count = z.int().nonnegative();

/**
 * Goes through once begun: a conversation half recorded could not be imported again without saying things twice.
 * Resolves with the sessions it went to.
 */
async function recordTurns(turns: readonly Turn[], context: OperationContext): Promise<Set<string>> {
  const { souvenir, memory, onProgress } = context;
  const { projectId: ownProject } = memory.scope;
  const sessions = new Set<string>();
  for (let done = 0; done < turns.length; ) {
    const { projectId, sessionId } = turns[done] as Turn;
    const batch = turns.slice(done, done + BATCH);
    const isElsewhere = (turn: Turn) => turn.projectId !== projectId || turn.sessionId !== sessionId;
    const end = batch.findIndex(isElsewhere);
    const place = souvenir.for({ ...ownerOf(memory.scope), projectId: ownProject ?? projectId, sessionId });
    const recorded = await place.recordAll(batch.slice(0, end < 0 ? batch.length : end).map(episodeOf));
    for (const episode of recorded) sessions.add(episode.sessionId);
    await setImmediate();
    done += recorded.length;
    onProgress?.({ stage: 'recording', done, total: turns.length });
  }
  return sessions;
}

const episodeOf = ({ tenantId: _, userId: __, agentId: ___, projectId: ____, sessionId: _____, ...episode }: Turn) =>
  episode;

const recordSchema = z.discriminatedUnion('kind', [
  episodeSchema.extend({ kind: z.literal('episode'), position: count }),
  memorySchema.extend({ kind: z.literal('memory') }),
  linkSchema.extend({ kind: z.literal('link') }),
  entitySchema.extend({ kind: z.literal('entity') }),
  relationshipSchema.extend({ kind: z.literal('relationship') }),
]);
export type ExportRecord = z.infer<typeof recordSchema>;

async function* everythingOf(store: Store, owner: Owner): AsyncGenerator<ExportRecord> {
  yield* exportEpisodes(store, owner);
  yield* exportMemories(store, owner);
  yield* exportGraph(store, owner);
}

const recordsIn = ({ episodes, memories, links, entities, relationships }: StoreStats): number =>
  Object.values(memories).reduce((sum, held) => sum + held, episodes + links + entities + relationships);

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

async function* exportMemories(store: Store, owner: Owner): AsyncGenerator<ExportRecord> {
  for await (const page of memoryPages(store, owner, {})) {
    await setImmediate();
    for (const memory of page) yield { kind: 'memory', ...memory };
    const ids = new Set(page.map(({ id }) => id));
    // A link is found from both of its ends and told only with the one it starts at.
    for (const link of await store.linksOf(owner, [...ids])) if (ids.has(link.fromId)) yield { kind: 'link', ...link };
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

/** Every named thing of an owner, a page at a time. */
export async function* entityPages(store: StoreReader, owner: Owner): AsyncGenerator<Entity[]> {
  let after = '';
  for (;;) {
    const page = await store.listEntities(owner, { after, limit: PAGE });
    yield page;
    after = page.at(-1)?.id ?? after;
    if (page.length < PAGE) return;
  }
}

export const transfer = named({
  import: operation({
    summary: 'Record a whole conversation, then turn it into memories.',
    input: z.strictObject({
      /** The conversation itself. */
      text: z.string(),
      /** Told from the text unless given. */
      format: turnFormatSchema.optional(),
      /** Of turns that name none; that of the handle unless given. */
      sessionId: nameSchema.optional(),
      consolidate: z.boolean().default(true),
    }),
    output: z.object({
      ...{ format: turnFormatSchema, turns: count, sessions: count },
      /** Absent when no consolidation was asked for. */
      report: consolidationReportSchema.optional(),
    }),
    async handler(context, { text, format: given, sessionId, consolidate }) {
      const scope = { ...context.memory.scope, ...(sessionId !== undefined && { sessionId }) };
      const { format, turns } = readTurns(text, given, scope);
      const named = turns.map((turn) => ({ ...turn, sessionId: turn.sessionId ?? scope.sessionId }));
      const sessions = await recordTurns(named, context);
      const report = consolidate ? await sessionOperations.consolidate.handler(context, { minAgeMs: 0 }) : undefined;
      return { format, turns: turns.length, sessions: sessions.size, ...(report !== undefined && { report }) };
    },
  }),
  export: operation({
    summary: 'Hand out the episodes, memories and links of an owner, one record at a time.',
    isReadOnly: true,
    input: nothing,
    output: recordSchema,
    async *handler({ store, memory, onProgress }): AsyncGenerator<ExportRecord> {
      const owner = ownerOf(memory.scope);
      const total = recordsIn(await store.stats(owner));
      let done = 0;
      for await (const record of everythingOf(store, owner)) {
        yield record;
        if (++done % PAGE === 0 || done === total) onProgress?.({ stage: 'exporting', done, total });
      }
    },
  }),
});

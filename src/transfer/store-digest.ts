import { createHash } from 'node:crypto';
import { FINISHED, UNFINISHED } from '../consolidate/cycle/cycle-run.ts';
import { SETBACKS } from '../consolidate/setbacks.ts';
import { PROFILE_PROGRESS } from '../context/profile/follow-profile.ts';
import {
  type Embedding,
  entityPages,
  episodePages,
  everySession,
  everyStep,
  histories,
  linksAt,
  memoryPages,
  type Store,
} from '../contracts/store.ts';
import { type Memory, memoryStatusSchema } from '../model/memory.ts';
import { type Owner, ownerKey } from '../model/scope.ts';
import { METRICS_OWNER } from '../telemetry/stored-metrics.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

const KINDS = [
  ...(['sessions', 'episodes', 'memories', 'versions', 'vectors'] as const),
  ...(['links', 'entities', 'relationships', 'progress', 'notes'] as const),
];
export type DigestKind = (typeof KINDS)[number];

/** The number of rows and an order-independent checksum of them. */
export interface DigestEntry {
  readonly count: number;
  readonly checksum: string;
}
export type Digest = Readonly<Record<DigestKind, DigestEntry>>;

class DigestBuilder {
  readonly #sums = new Map<DigestKind, { count: number; sum: bigint }>();

  add(kind: DigestKind, value: unknown): void {
    const { count, sum } = this.#sums.get(kind) ?? { count: 0, sum: 0n };
    const hash = createHash('sha256').update(canonical(value)).digest().readBigUInt64BE();
    this.#sums.set(kind, { count: count + 1, sum: BigInt.asUintN(64, sum + hash) });
  }

  digest(): Digest {
    const entries = KINDS.map((kind) => {
      const { count, sum } = this.#sums.get(kind) ?? { count: 0, sum: 0n };
      return [kind, { count, checksum: sum.toString(16).padStart(16, '0') }];
    });
    return Object.fromEntries(entries);
  }
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** Each store continues background work by itself. */
const PROGRESS_NOTES: ReadonlySet<string> = new Set([SETBACKS, UNFINISHED, FINISHED, PROFILE_PROGRESS]);

/**
 * A digest of an owner's rows. Positions skip erased turns, vectors count as present or absent (stores round differently), and access counts
 * are left out, as every recall changes them.
 */
export async function digestOf(
  store: Store,
  owner: Owner,
  onProgress: (done: number) => void,
  onVectors?: (read: readonly Embedding[]) => Promise<void>,
): Promise<Digest> {
  const sums = new DigestBuilder();
  const ranks = new Map<string, number>();
  const positions = new Map<string, number[]>();
  for (const { sessionId, episodes, firstAt, lastAt, endedAt } of await everySession(store, owner)) {
    sums.add('sessions', { sessionId, episodes, firstAt, lastAt, endedAt });
    const sessionPositions: number[] = [];
    positions.set(sessionId, sessionPositions);
    for await (const page of episodePages(store, owner, { sessionId, withHidden: true })) {
      for (const { position, ...episode } of page) {
        sessionPositions.push(position);
        ranks.set(episode.id, sessionPositions.length);
        sums.add('episodes', [episode, sessionPositions.length]);
        await yieldToEventLoop();
      }
      onProgress(page.length);
    }
  }
  const withoutAccesses = ({ provenance, accessCount: _, lastAccessedAt: __, ...memory }: Memory) => {
    const position = ranks.get(provenance.episodeIds[0] ?? '') ?? provenance.position;
    return { ...memory, provenance: { ...provenance, position } };
  };
  for await (const page of memoryPages(store, owner, { statuses: memoryStatusSchema.options })) {
    const ids = new Set(page.map(({ id }) => id));
    const versions = await histories(store, owner, [...ids]);
    for (const memory of page) {
      sums.add('memories', withoutAccesses(memory));
      for (const { memory: state, ...version } of versions.get(memory.id) ?? [])
        sums.add('versions', { ...version, state: withoutAccesses(state) });
      await yieldToEventLoop();
    }
    const embeddings = await store.embeddingsOf(owner, [...ids]);
    for (const { vector, ...made } of embeddings) sums.add('vectors', { ...made, dimensions: vector?.length });
    await onVectors?.(embeddings);
    for (const link of await linksAt(store, owner, [...ids])) if (ids.has(link.fromId)) sums.add('links', link);
    onProgress(page.length);
  }
  for await (const page of entityPages(store, owner)) {
    const ids = new Set(page.map(({ id }) => id));
    for (const entity of page) sums.add('entities', { ...entity, aliases: [...(entity.aliases ?? [])].sort() });
    for (const tie of await store.relationshipsOf(owner, [...ids]))
      if (ids.has(tie.fromId)) sums.add('relationships', tie);
  }
  const reached = new Map<string, { component: string; sessionId: string; through: number }>();
  for (const { component, sessionId, through } of await everyStep(store, owner))
    reached.set(JSON.stringify([component, sessionId]), { component, sessionId, through });
  for (const { through, sessionId, component } of reached.values()) {
    const turns = positions.get(sessionId);
    const rank = turns === undefined ? through : turns.filter((position) => position <= through).length;
    if (rank > 0) sums.add('progress', { component, sessionId, rank });
  }
  if (ownerKey(owner) === ownerKey(METRICS_OWNER)) return sums.digest();
  for (const note of await store.listNotes(owner)) if (!PROGRESS_NOTES.has(note.name)) sums.add('notes', note);
  return sums.digest();
}

import { memoryPages, ownerPages, type Store } from '../contracts/store.ts';
import { memoryStatusSchema } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import { type Copied, OwnerCopy } from './copy-owner.ts';
import { digestOf, type Kind, type Sum } from './store-digest.ts';

/** What is not the same in both. */
export interface CopyDifference extends Owner {
  readonly kind: Kind;
  readonly from: Sum;
  readonly to: Sum;
}

export interface CopyReport extends Copied {
  readonly owners: number;
  /** How many there are of each, once it is copied. */
  readonly held: Readonly<Record<Kind, number>>;
  readonly differences: readonly CopyDifference[];
}

export interface CopyOptions {
  /** Those of one tenant alone. */
  readonly tenantId?: string;
  readonly signal: AbortSignal;
  onProgress(progress: { readonly stage: string; readonly done: number; readonly total: number }): void;
}

/** Copies what one store holds to another, owner by owner, then reads both and compares. */
export async function copyStore(from: Store, to: Store, options: CopyOptions): Promise<CopyReport> {
  const { tenantId, signal, onProgress } = options;
  const owners: Owner[] = [];
  for await (const page of ownerPages(from, tenantId === undefined ? {} : { tenantId })) owners.push(...page);
  let total = 0;
  for (const owner of owners) total += await sizeOf(from, owner);
  const progress = (stage: string, times: number) => {
    let done = 0;
    return (count: number) => {
      signal.throwIfAborted();
      done += count / times;
      onProgress({ stage, done: Math.min(total, Math.round(done)), total });
    };
  };
  const copied = { episodes: 0, memories: 0 };
  const copying = progress('copying', 1);
  for (const owner of owners) {
    const { episodes, memories } = await new OwnerCopy(from, to, owner, copying).run();
    copied.episodes += episodes;
    copied.memories += memories;
  }
  const held: Partial<Record<Kind, number>> = {};
  const differences: CopyDifference[] = [];
  const checking = progress('checking', 2);
  for (const owner of owners) {
    const [before, after] = [await digestOf(from, owner, checking), await digestOf(to, owner, checking)];
    const isNear = await areVectorsNear(from, to, owner);
    for (const kind of Object.keys(before) as Kind[]) {
      held[kind] = (held[kind] ?? 0) + after[kind].count;
      const isSame = before[kind].checksum === after[kind].checksum && (kind !== 'vectors' || isNear);
      if (!isSame) differences.push({ ...owner, kind, from: before[kind], to: after[kind] });
    }
  }
  return { ...copied, owners: owners.length, held: held as CopyReport['held'], differences };
}

async function sizeOf(store: Store, owner: Owner): Promise<number> {
  const { episodes, memories } = await store.stats(owner);
  return Object.values(memories).reduce((sum, count) => sum + count, episodes);
}

/** Less than this is more than rounding. */
const LEAST_COSINE = 0.999;

async function areVectorsNear(from: Store, to: Store, owner: Owner): Promise<boolean> {
  for await (const page of memoryPages(from, owner, { statuses: memoryStatusSchema.options })) {
    const ids = page.map(({ id }) => id);
    const copies = new Map(
      (await to.embeddingsOf(owner, ids)).map((each) => [JSON.stringify([each.memoryId, each.content]), each.vector]),
    );
    for (const { memoryId, content, vector } of await from.embeddingsOf(owner, ids)) {
      const copy = copies.get(JSON.stringify([memoryId, content]));
      const cosine = vector?.reduce((sum, value, at) => sum + value * (copy?.[at] ?? 0), 0);
      if (cosine !== undefined && cosine < LEAST_COSINE) return false;
    }
  }
  return true;
}

import { type Embedding, ownersOf, type Store } from '../contracts/store.ts';
import type { Owner } from '../model/scope.ts';
import { type CopyCounts, OwnerCopy } from './copy-owner.ts';
import { type DigestEntry, type DigestKind, digestOf } from './store-digest.ts';

export interface CopyDifference extends Owner {
  readonly kind: DigestKind;
  readonly from: DigestEntry;
  readonly to: DigestEntry;
}

export interface CopyReport extends CopyCounts {
  readonly owners: number;
  readonly stored: Readonly<Record<DigestKind, number>>;
  readonly differences: readonly CopyDifference[];
}

export interface CopyOptions {
  readonly tenantId?: string;
  readonly signal: AbortSignal;
  onProgress(progress: { readonly stage: string; readonly done: number; readonly total: number }): void;
}

/** Copies a store to another, owner by owner, then compares the digests of both. */
export async function copyStore(from: Store, to: Store, options: CopyOptions): Promise<CopyReport> {
  const { tenantId, signal, onProgress } = options;
  const owners = await ownersOf(from, tenantId === undefined ? {} : { tenantId });
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
  const counts: Partial<Record<DigestKind, number>> = {};
  const differences: CopyDifference[] = [];
  const checking = progress('checking', 2);
  for (const owner of owners) {
    const before = await digestOf(from, owner, checking);
    let areVectorsEqual = true;
    const after = await digestOf(to, owner, checking, async (copies) => {
      const ids = [...new Set(copies.map(({ memoryId }) => memoryId))];
      areVectorsEqual &&= areVectorsClose(await from.embeddingsOf(owner, ids), copies);
    });
    for (const kind of Object.keys(before) as DigestKind[]) {
      counts[kind] = (counts[kind] ?? 0) + after[kind].count;
      const isSame = before[kind].checksum === after[kind].checksum && (kind !== 'vectors' || areVectorsEqual);
      if (!isSame) differences.push({ ...owner, kind, from: before[kind], to: after[kind] });
    }
  }
  return { ...copied, owners: owners.length, stored: counts as CopyReport['stored'], differences };
}

async function sizeOf(store: Store, owner: Owner): Promise<number> {
  const { episodes, memories } = await store.stats(owner);
  return Object.values(memories).reduce((sum, count) => sum + count, episodes);
}

/** A lower cosine is a larger difference than rounding makes. */
const MIN_COSINE = 0.999;

function areVectorsClose(originals: readonly Embedding[], copies: readonly Embedding[]): boolean {
  const keyOf = ({ memoryId, content }: Embedding) => JSON.stringify([memoryId, content]);
  const copied = new Map(copies.map((each) => [keyOf(each), each.vector]));
  return originals.every((each) => {
    const copy = copied.get(keyOf(each));
    const cosine = each.vector?.reduce((sum, value, at) => sum + value * (copy?.[at] ?? 0), 0);
    return cosine === undefined || cosine >= MIN_COSINE;
  });
}

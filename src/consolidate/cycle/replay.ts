import type { StoreReader } from '../../contracts/store.ts';
import type { Occurrence } from '../../language/patterns/occurrence.ts';
import { happenedAt, type Memory } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import type { CycleRun } from './cycle-run.ts';

const PAGE = 500;
/** What recurs is said in a few sentences, not in a document. */
const MOST_READ = 600;

/** Something that happened, as far as it takes to find what recurs. */
export interface Replayed extends Occurrence {
  readonly id: string;
  readonly createdAt: Date;
}

/** What happened lately, oldest first. */
export async function replay(run: CycleRun): Promise<Replayed[]> {
  const { store, config } = run.context;
  const ids = await lately(run.owner, store, { ...config, until: run.startedAt, types: ['episodic', 'working'] });
  const replayed: Replayed[] = [];
  for (let at = 0; at < ids.length; at += PAGE) {
    await run.pause();
    replayed.push(...(await readAll(run.owner, store, ids.slice(at, at + PAGE))));
    run.tell('replay', Math.min(ids.length, at + PAGE), ids.length);
  }
  run.counts.memoriesProcessed += replayed.length;
  return inOrder(replayed);
}

interface Window {
  readonly until: Date;
  readonly maxAgeMs: number;
  readonly maxReplayed: number;
  readonly types: readonly ('episodic' | 'working')[];
}

/** The ids of what happened within the window and counts, or did until its session ended. */
export const lately = (
  owner: Owner,
  store: StoreReader,
  { until, maxAgeMs, maxReplayed, types }: Window,
): Promise<string[]> =>
  store.rankMemories(owner, {
    by: 'recency',
    filter: {
      ...{ types, statuses: ['active', 'expired'] },
      within: { from: new Date(until.getTime() - maxAgeMs), to: until },
    },
    limit: maxReplayed,
  });

export async function readAll(owner: Owner, store: StoreReader, ids: readonly string[]): Promise<Replayed[]> {
  const memories = await store.getMemories(owner, ids);
  return memories.filter((memory) => !isReply(memory)).map(replayedOf);
}

/** What an assistant says in talk recurs by habit of speech; what it does is told by other types of episode. */
const isReply = ({ metadata, category }: Memory): boolean =>
  metadata['role'] === 'assistant' && category === 'conversation';

function replayedOf(memory: Memory): Replayed {
  const { id, content, sessionId, createdAt, metadata } = memory;
  const speaker = metadata['speaker'];
  return {
    ...{ id, createdAt, at: happenedAt(memory), text: content.slice(0, MOST_READ) },
    ...(sessionId !== undefined && { session: sessionId }),
    ...(typeof speaker === 'string' && { speaker }),
  };
}

export const inOrder = (replayed: readonly Replayed[]): Replayed[] =>
  replayed.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));

import type { StoreReader } from '../../contracts/store.ts';
import { happenedAt, type Memory } from '../../model/memory.ts';
import { REMEMBERED } from '../../model/revision.ts';
import type { Owner } from '../../model/scope.ts';
import type { CycleRun } from './cycle-run.ts';
import type { Occurrence } from './recurring.ts';

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
  return memories.filter(tells).map(replayedOf);
}

/**
 * What a user or a tool said, or what was handed in to be remembered. What an assistant says recurs by habit of speech, and
 * what is being worked on, as a component words it, by habit of wording.
 */
const tells = ({ type, component, metadata }: Memory): boolean =>
  ROLES.has(metadata['role']) && (type !== 'working' || component === REMEMBERED);

const ROLES: ReadonlySet<unknown> = new Set([undefined, 'user', 'tool']);

function replayedOf(memory: Memory): Replayed {
  const { id, content, sessionId, createdAt, metadata } = memory;
  const speaker = metadata['role'] === 'tool' ? 'the assistant' : metadata['speaker'];
  return {
    ...{ id, createdAt, at: happenedAt(memory), text: content.slice(0, MOST_READ) },
    ...(sessionId !== undefined && { session: sessionId }),
    ...(typeof speaker === 'string' && { speaker }),
  };
}

export const inOrder = (replayed: readonly Replayed[]): Replayed[] =>
  replayed.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));

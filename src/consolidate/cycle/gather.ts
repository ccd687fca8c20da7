import type { StoreReader } from '../../contracts/store.ts';
import { happenedAt, type Memory } from '../../model/memory.ts';
import { REMEMBERED } from '../../model/revision.ts';
import type { Owner } from '../../model/scope.ts';
import { type Trust, trustOfMemory } from '../../model/trust.ts';
import { withoutRedactedSentences } from '../redacted-sentences.ts';
import type { CycleRun } from './cycle-run.ts';
import type { Occurrence } from './recurring.ts';

const PAGE = 500;
const MAX_READ_CHARS = 600;

export interface RecentMemory extends Occurrence {
  readonly id: string;
  readonly createdAt: Date;
  readonly trust: Trust;
}

export async function gather(run: CycleRun): Promise<RecentMemory[]> {
  const { store, config } = run.context;
  const ids = await recentIds(run.owner, store, { ...config, until: run.startedAt, types: ['episodic', 'working'] });
  const recent: RecentMemory[] = [];
  for (let at = 0; at < ids.length; at += PAGE) {
    await run.pause();
    recent.push(...(await readRecent(run.owner, store, ids.slice(at, at + PAGE))));
    run.reportProgress('gather', Math.min(ids.length, at + PAGE), ids.length);
  }
  run.counts.memoriesProcessed += recent.length;
  return oldestFirst(recent);
}

interface RecentWindow {
  readonly until: Date;
  readonly maxAgeMs: number;
  readonly maxMemories: number;
  readonly types: readonly ('episodic' | 'working')[];
}

export const recentIds = (
  owner: Owner,
  store: StoreReader,
  { until, maxAgeMs, maxMemories, types }: RecentWindow,
): Promise<string[]> =>
  store.rankMemories(owner, {
    by: 'recency',
    filter: {
      ...{ types, statuses: ['active', 'expired'] },
      within: { from: new Date(until.getTime() - maxAgeMs), to: until },
    },
    limit: maxMemories,
  });

export async function readRecent(owner: Owner, store: StoreReader, ids: readonly string[]): Promise<RecentMemory[]> {
  const memories = await store.getMemories(owner, ids);
  return memories.filter(isSource).map(recentOf);
}

/** Accepts memories of a user or tool, or added by a caller; assistants, and working memories of components, repeat the same words by habit. */
const isSource = ({ type, component, metadata }: Memory): boolean =>
  ROLES.has(metadata['role']) && (type !== 'working' || component === REMEMBERED);

const ROLES: ReadonlySet<unknown> = new Set([undefined, 'user', 'tool']);

function recentOf(memory: Memory): RecentMemory {
  const { id, content, sessionId, createdAt, metadata } = memory;
  const speaker = metadata['role'] === 'tool' ? 'the assistant' : metadata['speaker'];
  return {
    ...{
      id,
      createdAt,
      trust: trustOfMemory(memory),
      at: happenedAt(memory),
      text: withoutRedactedSentences(content).slice(0, MAX_READ_CHARS),
    },
    ...(sessionId !== undefined && { session: sessionId }),
    ...(typeof speaker === 'string' && { speaker }),
  };
}

export const oldestFirst = (recent: readonly RecentMemory[]): RecentMemory[] =>
  recent.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));

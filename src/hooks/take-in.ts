import { reasonOf } from '../errors.ts';
import type { HookMemory } from './hook-memory.ts';
import type { Spool, SpoolEntry } from './spool.ts';

interface TakeInContext {
  readonly memory: HookMemory;
  readonly spool: Spool;
  readonly log: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** Entries at once: between two the work may be stopped. */
const BATCH = 100;

/**
 * Records spooled entries and deletes them. Entries of sessions that ended stay: `endSessions` deletes them. Whatever stops it, each is recorded once, by
 * its `sourceId`.
 */
export async function takeIn(names: readonly string[], context: TakeInContext): Promise<void> {
  const { spool, log, signal } = context;
  for (let at = 0; at < names.length; at += BATCH) {
    signal?.throwIfAborted();
    const read = names.slice(at, at + BATCH).map((name) => ({ name, entry: spool.read(name) }));
    const entries = read.flatMap(({ entry }) => (entry === undefined || entry === 'broken' ? [] : [entry]));
    for (const group of Map.groupBy(entries, ({ sessionId, projectId }) =>
      JSON.stringify([sessionId, projectId]),
    ).values())
      await record(group, context);
    for (const { name, entry } of read) {
      if (entry === 'broken') log(`${name} in the spool is broken; it is deleted`);
      if (entry === 'broken' || (entry !== undefined && !entry.ended)) spool.delete(name);
    }
  }
}

/** Ends the sessions of these entries, once `takeIn` has recorded them. */
export async function endSessions(
  names: readonly string[],
  { memory, spool, signal }: Omit<TakeInContext, 'log'>,
): Promise<void> {
  for (const name of names) {
    signal?.throwIfAborted();
    const entry = spool.read(name);
    if (entry === undefined || entry === 'broken' || !entry.ended) continue;
    const { sessionId, projectId } = entry;
    await memory
      .for({ sessionId, ...(projectId !== undefined && { projectId }) })
      .sessions.end({ ...(signal && { signal }) });
    spool.delete(name);
  }
}

async function record(group: readonly SpoolEntry[], { memory, log }: TakeInContext): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const { sessionId, projectId } = first;
  const handle = memory.for({ sessionId, ...(projectId !== undefined && { projectId }) });
  const episodes = group.flatMap((entry) => entry.episodes);
  try {
    await handle.recordAll(episodes);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // One that this version refuses must not keep the others from being recorded.
    for (const episode of episodes)
      await handle.recordAll([episode]).catch((refused: unknown) => {
        if (!isRefusal(refused)) throw refused;
        log(`an event is not recorded: ${reasonOf(refused)}`);
      });
  }
}

const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'invalidInput';

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

/** Records spooled entries and deletes them; returns the entries of sessions that ended. Whatever stops it, each is recorded once: by its `sourceId`. */
export async function takeIn(names: readonly string[], context: TakeInContext): Promise<SpoolEntry[]> {
  const { spool, log, signal } = context;
  const ended: SpoolEntry[] = [];
  for (let at = 0; at < names.length; at += BATCH) {
    signal?.throwIfAborted();
    const read = names.slice(at, at + BATCH).map((name) => ({ name, entry: spool.read(name) }));
    const known = read.flatMap(({ name, entry }) => (entry === undefined ? [] : [{ name, entry }]));
    for (const group of Map.groupBy(known, ({ entry }) =>
      JSON.stringify([entry.sessionId, entry.projectId]),
    ).values()) {
      await record(group, context);
      ended.push(...group.flatMap(({ entry }) => (entry.ended ? [entry] : [])));
    }
    for (const { name, entry } of read) {
      if (entry === undefined && spool.names().includes(name))
        log(`${name} in the spool cannot be read; it is deleted`);
      spool.delete(name);
    }
  }
  return ended;
}

async function record(
  group: readonly { readonly name: string; readonly entry: SpoolEntry }[],
  { memory, log }: TakeInContext,
): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const { sessionId, projectId } = first.entry;
  const handle = memory.for({ sessionId, ...(projectId !== undefined && { projectId }) });
  const episodes = group.flatMap(({ entry }) => entry.episodes);
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

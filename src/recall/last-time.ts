import type { Language } from '../contracts/language.ts';
import type { StoreReader } from '../contracts/store.ts';
import type { RecallRequest } from '../model/recall.ts';
import type { Space } from './space.ts';

/** A session with a turn as young as this is the one that goes on. */
const GOING_ON_MS = 30 * 60_000;

/** When the session before this one was left off, where the query asks for what is since then. */
export async function lastTimeOf(
  query: string,
  [own]: readonly Space[],
  { currentSessionId }: RecallRequest,
  store: StoreReader,
  now: Date,
  language: Language,
): Promise<Date | undefined> {
  if (own === undefined || language.asking(query, now).order?.since !== 'lastTime') return undefined;
  const sessions = await store.listSessions(own.owner);
  const ends = sessions.flatMap(({ sessionId: id, lastAt }) =>
    lastAt === undefined || id === currentSessionId || now.getTime() - lastAt.getTime() < GOING_ON_MS
      ? []
      : lastAt.getTime(),
  );
  return ends.length === 0 ? undefined : new Date(Math.max(...ends));
}

import type { SessionSummary } from '../contracts/store.ts';

/** One that was told of again after its end goes on. */
export const hasEnded = ({ endedAt, lastAt }: SessionSummary): boolean =>
  endedAt !== undefined && (lastAt === undefined || lastAt <= endedAt);

/** When a session that is ended now has ended: no turn of it is after that, though one may be dated ahead. */
export function endOf(sessionId: string, sessions: readonly SessionSummary[], now: Date): Date {
  const { lastAt = now } = sessions.find((session) => session.sessionId === sessionId) ?? {};
  return lastAt > now ? lastAt : now;
}

/** The sessions that had been idle for so long when another one began, and so ended then. Two live sessions never end each other. */
export function idleSessions(sessions: readonly SessionSummary[], idleMs: number): { sessionId: string; at: Date }[] {
  const starts = sessions.flatMap(({ firstAt }) => firstAt ?? []).sort((a, b) => a.getTime() - b.getTime());
  return sessions.flatMap((session) => {
    const { sessionId, lastAt } = session;
    if (lastAt === undefined || hasEnded(session)) return [];
    const at = starts.find((start) => start.getTime() >= lastAt.getTime() + idleMs && start > lastAt);
    return at === undefined ? [] : [{ sessionId, at }];
  });
}

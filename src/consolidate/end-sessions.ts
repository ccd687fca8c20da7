import type { SessionSummary } from '../contracts/store.ts';

/** One that was told of again after its end goes on. */
export const hasEnded = ({ endedAt, lastAt }: SessionSummary): boolean =>
  endedAt !== undefined && (lastAt === undefined || lastAt <= endedAt);

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

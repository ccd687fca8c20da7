import { compareClaims } from '../../languages/english/claims/compare.ts';
import {
  firstAndLatest,
  happenedAt,
  type Memory,
  type MemoryUpdate,
  overlapInTime,
  PERSONALITY,
} from '../../model/memory.ts';
import { reinforced } from '../../reconcile/reinforced.ts';

/** How two memories stand to each other, both of which count. */
export type Standing =
  | { readonly kind: 'contradiction' }
  | { readonly kind: 'redundant'; readonly winner: Memory; readonly loser: Memory };

/** Only statements can contradict or repeat each other, and who an agent is is not compared with what it knows. */
const isStatement = ({ type, status, component }: Memory): boolean =>
  type === 'semantic' && status === 'active' && component !== PERSONALITY;

/** What one statement is to another; undefined if nothing, or if they are not about the same time or project. */
export function standingOf(one: Memory, other: Memory): Standing | undefined {
  if (!isStatement(one) || !isStatement(other) || one.projectId !== other.projectId) return undefined;
  const [older, newer] = isBefore(one, other) ? [one, other] : [other, one];
  if (!overlapInTime(older, newer)) return undefined;
  const relation = compareClaims(older.content, newer.content);
  if (relation === 'contradiction') return { kind: relation };
  const isRepeated = relation === 'duplicate';
  const isRepeatedBack = compareClaims(newer.content, older.content) === 'duplicate';
  if (!isRepeated && !isRepeatedBack) return undefined;
  // What says less of the same gives way, however sure it is.
  if (isRepeated !== isRepeatedBack)
    return isRepeated
      ? { kind: 'redundant', winner: older, loser: newer }
      : { kind: 'redundant', winner: newer, loser: older };
  return newer.confidence > older.confidence
    ? { kind: 'redundant', winner: newer, loser: older }
    : { kind: 'redundant', winner: older, loser: newer };
}

/** The winner with what the other rested on, and surer; the other archived, to be restored by its status. */
export function merge(winner: Memory, loser: Memory, now: Date): [MemoryUpdate, MemoryUpdate] {
  const { provenance } = winner;
  return [
    {
      ...reinforced(winner, 'successfulApplication', now),
      cause: { kind: 'reinforced', reason: 'said twice', by: loser.id },
      importance: Math.max(winner.importance, loser.importance),
      entityIds: [...new Set([...winner.entityIds, ...loser.entityIds])],
      provenance: {
        ...provenance,
        episodeIds: firstAndLatest([...new Set([...provenance.episodeIds, ...loser.provenance.episodeIds])]),
        turnIds: firstAndLatest([...new Set([...provenance.turnIds, ...loser.provenance.turnIds])]),
      },
    },
    { id: loser.id, status: 'archived', updatedAt: now, cause: { kind: 'merged', by: winner.id } },
  ];
}

function isBefore(one: Memory, other: Memory): boolean {
  const apart = happenedAt(one).getTime() - happenedAt(other).getTime();
  return apart === 0 ? one.id < other.id : apart < 0;
}

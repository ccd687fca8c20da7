import type { Changes } from '../contracts/store.ts';
import type { ClaimRelation } from '../language/claims/compare.ts';
import { saySame, statementOf } from '../language/same-statement.ts';
import { firstAndLatest, type Memory, type MemoryType, type MemoryUpdate } from '../model/memory.ts';
import { REMEMBERED, type Remembered } from '../model/revision.ts';
import type { Scope } from '../model/scope.ts';
import { consequencesOf } from '../reconcile/consequences.ts';
import type { Finding } from '../reconcile/finding.ts';
import { finishDraft } from '../reconcile/finish-draft.ts';
import type { Comparable } from '../reconcile/held.ts';
import { type Reconciled, reconcile } from '../reconcile/reconcile.ts';
import { relationsAmong } from '../reconcile/relations-among.ts';
import { commit } from './commit.ts';
import type { ReviseContext } from './context.ts';
import { dayAround } from './day-told.ts';
import { vectorsOf } from './vectors-of.ts';
import { type RememberInput, whatItIs } from './what-it-is.ts';

/** The component whose facts are compared with what is handed in. */
const DURABLE = 'durable';
const LASTING: readonly MemoryType[] = ['semantic', 'procedural'];

/** The session of what is of the moment, where the scope names none. */
const DEFAULT_SESSION = 'default';

/** Keeps what it is told in one write, with all that follows from it. */
export async function remember(
  told: string,
  input: RememberInput,
  scope: Scope,
  context: ReviseContext,
): Promise<Remembered> {
  const { owner, store, events } = context;
  const now = context.clock.now();
  const clock = { now: () => now };
  const { finding, why } = await whatItIs(told.trim(), input, context, now);
  const { projectId, sessionId = finding.type === 'working' ? DEFAULT_SESSION : undefined } = scope;
  const place: Place = { ...(projectId !== undefined && { projectId }), ...(sessionId !== undefined && { sessionId }) };

  const batch = { owner, sessionId: sessionId ?? DEFAULT_SESSION, episodes: [], before: [] };
  const isLasting = LASTING.includes(finding.type);
  const made = await reconcile(
    [finding],
    batch,
    { store, clock },
    {
      among: comparedWith(finding, place, now),
      ...(isLasting ? { relations: relationsAmong([finding]) } : { compare: repeats }),
    },
  );
  const memories = made.memories.map((draft) =>
    placed(finishDraft(draft, REMEMBERED, owner, batch, clock), place, input),
  );
  const updates = [
    ...retold(made, input, await store.getMemories(owner, changedIn(made))),
    ...(await consequencesOf(owner, made.changes, store, now)),
  ];
  const { vectors, isComplete } = await vectorsOf(memories, context);
  const changes: Changes = { ...made.changes, at: now, memories, updates, vectors };
  await commit(changes, context);
  for (const { memoryId, otherId } of made.contradictions)
    events.emit('contradictionDetected', { owner, memoryId, otherId });
  if (!isComplete) context.embedLater(owner);

  const isNew = memories.length > 0;
  const id = memories[0]?.id ?? (updates.find(({ status }) => status === undefined)?.id as string);
  const read = async (ids: readonly string[]) => store.getMemories(owner, ids);
  return {
    memory: (await read([id]))[0] as Memory,
    did: isNew ? 'created' : 'merged',
    superseded: await read(updates.filter(({ status }) => status === 'superseded').map((each) => each.id)),
    doubted: await read(updates.filter(({ doubtedAt }) => doubtedAt != null).map((each) => each.id)),
    why,
  };
}

type Place = Pick<Scope, 'projectId' | 'sessionId'>;

/** What lasts is compared with all that lasts; what happened, with its day; what is of the moment, with its session. */
function comparedWith({ type, validAt }: Finding & { type: MemoryType }, place: Place, now: Date): Comparable {
  const { projectId, sessionId } = place;
  const where = projectId === undefined ? {} : { projectId };
  if (LASTING.includes(type)) return { ...where, components: [DURABLE, REMEMBERED], types: LASTING };
  const own = { ...where, components: [REMEMBERED], types: [type] };
  if (type === 'episodic') return { ...own, within: dayAround((validAt as Date | undefined) ?? now) };
  return { ...own, ...(sessionId !== undefined && { sessionId }) };
}

/** Two events, or two notes of the moment, are the same only if they say so. */
const repeats = (older: string, newer: string): ClaimRelation =>
  saySame(statementOf(older), statementOf(newer)) ? 'duplicate' : 'unrelated';

/** A finished draft at its place, with the sources that were named. */
function placed({ sessionId: _, projectId: __, ...memory }: Memory, place: Place, input: RememberInput): Memory {
  const { turnId, documentId, learningContext, conversationId = place.sessionId } = input;
  const { conversationId: ___, ...provenance } = memory.provenance;
  return {
    ...memory,
    ...place,
    provenance: {
      ...provenance,
      turnIds: turnId === undefined ? [] : [turnId],
      ...(conversationId !== undefined && { conversationId }),
      ...(documentId !== undefined && { documentId }),
      ...(learningContext !== undefined && { learningContext }),
    },
  };
}

const changedIn = ({ changes }: Reconciled): string[] => (changes.updates ?? []).map(({ id }) => id);

/** What was known already takes on the source, the notes and the end that came with it. */
function retold({ memories, changes }: Reconciled, input: RememberInput, held: readonly Memory[]): MemoryUpdate[] {
  const updates = changes.updates ?? [];
  if (memories.length > 0) return [...updates];
  const { turnId, metadata, invalidAt } = input;
  const byId = new Map(held.map((memory) => [memory.id, memory]));
  return updates.map((update) => {
    const { provenance } = update;
    const isNews = turnId !== undefined && provenance?.turnIds.includes(turnId) === false;
    return {
      ...update,
      ...(isNews && { provenance: { ...provenance, turnIds: firstAndLatest([...provenance.turnIds, turnId]) } }),
      ...(metadata !== undefined && { metadata: { ...byId.get(update.id)?.metadata, ...metadata } }),
      ...(invalidAt !== undefined && { invalidAt }),
    };
  });
}

import { type ClaimRelation, compareClaims } from '../languages/english/claims/compare.ts';
import { saySame, statementOf } from '../languages/english/same-statement.ts';
import { firstAndLatest, type Memory, type MemoryType, type MemoryUpdate } from '../model/memory.ts';
import { REMEMBERED, type Remembered } from '../model/revision.ts';
import type { Place, Scope } from '../model/scope.ts';
import type { Finding } from '../reconcile/finding.ts';
import { type Comparable, Held } from '../reconcile/held.ts';
import { type Reconciled, reconcile } from '../reconcile/reconcile.ts';
import { relationsAmong } from '../reconcile/relations-among.ts';
import { commit } from './commit.ts';
import type { ReviseContext } from './context.ts';
import { dayAround } from './day-told.ts';
import { handedIn } from './handed-in.ts';
import { vectorsOf } from './vectors-of.ts';
import type { Judged, RememberInput } from './what-it-is.ts';

/** The component whose facts are compared with what is handed in. */
const DURABLE = 'durable';
const LASTING: readonly MemoryType[] = ['semantic', 'procedural'];

/** The session of what is of the moment, where the scope names none. */
const DEFAULT_SESSION = 'default';

/** Keeps what it is told in one write, with all that follows from it. */
export async function remember(
  { finding: judged, why }: Judged,
  input: RememberInput,
  scope: Scope,
  context: ReviseContext,
): Promise<Remembered> {
  const { owner, store, events } = context;
  const now = context.clock.now();
  const finding = input.type === undefined ? await asLasting(judged, input, scope, context) : judged;
  const { projectId, sessionId = finding.type === 'working' ? DEFAULT_SESSION : undefined } = scope;
  const place: Place = { projectId, sessionId };

  const batch = { owner, sessionId: sessionId ?? DEFAULT_SESSION, episodes: [], before: [] };
  const isLasting = LASTING.includes(finding.type);
  const made = await reconcile(
    [finding],
    batch,
    { store, clock: { now: () => now } },
    {
      among: comparedWith(finding, place, now),
      ...(isLasting ? { relations: relationsAmong([finding]) } : { compare: repeats }),
    },
  );
  const memories = made.memories.map((draft) => handedIn(draft, owner, place, now, input));
  const known = retold(made, input, await store.getMemories(owner, changedIn(made)));
  const { vectors, isComplete } = await vectorsOf(memories, context);
  const updates = await commit({ ...made.changes, at: now, memories, updates: known, vectors }, context);
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

/** An event, or what is so now, that takes the place of something that lasts, lasts itself: "Mia left Northwind". */
async function asLasting(
  finding: Judged['finding'],
  input: RememberInput,
  scope: Scope,
  { owner, store, clock }: ReviseContext,
): Promise<Judged['finding']> {
  if (LASTING.includes(finding.type)) return finding;
  const now = clock.now();
  const { category = 'fact', validAt = now } = input;
  const lasting = { ...finding, type: 'semantic', category, validAt } as const;
  const { projectId, sessionId } = scope;
  const rivals = await new Held(owner, comparedWith(lasting, { projectId, sessionId }, now), store).rivalsOf(finding);
  return rivals.some(({ content }) => compareClaims(content, finding.content) === 'contradiction') ? lasting : finding;
}

/** Within its project: what lasts is compared with all that lasts; what happened, with its day; what is of the moment, with its session. */
function comparedWith({ type, validAt }: Finding & { type: MemoryType }, place: Place, now: Date): Comparable {
  const { projectId, sessionId } = place;
  const where = { sameProject: true, ...(projectId !== undefined && { projectId }) };
  if (LASTING.includes(type)) return { ...where, components: [DURABLE, REMEMBERED], types: LASTING };
  const own = { ...where, components: [REMEMBERED], types: [type] };
  if (type === 'episodic') return { ...own, within: dayAround((validAt as Date | undefined) ?? now) };
  return { ...own, ...(sessionId !== undefined && { sessionId }) };
}

/** Two events, or two notes of the moment, are the same only if they say so. */
const repeats = (older: string, newer: string): ClaimRelation =>
  saySame(statementOf(older), statementOf(newer)) ? 'duplicate' : 'unrelated';

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

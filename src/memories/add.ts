import type { Languages, StatementRelation } from '../contracts/language.ts';
import { DAY_MS } from '../model/day.ts';
import { definedFields } from '../model/defined-fields.ts';
import { firstAndLatest, type Memory, type MemoryDraft, type MemoryType, type MemoryUpdate } from '../model/memory.ts';
import { type Added, REMEMBERED } from '../model/revision.ts';
import { DEFAULT_SESSION, type Scope, type ScopeFilter } from '../model/scope.ts';
import { relationshipsAmong } from '../reconcile/claims.ts';
import type { Finding } from '../reconcile/finding.ts';
import { finishDraft } from '../reconcile/finish-draft.ts';
import { type Reconciled, reconcile } from '../reconcile/reconcile.ts';
import { type RivalFilter, StoredMemories } from '../reconcile/stored-memories.ts';
import { commit, type MemoryContext, vectorsOf } from './context.ts';
import type { AddInput, JudgedText } from './judge.ts';

const DURABLE = 'durable';
const LASTING: readonly MemoryType[] = ['semantic', 'procedural'];

/** Adds a memory in one write: duplicates are merged, contradicted memories superseded, and those resting on them doubted. */
export async function add(
  { finding: judged, why }: JudgedText,
  input: AddInput,
  scope: Scope,
  context: MemoryContext,
): Promise<Added> {
  const { owner, store, languages, events } = context;
  const now = context.clock.now();
  const finding = withTrust(input.type === undefined ? await asLasting(judged, input, scope, context) : judged, input);
  const { projectId, sessionId = finding.type === 'working' ? DEFAULT_SESSION : undefined } = scope;
  const scopeFilter: ScopeFilter = { projectId, sessionId };

  const batch = { owner, sessionId: sessionId ?? DEFAULT_SESSION, episodes: [], before: [] };
  const isLasting = LASTING.includes(finding.type);
  const reconciled = await reconcile(
    [finding],
    batch,
    { store, languages, clock: { now: () => now } },
    {
      among: comparisonFilter(finding, scopeFilter, now),
      ...(isLasting
        ? { relationships: relationshipsAmong([finding], languages) }
        : { compare: compareRepeats(languages) }),
    },
  );
  const memories = reconciled.memories.map((draft) => finishRemembered(draft, scopeFilter, now, context, input));
  const mergedUpdates = mergeInput(reconciled, input, await store.getMemories(owner, changedIn(reconciled)));
  const { vectors, isComplete } = await vectorsOf(memories, context);
  const updates = await commit({ ...reconciled.changes, at: now, memories, updates: mergedUpdates, vectors }, context);
  for (const { memoryId, otherId } of reconciled.contradictions)
    events.emit('contradictionDetected', { owner, memoryId, otherId });
  if (!isComplete) context.embedLater(owner);

  const isNew = memories.length > 0;
  const id = reconciled.memoryIds[0] as string;
  const read = async (ids: readonly string[]) => store.getMemories(owner, ids);
  return {
    memory: (await read([id]))[0] as Memory,
    did: isNew ? 'created' : 'merged',
    superseded: await read(updates.filter(({ status }) => status === 'superseded').map((each) => each.id)),
    doubted: await read(updates.filter(({ doubtedAt }) => doubtedAt != null).map((each) => each.id)),
    why,
  };
}

/** Content from a document is less trusted than the caller. */
const withTrust = (finding: JudgedText['finding'], { documentId }: AddInput): JudgedText['finding'] =>
  documentId === undefined ? finding : { ...finding, metadata: { trust: 'document', ...finding.metadata } };

/** An event or note that contradicts a lasting fact is a lasting fact itself: "Mia left Northwind". */
async function asLasting(
  finding: JudgedText['finding'],
  input: AddInput,
  scope: Scope,
  { owner, store, clock, languages }: MemoryContext,
): Promise<JudgedText['finding']> {
  if (LASTING.includes(finding.type)) return finding;
  const now = clock.now();
  const { category = 'fact', validAt = now } = input;
  const lasting = { ...finding, type: 'semantic', category, validAt } as const;
  const { projectId, sessionId } = scope;
  const stored = new StoredMemories(owner, comparisonFilter(lasting, { projectId, sessionId }, now), {
    store,
    languages,
  });
  const language = languages.of(finding.content);
  const rivals = await stored.rivalsOf(finding.content);
  const isContradicted = rivals.some(({ content }) => language.compare(content, finding.content) === 'contradiction');
  return isContradicted ? lasting : finding;
}

/** Within its project a lasting memory is compared with all lasting ones, an event with those of its day, a working memory with its session. */
function comparisonFilter(
  { type, validAt }: Finding & { type: MemoryType },
  scopeFilter: ScopeFilter,
  now: Date,
): RivalFilter {
  const { projectId, sessionId } = scopeFilter;
  const filter = { projectId: projectId ?? null };
  if (LASTING.includes(type)) return { ...filter, components: [DURABLE, REMEMBERED], types: LASTING };
  const own = { ...filter, components: [REMEMBERED], types: [type] };
  if (type === 'episodic') return { ...own, within: dayAround((validAt as Date | undefined) ?? now) };
  return { ...own, ...(sessionId !== undefined && { sessionId }) };
}

/** Two events, or two working memories, are duplicates only if they say the same. */
const compareRepeats =
  (languages: Languages) =>
  (older: string, newer: string): StatementRelation =>
    languages.of(newer).saySame(older, newer) ? 'duplicate' : 'unrelated';

const changedIn = ({ changes }: Reconciled): string[] => (changes.updates ?? []).map(({ id }) => id);

/** A duplicate takes on the source, metadata and end of validity that came with the new text. */
function mergeInput({ memories, changes }: Reconciled, input: AddInput, stored: readonly Memory[]): MemoryUpdate[] {
  const updates = changes.updates ?? [];
  if (memories.length > 0) return [...updates];
  const { turnId, metadata, invalidAt } = input;
  const byId = new Map(stored.map((memory) => [memory.id, memory]));
  return updates.map((update) => {
    const { provenance } = update;
    const isNewTurn = turnId !== undefined && provenance?.turnIds.includes(turnId) === false;
    return {
      ...update,
      ...(isNewTurn && { provenance: { ...provenance, turnIds: firstAndLatest([...provenance.turnIds, turnId]) } }),
      ...(metadata !== undefined && { metadata: { ...byId.get(update.id)?.metadata, ...metadata } }),
      ...(invalidAt !== undefined && { invalidAt }),
    };
  });
}

type MemorySources = Pick<AddInput, 'turnId' | 'documentId' | 'learningContext' | 'conversationId'>;

export function finishRemembered(
  draft: MemoryDraft,
  { projectId, sessionId }: ScopeFilter,
  now: Date,
  { owner, salience }: MemoryContext,
  { turnId, documentId, learningContext, conversationId = sessionId }: MemorySources = {},
): Memory {
  const batch = { owner, sessionId: sessionId ?? '', episodes: [], before: [] };
  const { sessionId: _, ...memory } = finishDraft(draft, REMEMBERED, owner, batch, {
    clock: { now: () => now },
    salience,
  });
  const { conversationId: __, ...provenance } = memory.provenance;
  return {
    ...memory,
    ...definedFields({ projectId, sessionId }),
    provenance: {
      ...provenance,
      turnIds: turnId === undefined ? [] : [turnId],
      ...definedFields({ conversationId, documentId, learningContext }),
    },
  };
}

function dayAround(moment: Date): { readonly from: Date; readonly to: Date } {
  const start = Math.floor(moment.getTime() / DAY_MS) * DAY_MS;
  return { from: new Date(start), to: new Date(start + DAY_MS - 1) };
}

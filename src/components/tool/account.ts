import type { ComponentContext, SessionBatch } from '../../contracts/component.ts';
import type { StoreReader } from '../../contracts/store.ts';
import type { Entity } from '../../model/graph.ts';
import { newId } from '../../model/id.ts';
import type { Memory, MemoryDraft, MemoryUpdate } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { type CountedMemory, confidenceAfter, countDraft, countUpdate } from '../counted-memory.ts';
import { listAll } from '../list-all.ts';
import { describeRecord, describeSummary } from './describe.ts';
import { keyOf, type ToolCall } from './tool-call.ts';
import {
  expectedOutcome,
  lastUsedAt,
  newRecord,
  type RecordFacts,
  readRecord,
  recordCall,
  type Tally,
} from './tool-record.ts';
import { addRecord, noCalls, readSummary, type SummaryFacts, summarizeCall } from './tool-summary.ts';

export const COMPONENT = 'tool';

const ROUTINE_IMPORTANCE = 0.35;
const OVERVIEW_IMPORTANCE = 0.45;
const FAILURE_IMPORTANCE = 0.2;
const REASON_IMPORTANCE = 0.15;

interface AccountChanges {
  readonly drafts: readonly MemoryDraft[];
  readonly updates: readonly MemoryUpdate[];
  readonly entities: readonly Entity[];
  readonly repeated: number;
}

interface RecordWithCalls {
  readonly memory: Memory | undefined;
  readonly facts: RecordFacts;
  readonly calls: readonly ToolCall[];
}

/** Counts the calls of one tool: a record for each set of parameters, and an overview from the second set on. */
export async function enterCalls(
  tool: string,
  calls: readonly ToolCall[],
  { owner }: SessionBatch,
  { store, clock }: ComponentContext,
): Promise<AccountChanges> {
  const now = clock.now();
  const [known] = await store.matchEntities(owner, [tool]);
  const entity = known ?? { id: newId(now), name: tool, type: 'tool' };
  const byKey = Map.groupBy(calls, ({ key }) => key);
  const stored = await readAccount(store, owner, tool, known?.id, new Set(byKey.keys()));

  const lines = [...byKey].map(([key, group]): RecordWithCalls => {
    const { memory, facts } = stored.records.get(key) ?? { memory: undefined, facts: newRecord(group[0] as ToolCall) };
    return { memory, facts: group.reduce(recordCall, facts), calls: group };
  });
  const added = lines.filter(({ memory }) => memory === undefined).length;
  const counts = lines.map(({ memory, facts, calls }) => ({ memory, count: recordCount(facts, calls) }));
  if (stored.summary !== undefined || stored.count + added > 1) {
    const facts = calls.reduce(summarizeCall, stored.summary?.facts ?? stored.total);
    counts.push({ memory: stored.summary?.memory, count: summaryCount(facts, calls) });
  }
  return {
    drafts: counts.flatMap(({ memory, count }) => (memory === undefined ? [countDraft(count, [entity.id])] : [])),
    updates: counts.flatMap(({ memory, count }) => (memory === undefined ? [] : [countUpdate(memory, count, now)])),
    entities: known === undefined ? [entity] : [],
    repeated: calls.length - added,
  };
}

function recordCount(facts: RecordFacts, calls: readonly ToolCall[]): CountedMemory {
  const category = expectedOutcome(facts);
  const hasReason = category === 'failure' && facts.lastError !== undefined;
  const importance =
    ROUTINE_IMPORTANCE + FAILURE_IMPORTANCE * failureShare(facts) + (hasReason ? REASON_IMPORTANCE : 0);
  return { content: describeRecord(facts), category, importance, ...sharedFields(facts, calls) };
}

function summaryCount(facts: SummaryFacts, calls: readonly ToolCall[]): CountedMemory {
  const importance = OVERVIEW_IMPORTANCE + FAILURE_IMPORTANCE * failureShare(facts);
  return { content: describeSummary(facts), category: 'summary', importance, ...sharedFields(facts, calls) };
}

const sharedFields = (facts: Tally, calls: readonly ToolCall[]) => ({
  metadata: facts,
  confidence: confidenceAfter(facts.calls),
  validAt: lastUsedAt(facts),
  episodes: calls.map(({ episode }) => episode),
});

const failureShare = ({ failures, calls }: Tally): number => failures / calls;

interface StoredRecord {
  readonly memory: Memory;
  readonly facts: RecordFacts;
}

interface StoredSummary {
  readonly memory: Memory;
  readonly facts: SummaryFacts;
}

interface StoredAccount {
  readonly records: ReadonlyMap<string, StoredRecord>;
  readonly summary: StoredSummary | undefined;
  readonly count: number;
  readonly total: SummaryFacts;
}

/** Reads every record of the tool, but keeps few: a tool may have been called in many ways. */
async function readAccount(
  store: StoreReader,
  owner: Owner,
  tool: string,
  entityId: string | undefined,
  keys: ReadonlySet<string>,
): Promise<StoredAccount> {
  const records = new Map<string, StoredRecord>();
  let summary: StoredSummary | undefined;
  let count = 0;
  let total = noCalls(tool);
  const filter = { components: [COMPONENT], entityIds: entityId === undefined ? [] : [entityId] };
  for await (const memory of listAll(store, owner, filter)) {
    // Entities match without regard to case, tools do not.
    if (memory.metadata['tool'] !== tool) continue;
    const overview = readSummary(memory);
    if (overview !== undefined) summary = { memory, facts: overview };
    const facts = readRecord(memory);
    if (facts === undefined) continue;
    count += 1;
    total = addRecord(total, facts);
    const key = keyOf(tool, facts.parameters);
    if (keys.has(key)) records.set(key, { memory, facts });
  }
  return { records, summary, count, total };
}

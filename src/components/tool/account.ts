import type { ComponentContext, SessionBatch } from '../../contracts/component.ts';
import type { StoreReader } from '../../contracts/store.ts';
import type { Entity } from '../../model/graph.ts';
import { newId } from '../../model/id.ts';
import type { Memory, MemoryDraft, MemoryUpdate } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { type Count, confidenceAfter, countDraft, countUpdate } from '../counted-memory.ts';
import { listAll } from '../list-all.ts';
import { describeRecord, describeSummary } from './describe.ts';
import { keyOf, type ToolCall } from './tool-call.ts';
import { expected, lastUsedAt, newRecord, type RecordFacts, readRecord, recorded, type Tally } from './tool-record.ts';
import { joined, noCalls, readSummary, type SummaryFacts, summarized } from './tool-summary.ts';

export const COMPONENT = 'tool';

/** What a success that was to be expected is worth, an overview, and what failing and a known reason for it add. */
const ROUTINE = 0.35;
const OVERVIEW = 0.45;
const FAILING = 0.2;
const REASON = 0.15;

interface Entries {
  readonly drafts: readonly MemoryDraft[];
  readonly updates: readonly MemoryUpdate[];
  /** The tool itself, where it was not known. */
  readonly entities: readonly Entity[];
  /** How many calls were like one before. */
  readonly repeated: number;
}

interface Line {
  readonly memory: Memory | undefined;
  readonly facts: RecordFacts;
  readonly calls: readonly ToolCall[];
}

/** Enters the calls of one tool: a record for each set of parameters, and from the second set on an overview. */
export async function enter(
  tool: string,
  calls: readonly ToolCall[],
  { owner }: SessionBatch,
  { store, clock }: ComponentContext,
): Promise<Entries> {
  const now = clock.now();
  const [known] = await store.matchEntities(owner, [tool]);
  const entity = known ?? { id: newId(now), name: tool, type: 'tool' };
  const byKey = Map.groupBy(calls, ({ key }) => key);
  const held = await heldAccount(store, owner, tool, known?.id, new Set(byKey.keys()));

  const lines = [...byKey].map(([key, group]): Line => {
    const { memory, facts } = held.records.get(key) ?? { memory: undefined, facts: newRecord(group[0] as ToolCall) };
    return { memory, facts: group.reduce(recorded, facts), calls: group };
  });
  const added = lines.filter(({ memory }) => memory === undefined).length;
  const counts = lines.map(({ memory, facts, calls }) => ({ memory, count: recordCount(facts, calls) }));
  if (held.summary !== undefined || held.count + added > 1) {
    const facts = calls.reduce(summarized, held.summary?.facts ?? held.total);
    counts.push({ memory: held.summary?.memory, count: summaryCount(facts, calls) });
  }
  return {
    drafts: counts.flatMap(({ memory, count }) => (memory === undefined ? [countDraft(count, [entity.id])] : [])),
    updates: counts.flatMap(({ memory, count }) => (memory === undefined ? [] : [countUpdate(memory, count, now)])),
    entities: known === undefined ? [entity] : [],
    repeated: calls.length - added,
  };
}

function recordCount(facts: RecordFacts, calls: readonly ToolCall[]): Count {
  const category = expected(facts);
  const hasReason = category === 'failure' && facts.lastError !== undefined;
  const importance = ROUTINE + FAILING * failureShare(facts) + (hasReason ? REASON : 0);
  return { content: describeRecord(facts), category, importance, ...shared(facts, calls) };
}

function summaryCount(facts: SummaryFacts, calls: readonly ToolCall[]): Count {
  const importance = OVERVIEW + FAILING * failureShare(facts);
  return { content: describeSummary(facts), category: 'summary', importance, ...shared(facts, calls) };
}

const shared = (facts: Tally, calls: readonly ToolCall[]) => ({
  metadata: facts,
  confidence: confidenceAfter(facts.calls),
  validAt: lastUsedAt(facts),
  episodes: calls.map(({ episode }) => episode),
});

const failureShare = ({ failures, calls }: Tally): number => failures / calls;

interface HeldRecord {
  readonly memory: Memory;
  readonly facts: RecordFacts;
}

interface HeldSummary {
  readonly memory: Memory;
  readonly facts: SummaryFacts;
}

/** What is on record of one tool. */
interface HeldAccount {
  /** Those asked for, by key. */
  readonly records: ReadonlyMap<string, HeldRecord>;
  readonly summary: HeldSummary | undefined;
  /** How many records there are, asked for or not, and what they add up to. */
  readonly count: number;
  readonly total: SummaryFacts;
}

/** Reads every record of the tool, but keeps only those asked for: a tool may have been called in many ways. */
async function heldAccount(
  store: StoreReader,
  owner: Owner,
  tool: string,
  entityId: string | undefined,
  keys: ReadonlySet<string>,
): Promise<HeldAccount> {
  const records = new Map<string, HeldRecord>();
  let summary: HeldSummary | undefined;
  let count = 0;
  let total = noCalls(tool);
  const filter = { components: [COMPONENT], entityIds: entityId === undefined ? [] : [entityId] };
  for await (const memory of listAll(store, owner, filter)) {
    // An entity is known without regard to case, a tool is not.
    if (memory.metadata['tool'] !== tool) continue;
    const overview = readSummary(memory);
    if (overview !== undefined) summary = { memory, facts: overview };
    const facts = readRecord(memory);
    if (facts === undefined) continue;
    count += 1;
    total = joined(total, facts);
    const key = keyOf(tool, facts.parameters);
    if (keys.has(key)) records.set(key, { memory, facts });
  }
  return { records, summary, count, total };
}

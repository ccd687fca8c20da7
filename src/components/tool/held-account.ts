import type { StoreReader } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { listAll } from '../list-all.ts';
import { keyOf } from './tool-call.ts';
import { type RecordFacts, readRecord } from './tool-record.ts';
import { joined, noCalls, readSummary, type SummaryFacts } from './tool-summary.ts';

export const COMPONENT = 'tool';

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
export async function heldAccount(
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

import type { StoreReader } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import { parse } from '../../model/parse.ts';
import { nameSchema } from '../../model/primitives.ts';
import type { Owner } from '../../model/scope.ts';
import { listAll } from '../list-all.ts';
import { readTrackRecord, type TrackFacts, taskTypeKey } from './track-record.ts';

export const COMPONENT = 'procedures';
export const OUTCOME = 'outcome';

export interface TrackRecord extends TrackFacts {
  readonly memoryId: string;
  readonly attempts: number;
  readonly successRate: number;
}

/** How often tasks succeeded, of one type or of all, the one attempted last first. */
export async function trackRecords(reader: StoreReader, owner: Owner, taskType?: string): Promise<TrackRecord[]> {
  const wanted = taskType === undefined ? undefined : taskTypeKey(parse(nameSchema, taskType, 'taskType'));
  const found: TrackRecord[] = [];
  for await (const { memory, facts } of heldTrackRecords(reader, owner)) {
    if (wanted !== undefined && taskTypeKey(facts.taskType) !== wanted) continue;
    const attempts = facts.successes + facts.failures;
    found.push({ ...facts, memoryId: memory.id, attempts, successRate: facts.successes / attempts });
  }
  return found.sort((a, b) => b.lastAt.getTime() - a.lastAt.getTime());
}

export async function* heldTrackRecords(
  reader: StoreReader,
  owner: Owner,
): AsyncGenerator<{ readonly memory: Memory; readonly facts: TrackFacts }> {
  for await (const memory of listAll(reader, owner, { components: [COMPONENT], categories: [OUTCOME] })) {
    const facts = readTrackRecord(memory);
    if (facts !== undefined) yield { memory, facts };
  }
}

import { z } from 'zod';
import type { ComponentContext, Consolidation, SessionBatch } from '../../contracts/component.ts';
import type { MemoryFilter, StoreReader } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import { parse } from '../../model/parse.ts';
import { momentSchema, nameSchema } from '../../model/primitives.ts';
import type { Owner, ScopeFilter } from '../../model/scope.ts';
import {
  type CountedMemory,
  confidenceAfter,
  countDraft,
  countUpdate,
  day,
  percent,
  shorten,
  withoutFinalStop,
} from '../counted-memory.ts';
import { listAll } from '../list-all.ts';
import { type Outcome, outcomesOf } from './outcome-episode.ts';

export const COMPONENT = 'procedures';
const OUTCOME = 'outcome';

const MAX_NOTES = 3;
const MAX_NOTE_CHARS = 300;

const count = z.int().nonnegative();

export const trackRecordSchema = z.object({
  taskType: z.string(),
  successes: count,
  failures: count,
  /** The last few that were given, oldest first. */
  lastNotes: z.array(z.object({ at: momentSchema, success: z.boolean(), notes: z.string() })),
  lastAt: momentSchema,
  lastOutcome: z.enum(['success', 'failure']),
});
type TrackFacts = Readonly<z.output<typeof trackRecordSchema>>;

const readTrackRecord = ({ metadata }: Memory): TrackFacts | undefined => trackRecordSchema.safeParse(metadata).data;

/** "Code Review", "codeReview" and "code_review" are one type of task. */
const taskTypeKey = (taskType: string): string =>
  taskType
    .trim()
    .replace(/(?<=\p{Ll}|\p{N})(?=\p{Lu})/gu, '_')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');

/** An outcome before the last known one does not become the last. */
function withOutcome(facts: TrackFacts | undefined, { taskType, success, notes, episode }: Outcome): TrackFacts {
  const at = episode.occurredAt;
  const isLast = facts === undefined || at >= facts.lastAt;
  const newNotes = notes === undefined ? [] : [{ at, success, notes: shorten(notes, MAX_NOTE_CHARS) }];
  const lastNotes = [...(facts?.lastNotes ?? []), ...newNotes].sort((a, b) => a.at.getTime() - b.at.getTime());
  return {
    taskType: facts?.taskType ?? taskType,
    successes: (facts?.successes ?? 0) + (success ? 1 : 0),
    failures: (facts?.failures ?? 0) + (success ? 0 : 1),
    lastNotes: lastNotes.slice(-MAX_NOTES),
    lastAt: isLast ? at : facts.lastAt,
    lastOutcome: isLast ? (success ? 'success' : 'failure') : facts.lastOutcome,
  };
}

function describeTrackRecord({ taskType, successes, failures, lastNotes, lastAt, lastOutcome }: TrackFacts): string {
  const attempts = successes + failures;
  const rate = `${successes} of ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} succeeded (${percent(successes, attempts)})`;
  const note = lastNotes.findLast(({ at }) => at.getTime() === lastAt.getTime())?.notes;
  const went = lastOutcome === 'success' ? 'succeeded' : 'failed';
  return `${taskType}: ${rate}. Last (${day(lastAt)}): ${note === undefined ? went : `${went}, ${withoutFinalStop(note)}`}.`;
}

/** The attempts and successes at tasks of a type. */
export interface TrackRecord extends TrackFacts {
  readonly memoryId: string;
  readonly attempts: number;
  readonly successRate: number;
}

/**
 * Success rates of tasks, of one type or of all, the latest first; of one project if the scope names it.
 * @example const [record] = await trackRecords(store, ana.scope, 'code_review');
 */
export async function trackRecords(
  reader: StoreReader,
  { projectId, ...owner }: Owner & ScopeFilter,
  taskType?: string,
): Promise<TrackRecord[]> {
  const wanted = taskType === undefined ? undefined : taskTypeKey(parse(nameSchema, taskType, 'taskType'));
  const records: TrackRecord[] = [];
  for await (const { memory, facts } of storedTrackRecords(
    reader,
    owner,
    projectId === undefined ? {} : { projectId },
  )) {
    if (wanted !== undefined && taskTypeKey(facts.taskType) !== wanted) continue;
    const attempts = facts.successes + facts.failures;
    records.push({ ...facts, memoryId: memory.id, attempts, successRate: facts.successes / attempts });
  }
  return records.sort((a, b) => b.lastAt.getTime() - a.lastAt.getTime());
}

async function* storedTrackRecords(
  reader: StoreReader,
  owner: Owner,
  within: Pick<MemoryFilter, 'projectId'> = {},
): AsyncGenerator<{ readonly memory: Memory; readonly facts: TrackFacts }> {
  for await (const memory of listAll(reader, owner, { components: [COMPONENT], categories: [OUTCOME], ...within })) {
    const facts = readTrackRecord(memory);
    if (facts !== undefined) yield { memory, facts };
  }
}

const ROUTINE_IMPORTANCE = 0.5;
const FAILURE_IMPORTANCE = 0.2;

/** Counts the outcomes of tasks: one memory for each type. */
export async function countOutcomes(
  { owner, episodes }: SessionBatch,
  { store, clock }: ComponentContext,
): Promise<Consolidation> {
  const outcomes = outcomesOf(episodes);
  if (outcomes.length === 0) return {};
  const byType = Map.groupBy(outcomes, ({ taskType }) => taskTypeKey(taskType));
  const updates = [];
  const merged = outcomes.length;
  for await (const { memory, facts } of storedTrackRecords(store, owner)) {
    const key = taskTypeKey(facts.taskType);
    const group = byType.get(key);
    if (group === undefined) continue;
    byType.delete(key);
    updates.push(countUpdate(memory, countOf(facts, group), clock.now()));
  }
  const memories = [...byType.values()].map((group) => countDraft(countOf(undefined, group), []));
  return { memories, changes: { updates }, merged: merged - memories.length };
}

function countOf(before: TrackFacts | undefined, outcomes: readonly Outcome[]): CountedMemory {
  const facts = outcomes.reduce<TrackFacts | undefined>(withOutcome, before) as TrackFacts;
  const attempts = facts.successes + facts.failures;
  return {
    content: describeTrackRecord(facts),
    category: OUTCOME,
    importance: ROUTINE_IMPORTANCE + (FAILURE_IMPORTANCE * facts.failures) / attempts,
    confidence: confidenceAfter(attempts),
    metadata: facts,
    validAt: facts.lastAt,
    episodes: outcomes.map(({ episode }) => episode),
  };
}

import type { ComponentContext, Consolidation, SessionBatch } from '../../contracts/component.ts';
import { type Count, confidenceAfter, countDraft, countUpdate } from '../accounts/running-memory.ts';
import { type Outcome, outcomesOf } from './outcome-episode.ts';
import { describeTrackRecord, type TrackFacts, taskTypeKey, tracked } from './track-record.ts';
import { heldTrackRecords, OUTCOME } from './track-records.ts';

/** What a record of nothing but successes is worth, and what failing adds. */
const ROUTINE = 0.5;
const FAILING = 0.2;

/** Counts the outcomes of tasks: one memory for each type. */
export async function track(
  { owner, episodes }: SessionBatch,
  { store, clock }: ComponentContext,
): Promise<Consolidation> {
  const outcomes = outcomesOf(episodes);
  if (outcomes.length === 0) return {};
  const byType = Map.groupBy(outcomes, ({ taskType }) => taskTypeKey(taskType));
  const updates = [];
  const merged = outcomes.length;
  for await (const { memory, facts } of heldTrackRecords(store, owner)) {
    const key = taskTypeKey(facts.taskType);
    const group = byType.get(key);
    if (group === undefined) continue;
    byType.delete(key);
    updates.push(countUpdate(memory, countOf(facts, group), clock.now()));
  }
  const memories = [...byType.values()].map((group) => countDraft(countOf(undefined, group), []));
  return { memories, changes: { updates }, merged: merged - memories.length };
}

function countOf(before: TrackFacts | undefined, outcomes: readonly Outcome[]): Count {
  const facts = outcomes.reduce<TrackFacts | undefined>(tracked, before) as TrackFacts;
  const attempts = facts.successes + facts.failures;
  return {
    content: describeTrackRecord(facts),
    category: OUTCOME,
    importance: ROUTINE + (FAILING * facts.failures) / attempts,
    confidence: confidenceAfter(attempts),
    metadata: facts,
    validAt: facts.lastAt,
    episodes: outcomes.map(({ episode }) => episode),
  };
}

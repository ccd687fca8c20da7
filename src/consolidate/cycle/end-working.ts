import type { Clock } from '../../contracts/clock.ts';
import type { Languages } from '../../contracts/language.ts';
import { everyMemory, type Store } from '../../contracts/store.ts';
import type { SalienceWeights } from '../../model/salience.ts';
import type { Owner } from '../../model/scope.ts';
import { retryOvertaken } from '../../reconcile/until-written.ts';
import { announce, type Events } from '../../telemetry/events.ts';
import { expireEnded } from '../age.ts';
import type { CycleConfig } from './cycle-run.ts';
import { changesOf } from './extract.ts';
import { oldestFirst, readRecent, recentIds } from './gather.ts';
import { KnownPatterns } from './known-patterns.ts';
import { recurringPatterns, runToEnd } from './recurring.ts';

const PAGE = 500;

export interface EndWorkingContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly languages: Languages;
  readonly events: Events;
  readonly cycle: CycleConfig;
  readonly salience: SalienceWeights;
  readonly ends: ReadonlyMap<string, Date>;
}

/**
 * Working memories expire when their session has ended. Patterns are extracted from the ones that callers added, and from earlier ones.
 * `expired` counts the memories that have expired earlier in this consolidation. Returns the number of further ones.
 */
export async function endWorking(
  owner: Owner,
  targetOwner: Owner,
  expired: number,
  context: EndWorkingContext,
): Promise<number> {
  const { clock, events, ends } = context;
  const now = clock.now();
  let ended = 0;
  await retryOvertaken(context.store, async (store) => {
    const working = await everyMemory(store, targetOwner, { types: ['working'], statuses: ['active'] });
    const dueUpdates = expireEnded(working, owner, ends, now);
    if (dueUpdates.length + expired > 0) await learnFromWorkingMemories(targetOwner, now, { ...context, store });
    for (let at = 0; at < dueUpdates.length; at += PAGE) {
      const updates = dueUpdates.slice(at, at + PAGE);
      await store.write(targetOwner, { at: now, updates });
      announce(events, targetOwner, { updates });
      ended += updates.length;
    }
  });
  return ended;
}

async function learnFromWorkingMemories(targetOwner: Owner, now: Date, context: EndWorkingContext): Promise<void> {
  const { store, languages, events, cycle, salience } = context;
  const ids = await recentIds(targetOwner, store, { ...cycle, until: now, types: ['working'] });
  const recent = oldestFirst(await readRecent(targetOwner, store, ids));
  const patterns = runToEnd(recurringPatterns(recent, { languages, minOccurrences: cycle.minOccurrences }));
  if (patterns.length === 0) return;
  const known = await KnownPatterns.load(targetOwner, { store, languages, config: cycle, salience });
  const learnt = await known.learn(patterns, recent, now);
  if (learnt.length === 0) return;
  await store.write(targetOwner, { at: now, ...changesOf(learnt) });
  announce(events, targetOwner, changesOf(learnt));
  for (const { memory, links } of learnt)
    if (memory !== undefined) events.emit('patternExtracted', { memory, sources: links.map(({ toId }) => toId) });
}

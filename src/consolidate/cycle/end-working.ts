import type { Clock } from '../../contracts/clock.ts';
import type { Languages } from '../../contracts/language.ts';
import { memoryPages, type Store } from '../../contracts/store.ts';
import type { MemoryUpdate } from '../../model/memory.ts';
import type { SalienceWeights } from '../../model/salience.ts';
import type { Owner } from '../../model/scope.ts';
import { undisturbed } from '../../reconcile/until-written.ts';
import { announce, type Events } from '../../telemetry/events.ts';
import { endedOf } from '../age.ts';
import type { CycleConfig } from './cycle-run.ts';
import { changesOf } from './extract.ts';
import { inOrder, lately, readAll } from './gather.ts';
import { KnownPatterns } from './known-patterns.ts';
import { recurringPatterns, resultOf } from './recurring.ts';

const PAGE = 500;

export interface EndContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly languages: Languages;
  readonly events: Events;
  readonly cycle: CycleConfig;
  readonly salience: SalienceWeights;
  /** When each session ended last. */
  readonly ends: ReadonlyMap<string, Date>;
}

/**
 * Working memories last for their session. Once it has ended they expire, and what recurs in those that were handed in to be
 * remembered, and in earlier ones, is taken from them. `expired` says how many have in this consolidation already.
 * Returns how many more did.
 */
export async function endWorking(owner: Owner, home: Owner, expired: number, context: EndContext): Promise<number> {
  const { clock, events, ends } = context;
  const now = clock.now();
  let ended = 0;
  await undisturbed(context.store, async (store) => {
    const over: MemoryUpdate[] = [];
    for await (const page of memoryPages(store, home, { types: ['working'], statuses: ['active'] }))
      over.push(...endedOf(page, owner, ends, now));
    if (over.length + expired > 0) await learnFromWorking(home, now, { ...context, store });
    for (let at = 0; at < over.length; at += PAGE) {
      const updates = over.slice(at, at + PAGE);
      await store.write(home, { at: now, updates });
      announce(events, home, { updates });
      ended += updates.length;
    }
  });
  return ended;
}

async function learnFromWorking(home: Owner, now: Date, context: EndContext): Promise<void> {
  const { store, languages, events, cycle, salience } = context;
  const ids = await lately(home, store, { ...cycle, until: now, types: ['working'] });
  const recent = inOrder(await readAll(home, store, ids));
  const patterns = resultOf(recurringPatterns(recent, { languages, minOccurrences: cycle.minOccurrences }));
  if (patterns.length === 0) return;
  const known = await KnownPatterns.load(home, { store, languages, config: cycle, salience });
  const learnt = await known.learn(patterns, recent, now);
  if (learnt.length === 0) return;
  await store.write(home, { at: now, ...changesOf(learnt) });
  announce(events, home, changesOf(learnt));
  for (const { memory, links } of learnt)
    if (memory !== undefined) events.emit('patternExtracted', { memory, sources: links.map(({ toId }) => toId) });
}

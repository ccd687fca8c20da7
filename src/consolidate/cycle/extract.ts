import { metered } from '../../ask/metered.ts';
import type { Changes, Store } from '../../contracts/store.ts';
import { failed } from '../../errors.ts';
import { retryOvertaken } from '../../reconcile/until-written.ts';
import { askForPatterns } from './ask-for-patterns.ts';
import type { CycleRun } from './cycle-run.ts';
import type { RecentMemory } from './gather.ts';
import { KnownPatterns, type LearntPattern } from './known-patterns.ts';
import { MIN_LIKENESS_FOR_MODEL, type Pattern, recurringPatterns, recurringThemes } from './recurring.ts';

const PAGE = 25;
const MAX_STRETCH_MS = 20;

/** A pattern becomes a memory of its own, or reinforces the memory that already says it. */
export async function extract(run: CycleRun, recent: readonly RecentMemory[]): Promise<void> {
  const patterns = await findPatterns(recent, run);
  // A retry finds nothing new in a pattern that is written already.
  await retryOvertaken(run.context.store, (store) => learn(patterns, recent, run, store));
}

async function learn(
  patterns: readonly Pattern[],
  recent: readonly RecentMemory[],
  run: CycleRun,
  store: Store,
): Promise<void> {
  const { clock, events } = run.context;
  const known = await KnownPatterns.load(run.owner, { ...run.context, store });
  for (let at = 0; at < patterns.length; at += PAGE) {
    await run.pause();
    const page = patterns.slice(at, at + PAGE);
    const learnt = await known.learn(page, recent, clock.now());
    await run.write('extract', changesOf(learnt), String(at + page.length), store);
    for (const { memory, links } of learnt)
      if (memory !== undefined) events.emit('patternExtracted', { memory, sources: links.map(({ toId }) => toId) });
    const made = learnt.filter(({ memory }) => memory !== undefined).length;
    run.counts.patternsExtracted += made;
    run.counts.patternsSeenAgain += learnt.length - made;
    run.reportProgress('extract', at + page.length, patterns.length);
  }
}

async function runWithPauses<Result>(work: Generator<unknown, Result>, run: CycleRun): Promise<Result> {
  for (let since = performance.now(); ; ) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - since < MAX_STRETCH_MS) continue;
    await run.pause();
    since = performance.now();
  }
}

export const changesOf = (learnt: readonly LearntPattern[]): Changes => ({
  memories: learnt.flatMap(({ memory }) => memory ?? []),
  updates: learnt.flatMap(({ update }) => update ?? []),
  links: learnt.flatMap(({ links }) => links),
});

async function findPatterns(recent: readonly RecentMemory[], run: CycleRun): Promise<Pattern[]> {
  const { llm, tokenizer, languages, signal, config } = run.context;
  const search = { languages, minOccurrences: config.minOccurrences, maxThemes: config.maxPatterns };
  if (llm !== undefined)
    try {
      const themes = await runWithPauses(
        recurringThemes(recent, { ...search, minLikeness: MIN_LIKENESS_FOR_MODEL }),
        run,
      );
      run.counts.themes += themes.length;
      const askContext = {
        ...{ tokenizer, languages, minOccurrences: config.minOccurrences },
        llm: metered(llm, tokenizer, signal, run.counts),
      };
      return await askForPatterns(themes, recent, askContext);
    } catch (error) {
      signal?.throwIfAborted();
      run.degraded.push(failed('model', error));
    }
  const patterns = await runWithPauses(recurringPatterns(recent, search), run);
  run.counts.themes = Math.max(run.counts.themes, patterns.length);
  return patterns;
}

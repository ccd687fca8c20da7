import { z } from 'zod';
import type { ComponentContext, Consolidation, SessionBatch } from '../../contracts/component.ts';
import { type Language, USER } from '../../contracts/language.ts';
import { termsOf } from '../../languages/terms.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import type { Memory } from '../../model/memory.ts';
import { type CountedMemory, countDraft, countUpdate } from '../counted-memory.ts';
import { describeStrategy, type StandingConfig, standingOf } from './standing.ts';

export interface Trial {
  /** The action, in the words of a model or of the speaker. */
  readonly strategy: string;
  /** Its purpose, such as "fix the lock errors"; empty if nobody says. */
  readonly task: string;
  readonly outcome: 'worked' | 'failed';
  /** Episodes that name the strategy and its outcome; the last one has the outcome. */
  readonly episodes: readonly StoredEpisode[];
  readonly tags: readonly string[];
}

export const MAX_TAGS = 8;
const MAX_RIVALS = 12;

const factsSchema = z.object({
  strategy: z.string(),
  task: z.string(),
  successes: z.int().nonnegative(),
  failures: z.int().nonnegative(),
  tags: z.array(z.string()).catch([]),
});

interface Strategy {
  readonly facts: Readonly<z.output<typeof factsSchema>>;
  readonly memory: Memory | undefined;
  readonly trials: readonly Trial[];
}

export async function countTrials(
  component: string,
  trials: readonly Trial[],
  { owner }: SessionBatch,
  { store, clock, languages }: ComponentContext,
  config: StandingConfig,
): Promise<Consolidation> {
  const known: Strategy[] = [];
  let merged = 0;
  for (const trial of trials) {
    const language = languages.of(trial.strategy);
    const terms = contentWordsOf(`${trial.strategy} ${trial.task}`, language);
    const filter = { components: [component], statuses: ['active'] as const };
    const matches =
      terms.length === 0
        ? []
        : await store.searchText(owner, { terms, language: language.code, filter, limit: MAX_RIVALS });
    const unread = matches
      .map(({ memoryId }) => memoryId)
      .filter((id) => known.every(({ memory }) => memory?.id !== id));
    for (const memory of unread.length === 0 ? [] : await store.getMemories(owner, unread)) {
      const { data: facts } = factsSchema.safeParse(memory.metadata);
      if (facts !== undefined) known.push({ facts, memory, trials: [] });
    }
    const at = known.findIndex(({ facts }) => isSameTrial(facts, trial, language));
    const same = known[at];
    if (same === undefined) known.push(withTrial(newStrategy(trial), trial));
    else {
      known[at] = withTrial(same, trial);
      merged += 1;
    }
  }
  const now = clock.now();
  const changed = known.filter((strategy) => strategy.trials.length > 0);
  return {
    memories: changed.flatMap((strategy) =>
      strategy.memory === undefined ? [countDraft(countOf(strategy, config), [])] : [],
    ),
    changes: {
      updates: changed.flatMap((strategy) =>
        strategy.memory === undefined ? [] : [countUpdate(strategy.memory, countOf(strategy, config), now)],
      ),
    },
    merged,
  };
}

const newStrategy = ({ strategy, task }: Trial): Strategy => ({
  facts: { strategy, task, successes: 0, failures: 0, tags: [] },
  ...{ memory: undefined, trials: [] },
});

const withTrial = ({ facts, memory, trials }: Strategy, trial: Trial): Strategy => ({
  facts: {
    strategy: facts.strategy,
    task: facts.task || trial.task,
    successes: facts.successes + (trial.outcome === 'worked' ? 1 : 0),
    failures: facts.failures + (trial.outcome === 'failed' ? 1 : 0),
    tags: [...new Set([...facts.tags, ...trial.tags])].slice(0, MAX_TAGS),
  },
  ...{ memory, trials: [...trials, trial] },
});

function countOf({ facts, memory, trials }: Strategy, config: StandingConfig): CountedMemory {
  const { valence, ...standing } = standingOf(facts, config);
  const storedEpisodeIds = new Set(memory?.provenance.episodeIds);
  const episodes = new Set(trials.flatMap((trial) => trial.episodes).filter(({ id }) => !storedEpisodeIds.has(id)));
  const since = trials[0]?.episodes.at(-1)?.occurredAt;
  return {
    ...{ ...standing, content: describeStrategy(facts, standing), metadata: { ...facts, valence } },
    ...{ validAt: memory?.validAt ?? since ?? new Date(0), episodes: [...episodes] },
  };
}

const STRATEGY_OVERLAP = 0.6;
const TASK_OVERLAP = 0.5;
const NUMBER = /\d+(?:[.,]\d+)*/g;
const NAME = /(?<=\S\s)\p{Lu}[\p{L}\d.+#-]*/gu;

type TriedStrategy = Pick<Trial, 'strategy' | 'task'>;

/** Texts decide, never vectors: those of opposites are close. */
export function isSameTrial(one: TriedStrategy, other: TriedStrategy, language: Language): boolean {
  const isSameTask = one.task === '' || other.task === '' || overlap(one.task, other.task, language) >= TASK_OVERLAP;
  return isSameTask && isSameStrategy(one.strategy, other.strategy, language);
}

function isSameStrategy(one: string, other: string, language: Language): boolean {
  if (language.saySame(one, other) || hasSameSubject(one, other, language)) return true;
  const matchesOf = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).sort().join(' ');
  const stopWordsIn = (text: string) => new Set(language.words(text).filter((word) => language.isStopWord(word)));
  const [left, right] = [stopWordsIn(one), stopWordsIn(other)];
  return (
    termsOf(one)[0] === termsOf(other)[0] &&
    matchesOf(one, NUMBER) === matchesOf(other, NUMBER) &&
    matchesOf(one, NAME) === matchesOf(other, NAME) &&
    // Small words make opposites: "with" and "without", "on" and "off".
    (isWithin(left, right) || isWithin(right, left)) &&
    overlap(one, other, language) >= STRATEGY_OVERLAP
  );
}

/** Outcomes of one subject in any words: "Flashcards really helped." and "The flashcards were a waste of time." */
function hasSameSubject(one: string, other: string, language: Language): boolean {
  const [subject = USER, again] = [one, other].map((text) => language.claim(text)?.subject);
  return subject !== USER && subject === again && contentWordsOf(subject, language).length > 0;
}

const isWithin = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  [...part].every((word) => whole.has(word));

function overlap(one: string, other: string, language: Language): number {
  const contentStems = (text: string) => new Set(contentWordsOf(text, language).flatMap(termsOf));
  const [left, right] = [contentStems(one), contentStems(other)];
  const shared = [...left].filter((term) => right.has(term)).length;
  return shared === 0 ? 0 : shared / (left.size + right.size - shared);
}

export const contentWordsOf = (text: string, language: Language): string[] =>
  language.words(text).filter((word) => !language.isStopWord(word));

import { z } from 'zod';
import type { Consolidation, SessionBatch } from '../../contracts/component.ts';
import type { Language, Languages } from '../../contracts/language.ts';
import type { StoreReader } from '../../contracts/store.ts';
import { newId } from '../../model/id.ts';
import { firstAndLatest, type Memory, type MemoryDraft, type MemoryUpdate } from '../../model/memory.ts';
import { termsOf } from '../../text/terms.ts';
import { contentWords } from '../../text/words.ts';
import { type Standing, type StandingConfig, standingOf, tellStrategy } from './standing.ts';

/** A strategy that was tried, and how it went. */
export interface Trial {
  /** What was done: as a model names it, or in the words of whoever said it. */
  readonly strategy: string;
  /** What for: "fix the lock errors"; empty where nobody says. */
  readonly task: string;
  readonly outcome: 'worked' | 'failed';
  /** The episodes that name the strategy and tell the outcome; the last one tells it. */
  readonly episodeIds: readonly string[];
  /** Tools, names and error classes it had to do with. */
  readonly tags: readonly string[];
  readonly at: Date;
}

export const MOST_TAGS = 8;

const MOST_RIVALS = 12;

const recordSchema = z.object({
  strategy: z.string(),
  task: z.string(),
  successes: z.int().nonnegative(),
  failures: z.int().nonnegative(),
  tags: z.array(z.string()).catch([]),
});

/** A strategy with all its outcomes: held before, or about to be. */
interface StrategyRecord extends Readonly<z.output<typeof recordSchema>> {
  readonly id: string;
  readonly episodeIds: readonly string[];
  readonly at: Date;
  /** As it was held before this batch; absent for what is new. */
  readonly memory?: Memory;
  readonly isChanged: boolean;
}

/** What is known of strategies, as far as this batch has to do with it. */
export class StrategyBook {
  readonly #records = new Map<string, StrategyRecord>();
  readonly #batch: SessionBatch;
  readonly #store: StoreReader;
  readonly #component: string;
  readonly #languages: Languages;
  #merged = 0;

  constructor(component: string, batch: SessionBatch, store: StoreReader, languages: Languages) {
    this.#component = component;
    this.#batch = batch;
    this.#store = store;
    this.#languages = languages;
  }

  async add(trial: Trial, now: Date): Promise<void> {
    await this.#load(trial);
    const same = [...this.#records.values()].find((record) =>
      isSameTrial(record, trial, this.#languages.of(trial.strategy)),
    );
    const { strategy, task, at } = trial;
    const fresh = {
      id: newId(now),
      strategy,
      task,
      at,
      successes: 0,
      failures: 0,
      tags: [],
      episodeIds: [],
      isChanged: true,
    };
    const record: StrategyRecord = same ?? fresh;
    if (same !== undefined) this.#merged += 1;
    this.#records.set(record.id, {
      ...record,
      task: record.task || trial.task,
      successes: record.successes + (trial.outcome === 'worked' ? 1 : 0),
      failures: record.failures + (trial.outcome === 'failed' ? 1 : 0),
      tags: [...new Set([...record.tags, ...trial.tags])].slice(0, MOST_TAGS),
      episodeIds: firstAndLatest([...new Set([...record.episodeIds, ...trial.episodeIds])]),
      isChanged: true,
    });
  }

  /** The held memories that may tell of the same strategy. */
  async #load({ strategy, task }: Trial): Promise<void> {
    const { owner } = this.#batch;
    const filter = { components: [this.#component], statuses: ['active'] as const };
    const terms = contentWords(`${strategy} ${task}`);
    const hits = await this.#store.searchText(owner, { terms, filter, limit: MOST_RIVALS });
    const unread = hits.map(({ memoryId }) => memoryId).filter((id) => !this.#records.has(id));
    for (const memory of unread.length === 0 ? [] : await this.#store.getMemories(owner, unread)) {
      const { data } = recordSchema.safeParse(memory.metadata);
      if (data === undefined) continue;
      const { id, provenance, createdAt } = memory;
      this.#records.set(id, {
        ...data,
        id,
        episodeIds: provenance.episodeIds,
        at: createdAt,
        memory,
        isChanged: false,
      });
    }
  }

  outcome(config: StandingConfig, now: Date): Consolidation {
    const changed = [...this.#records.values()].filter(({ isChanged }) => isChanged);
    const judged = changed.map((record) => ({ record, standing: standingOf(record, config) }));
    return {
      memories: judged.flatMap(({ record, standing }) =>
        record.memory === undefined ? draftOf(record, standing) : [],
      ),
      changes: {
        updates: judged.flatMap(({ record, standing }) =>
          record.memory === undefined ? [] : updateOf(record, record.memory, standing, this.#batch, now),
        ),
      },
      merged: this.#merged,
    };
  }
}

function factsOf(record: StrategyRecord, standing: Standing) {
  const { strategy, task, successes, failures, tags } = record;
  const { category, importance, confidence, valence } = standing;
  return {
    ...{ content: tellStrategy(record, standing), category, importance, confidence },
    metadata: { strategy, task, valence, successes, failures, tags },
  };
}

const draftOf = (record: StrategyRecord, standing: Standing): MemoryDraft => ({
  ...factsOf(record, standing),
  ...{ id: record.id, type: 'procedural', episodeIds: [...record.episodeIds], validAt: record.at },
});

function updateOf(
  record: StrategyRecord,
  { id, provenance, confidenceTrajectory }: Memory,
  standing: Standing,
  { episodes }: SessionBatch,
  now: Date,
): MemoryUpdate {
  const added = episodes.filter(
    (each) => record.episodeIds.includes(each.id) && !provenance.episodeIds.includes(each.id),
  );
  return {
    ...factsOf(record, standing),
    ...{ id, updatedAt: now, lastReinforcedAt: now, doubtedAt: null },
    confidenceTrajectory: firstAndLatest([...confidenceTrajectory, { confidence: standing.confidence, at: now }]),
    provenance: {
      ...provenance,
      episodeIds: [...record.episodeIds],
      turnIds: firstAndLatest([...provenance.turnIds, ...added.flatMap(({ metadata }) => metadata.turnId ?? [])]),
    },
  };
}

const STRATEGY_OVERLAP = 0.6;
const TASK_OVERLAP = 0.5;
const NUMBER = /\d+(?:[.,]\d+)*/g;
const NAME = /(?<=\S\s)\p{Lu}[\p{L}\d.+#-]*/gu;

type Tried = Pick<Trial, 'strategy' | 'task'>;

/** Whether two trials are of one strategy for one purpose, where nobody names another. Texts decide, never vectors: opposites lie close together. */
export function isSameTrial(one: Tried, other: Tried, language: Language): boolean {
  const isSameTask = one.task === '' || other.task === '' || overlap(one.task, other.task, language) >= TASK_OVERLAP;
  return isSameTask && isSameStrategy(one.strategy, other.strategy, language);
}

/** Said in the same words; or begun alike, with the same figures and names, and mostly of the same words. */
function isSameStrategy(one: string, other: string, language: Language): boolean {
  if (language.saySame(one, other)) return true;
  const listed = (text: string, what: RegExp) => (text.match(what) ?? []).sort().join(' ');
  const small = (text: string) => new Set(language.words(text).filter((word) => language.isStopWord(word)));
  const [left, right] = [small(one), small(other)];
  return (
    termsOf(one)[0] === termsOf(other)[0] &&
    listed(one, NUMBER) === listed(other, NUMBER) &&
    listed(one, NAME) === listed(other, NAME) &&
    // "With" and "without", "on" and "off" are small words that make the opposite.
    (isWithin(left, right) || isWithin(right, left)) &&
    overlap(one, other, language) >= STRATEGY_OVERLAP
  );
}

const isWithin = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  [...part].every((word) => whole.has(word));

/** The share of the words that mean something which two texts have in common. */
function overlap(one: string, other: string, language: Language): number {
  const telling = (text: string) =>
    new Set(language.words(text).flatMap((word) => (language.isStopWord(word) ? [] : termsOf(word))));
  const [left, right] = [telling(one), telling(other)];
  const shared = [...left].filter((term) => right.has(term)).length;
  return shared === 0 ? 0 : shared / (left.size + right.size - shared);
}

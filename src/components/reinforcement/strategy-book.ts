import { z } from 'zod';
import type { Consolidation, SessionBatch } from '../../contracts/component.ts';
import type { StoreReader } from '../../contracts/store.ts';
import { newId } from '../../model/id.ts';
import { firstAndLatest, type Memory, type MemoryDraft, type MemoryUpdate } from '../../model/memory.ts';
import { contentWords } from '../../text/words.ts';
import type { ReinforcementConfig } from './config.ts';
import { isSameTrial } from './same-strategy.ts';
import { type Standing, standingOf } from './standing.ts';
import { MOST_TAGS } from './tags.ts';
import { tellStrategy } from './tell-strategy.ts';
import type { Trial } from './trial.ts';

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
  #merged = 0;

  constructor(component: string, batch: SessionBatch, store: StoreReader) {
    this.#component = component;
    this.#batch = batch;
    this.#store = store;
  }

  async add(trial: Trial, now: Date): Promise<void> {
    await this.#load(trial);
    const same = [...this.#records.values()].find((record) => isSameTrial(record, trial));
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

  outcome(config: ReinforcementConfig, now: Date): Consolidation {
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

import { systemClock } from '../contracts/clock.ts';
import type { Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { RecallItem } from '../model/recall.ts';
import type { ConsolidationReport, Degradation } from '../model/report.ts';
import { type Owner, ownerOf } from '../model/scope.ts';
import { recall } from '../recall/pipeline.ts';
import { spacesOf } from '../recall/spaces.ts';
import { defineAgent, withoutTriggers } from '../souvenir/agent.ts';
import { resolveOptions, type SouvenirOptions } from '../souvenir/options.ts';
import { openSouvenir, type Souvenir } from '../souvenir/souvenir.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { type Comparison, compare } from './compare.ts';
import { rebuild, replayClock } from './rebuild.ts';
import { trialsOf } from './trials.ts';

/** The store to replay from. It is open and only read. */
export interface ReplaySource {
  readonly store: Store;
  readonly owner: Owner;
  /** Answers queries; unless given, like the replayed store, so that only the content differs. */
  recall?(query: string): Promise<readonly RecallItem[]>;
  /** The reports of its consolidations, to compare the cost. */
  readonly reports?: readonly ConsolidationReport[];
}

/** The settings to try: all of `createSouvenir`. One agent must have the owner's agent id; without agents, the default one gets it. */
export interface ReplayOptions extends Omit<SouvenirOptions, 'store' | 'embedInBackground'> {
  /** An empty store to build in; a `memoryStore()` unless given. */
  readonly store?: Store;
  /** Queries for both stores. */
  readonly queries?: readonly string[];
  readonly signal?: AbortSignal;
  /** Gets the number of replayed steps, and of all. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Replay {
  /** Over the replayed store: call `for(owner)`, and close it. Closing also closes the embedder and components passed in. */
  readonly souvenir: Souvenir;
  readonly store: Store;
  /** One report per consolidation of the source, in order. */
  readonly reports: readonly ConsolidationReport[];
  readonly comparison: Comparison;
  /** Parts that could not be replayed exactly, because the source did not keep them. */
  readonly degraded: readonly Degradation[];
}

/**
 * Builds a second store from the episodes of a source, with consolidations at the same moments and up to the same positions. With the same
 * settings and no model the memories are equal except for their ids. Access counts, memories added or corrected by hand, and cycles
 * are not replayed; of a session that ended several times only the last end is known.
 * @example const { comparison, souvenir } = await replay({ store, owner: ana.scope }, { queries: ['Where does Ana live?'] });
 */
export async function replay(source: ReplaySource, options: ReplayOptions = {}): Promise<Replay> {
  const { queries = [], signal, onProgress, store = memoryStore(), ...rest } = options;
  const owner = ownerOf(source.owner);
  const given = [rest.agents ?? defineAgent({ id: owner.agentId })].flat();
  const agent = given.find(({ id }) => id === owner.agentId);
  if (agent === undefined)
    throw new SouvenirError('invalidInput', `agents: none has the id ${JSON.stringify(owner.agentId)}`, {
      advice: 'define one with the id of the agent whose memory is replayed',
    });
  const clock = replayClock(rest.clock ?? systemClock);
  const { embedder, reader, tokenizer, languages, reranker, llm } = resolveOptions({
    ...rest,
    store,
    agents: given,
    clock,
  });
  const souvenir = await openSouvenir(
    {
      ...{ ...rest, store, clock, tokenizer, languages, reranker, embedInBackground: false },
      ...{ agents: given.map(withoutTriggers), embedder: embedder ?? null, reader: reader ?? null },
    },
    trialsOf,
  );
  try {
    if ((await store.stats(owner)).episodes > 0)
      throw new SouvenirError('invalidInput', 'store: already has episodes of this owner', {
        advice: 'give an empty one',
      });
    const { reports, degraded } = await rebuild(
      { store: source.store, owner },
      { ...{ store, agent, clock, tokenizer, languages, embedder, reader, llm, signal, onProgress } },
    );
    const recallFrom = async (target: Store, query: string): Promise<readonly RecallItem[]> => {
      const context = { store: target, embedder, reader, tokenizer, languages, reranker, clock, config: agent.recall };
      return (await recall(query, spacesOf(agent, owner), { touch: false }, context)).items;
    };
    const comparison = await compare(
      { recall: (query) => recallFrom(source.store, query), ...source },
      { store, owner, reports, recall: (query) => recallFrom(store, query) },
      queries,
    );
    return { souvenir, store, reports, comparison, degraded };
  } catch (error) {
    await souvenir.close();
    throw error;
  }
}

import { everyVersion, memoryPages, type Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Memory } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import type { RecallItem } from '../model/recall.ts';
import { type Owner, ownerOf, type Scope } from '../model/scope.ts';
import { changedConfig } from '../recall/config.ts';
import { type RecallContext, recall } from '../recall/pipeline.ts';
import type { Space } from '../recall/plan.ts';
import { spacesOf } from '../recall/spaces.ts';
import type { Agent } from '../souvenir/agent.ts';
import type { Engine } from '../souvenir/engine.ts';
import { type Experiment, type ExperimentOptions, experimentFieldsSchema } from '../souvenir/trials.ts';
import { experimentReport } from './experiment-report.ts';

/** Each episode is in memory with everything derived from it: 14 KB each for 5,000, without vectors. */
const MAX_EPISODES = 10_000;

type ExperimentContext = Pick<
  Engine,
  | 'agentOf'
  | 'agentRecall'
  | 'savedSettings'
  | 'recorder'
  | 'secrets'
  | 'store'
  | 'clock'
  | 'events'
  | 'signal'
  | 'embedder'
  | 'reader'
  | 'readsOrder'
  | 'llm'
  | 'tokenizer'
  | 'languages'
  | 'reranker'
>;

const running = new WeakSet<ExperimentContext>();

/** Only one runs at a time, as each takes memory and time. */
export async function experiment(
  engine: ExperimentContext,
  scope: Scope,
  options: ExperimentOptions,
): Promise<Experiment> {
  if (running.has(engine))
    throw new SouvenirError('conflict', 'an experiment is running already', { advice: 'wait for it, or end it' });
  running.add(engine);
  let wasErased = false;
  const noteErasure = ({ owner }: { readonly owner: Owner }) => {
    wasErased ||= owner.tenantId === scope.tenantId && owner.userId === scope.userId;
  };
  const unlisten = [engine.events.on('memoryForgotten', noteErasure), engine.events.on('erased', noteErasure)];
  try {
    const report = await runExperiment(engine, scope, options);
    if (!wasErased) return report;
    throw new SouvenirError('overtaken', 'experiment: something was forgotten or erased meanwhile', {
      advice: 'try it again',
    });
  } finally {
    for (const end of unlisten) end();
    running.delete(engine);
  }
}

async function runExperiment(engine: ExperimentContext, scope: Scope, options: ExperimentOptions): Promise<Experiment> {
  const { signal: given, onProgress, ...fields } = options;
  const parsed = parse(experimentFieldsSchema, fields, 'experiment');
  const { tokenizer, languages, reranker, store: sourceStore } = engine;
  const owner = ownerOf(scope);
  const { projectId } = scope;
  const signal = given === undefined ? engine.signal : AbortSignal.any([engine.signal, given]);
  const agent = { ...engine.agentOf(scope), recall: (await engine.agentRecall.configOf(scope)).config };
  const changed = { ...withoutComponents(agent, parsed.without), recall: changedConfig(agent.recall, parsed.recall) };
  const [embedder, reader, llm] = [
    parsed.useEmbedder ? engine.embedder : undefined,
    parsed.useReader ? engine.reader : undefined,
    parsed.useModel ? engine.llm : undefined,
  ];
  const queries = parsed.queries ?? (await engine.savedSettings.tests(owner, projectId)).map(({ query }) => query);
  const episodes = await countEpisodes(engine, scope);
  // Loaded only here, as most processes never need it.
  const { compare, costOf } = await import('./compare.ts');
  const { rebuild, replayClock } = await import('./rebuild.ts');
  const { sqliteStore } = await import('../stores/sqlite/sqlite-store.ts');
  const store = engine.secrets.guard(sqliteStore({ path: ':memory:' }));
  await store.open();
  try {
    const clock = replayClock(engine.clock);
    const { reports, degraded } = await rebuild(
      { store: sourceStore, owner },
      {
        ...{ store, agent: changed, clock, tokenizer, languages, embedder, reader, llm, signal },
        onProgress: (done, total) => onProgress?.({ stage: 'replaying', done, total }),
      },
    );
    const answers = new Map<string, (readonly RecallItem[])[]>(queries.map((query) => [query, []]));
    let done = 0;
    const recallWith =
      (spaces: readonly Space[], context: Pick<RecallContext, 'store' | 'embedder' | 'config' | 'reader'>) =>
      async (query: string) => {
        signal.throwIfAborted();
        const shared = { tokenizer, languages, reranker, clock };
        const { items } = await recall(query, spaces, { projectId }, { ...shared, ...context });
        if (answers.get(query)?.push(items) === 2)
          onProgress?.({ stage: 'comparing', done: ++done, total: answers.size });
        return items;
      };
    const orderReader = (read: typeof reader) => (engine.readsOrder ? read : undefined);
    const before = {
      store: sourceStore,
      embedder: engine.embedder,
      reader: orderReader(engine.reader),
      config: agent.recall,
    };
    const after = { store, embedder, reader: orderReader(reader), config: changed.recall };
    // Memories of other agents were not replayed.
    const spaces = spacesOf(changed, owner).map((space) =>
      space.isReadOnly ? { ...space, store: sourceStore } : space,
    );
    const comparison = await compare(
      { store: sourceStore, owner, projectId, recall: recallWith(spacesOf(agent, owner), before) },
      { store, owner, projectId, recall: recallWith(spaces, after) },
      [...answers.keys()],
    );
    const unread = engine.llm !== undefined && llm === undefined;
    return experimentReport(comparison, answers, {
      ...{
        episodes,
        cost: costOf(reports),
        byHand: await idsMadeByHand(comparison.memories.onlyInOne, sourceStore, owner),
      },
      degraded: [...degraded, ...(unread ? [{ part: 'llm', reason: 'not asked again: see `useModel`' }] : [])],
    });
  } finally {
    await store.close();
  }
}

async function idsMadeByHand(lost: readonly Memory[], store: Store, owner: Owner): Promise<Set<string>> {
  const ids = new Set(lost.map(({ id }) => id));
  const withoutSources = lost.filter(({ provenance }) => provenance.episodeIds.length === 0).map(({ id }) => id);
  const byHand = new Set(withoutSources);
  // A correction has the sources of the memory that it corrects, so only the history distinguishes them.
  for await (const page of memoryPages(store, owner, {}))
    for (const { id, supersededBy } of page) {
      if (supersededBy === undefined || !ids.has(supersededBy)) continue;
      const versions = await everyVersion(store, owner, id);
      if (versions.some(({ cause }) => cause.kind === 'corrected')) byHand.add(supersededBy);
    }
  return byHand;
}

function withoutComponents(agent: Agent, names: readonly string[]): Agent {
  const known = agent.components.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new SouvenirError('invalidInput', `experiment.without: there is no component ${JSON.stringify(unknown)}`, {
      advice: `there are ${known.join(', ')}`,
    });
  return { ...agent, components: agent.components.filter(({ name }) => !names.includes(name)) };
}

async function countEpisodes(engine: Pick<Engine, 'recorder' | 'store'>, scope: Scope): Promise<number> {
  const owner = ownerOf(scope);
  await engine.recorder.flush(owner);
  const { episodes } = await engine.store.stats(owner);
  if (episodes <= MAX_EPISODES) return episodes;
  throw new SouvenirError('invalidInput', `experiment: ${episodes} turns are more than ${MAX_EPISODES}`, {
    advice: 'replay them with `replay` of souvenir-memory/lab, into a store on disk',
  });
}

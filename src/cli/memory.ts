import { existsSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import type { Embedder } from '../contracts/embedder.ts';
import type { Llm } from '../contracts/llm.ts';
import type { Store } from '../contracts/store.ts';
import { createSouvenir } from '../create-souvenir.ts';
import { hashEmbedder } from '../embedders/hash-embedder.ts';
import { souvenirEmbedder } from '../embedders/souvenir-embed/souvenir-embedder.ts';
import { SouvenirError } from '../errors.ts';
import { hookFolderOf, isHookMemory, projectAt } from '../hooks/project.ts';
import { openAiLlm } from '../llms/open-ai-llm.ts';
import { parse } from '../model/parse.ts';
import { REMEMBERED } from '../model/revision.ts';
import { DEFAULT_OWNER, type Owner, scopeSchema } from '../model/scope.ts';
import type { DataOwner, OperationContext, SettleHooks } from '../operations/operation.ts';
import type { OperationName, Operations } from '../operations/operations.ts';
import { recall } from '../operations/recall.ts';
import type { Agent } from '../souvenir/agent.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';
import { untilAborted } from '../until-aborted.ts';
import { agentsOf } from './agents.ts';
import type { Cli, GlobalOptions, Needs, OperationInput, OperationResult } from './cli.ts';
import { keyOf, llmKeyVariable, variable } from './config.ts';
import { completeIds } from './ids.ts';
import { note } from './in-out.ts';
import { progressBar } from './render/text.ts';
import { locationOf, storeAt, storeOf } from './store-location.ts';

export interface OpenMemory extends OperationContext {
  readonly embedder: Embedder | null;
}

export function createEmbedder(name: GlobalOptions['embedder']): Embedder | null {
  if (typeof name === 'object') return name;
  if (name === 'none') return null;
  return name === 'hash' ? hashEmbedder() : souvenirEmbedder();
}

/** A model on the user's own machine may be slow. */
const LLM_TIMEOUT_MS = 600_000;

/** The language model of the options, else that of the configuration file. */
export function llmOf({ llm: baseUrl, llmModel: model, settings }: GlobalOptions): Llm | undefined {
  if (baseUrl === undefined) return typeof settings.llm === 'function' ? settings.llm : undefined;
  const apiKey = variable(llmKeyVariable(settings));
  return openAiLlm({ ...{ baseUrl, model, timeoutMs: LLM_TIMEOUT_MS, temperature: 0 }, ...(apiKey && { apiKey }) });
}

interface LoadedOperation<Name extends OperationName> {
  readonly name: Name;
  readonly belongsTo: DataOwner;
  readonly input: Operations[Name]['input'];
  handler(context: OperationContext, input: unknown): unknown;
}

/** Operations of recall load without the others, because hooks and scripts call them often. */
async function loadOperation<Name extends OperationName>(name: Name): Promise<LoadedOperation<Name>> {
  const own: Partial<Pick<Operations, OperationName>> = recall;
  const operation: unknown = own[name] ?? (await import('../operations/operations.ts')).operations[name];
  return operation as LoadedOperation<Name>;
}

/** Performs an operation on the selected memory. Invalid input is refused before any file is created. */
export async function perform<Name extends OperationName>(
  cli: Cli,
  options: GlobalOptions,
  name: Name,
  input: OperationInput<Name>,
  needs: Needs,
): Promise<OperationResult<Name>> {
  const operation = await loadOperation(name);
  const checked = parse(operation.input, input, operation.name);
  const coversAllProjects = operation.belongsTo === 'allProjects';
  return (await withMemory(
    cli,
    options,
    { ...needs, ...(coversAllProjects && { ofAllProjects: true }) },
    async (memory) => {
      await refuseUnknownComponents(checked, memory, await agentsOf(options));
      return operation.handler(memory, await completeIds(name, checked as Record<string, unknown>, memory));
    },
  )) as OperationResult<Name>;
}

/** Opens the selected memory, passes it to `work`, and always closes it. */
export async function withMemory<Done>(
  { signal }: Cli,
  options: GlobalOptions,
  { absent, vectors, open, consolidation, ofAllProjects }: Needs,
  work: (memory: OpenMemory) => Promise<Done>,
): Promise<Done> {
  const { tenant, user, agent, session } = options;
  // A project that is set for every command does not apply to a command for all projects.
  const project = ofAllProjects && !options.isProjectFlag ? undefined : options.project;
  const named = { tenantId: tenant, userId: user, agentId: agent, projectId: project, sessionId: session };
  const scope = parse(scopeSchema, named, 'scope');
  const location = locationOf(options);
  const isNew = options.store === undefined && !existsSync(location);
  const path = isNew ? locationOfNew(location, absent) : location;
  const store = isNew ? await storeAt(path, keyOf(options)) : await storeOf(options, keyOf(options));
  const embedder = vectors === undefined ? null : createEmbedder(options.embedder);
  const { retention, limits, secrets } = options.settings;
  const agents = await agentsOf(options, consolidation);
  const llm = llmOf(options);
  const souvenir = await createSouvenir({
    ...{ store, embedder, embedInBackground: vectors === 'all', agents, ...(llm && { llm }) },
    ...{ ...(retention && { retention }), ...(limits && { limits }), ...(secrets && { secrets }), ...open?.(store) },
  });
  const bar = progressBar(process.stderr);
  let isUnused = false;
  try {
    const done = await work({
      ...{ souvenir, memory: souvenir.for(scope), store, signal, embedder, onProgress: bar.draw },
      ...{ ...(options.isAnyAgent && { isAnyAgent: true }), ...hooksOf(options, souvenir, store) },
    });
    if (vectors === 'changed') await untilAborted(souvenir.settled(), signal);
    return done;
  } catch (error) {
    isUnused = isNew && (await isEmpty(store));
    throw error;
  } finally {
    bar.clear();
    await souvenir.close();
    if (isUnused) for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  }
}

/** The files of hooks next to a memory. */
function hooksOf({ db, store: address }: GlobalOptions, souvenir: Souvenir, store: Store) {
  if (address !== undefined) return {};
  const hookFolder = hookFolderOf(db);
  if (!isHookMemory(db)) return { hookFolder };
  const memory = { for: (within: object) => souvenir.for({ ...DEFAULT_OWNER, ...within }), close: async () => {} };
  const settleHooks: SettleHooks = async (selected) =>
    (await import('../hooks/settle-hooks.ts')).settleHooks(
      { db, folder: hookFolder },
      { memory, store, log: note },
      selected,
    );
  return { hookFolder, settleHooks };
}

function locationOfNew(db: string, absent: Needs['absent']): string {
  if (absent === 'made') return db;
  if (absent === undefined)
    throw new SouvenirError('notFound', `there is no memory at ${db}`, {
      advice: adviceFor(process.cwd()),
    });
  note(`there is no memory at ${db} yet; this is the result for an empty one`);
  return ':memory:';
}

/** The memory of the repository, if an agent is connected there. */
function adviceFor(folder: string): string {
  const { db } = projectAt(folder);
  return existsSync(db)
    ? `for the memory of this repository pass --db ${relative(folder, db)}`
    : 'create one with `souvenir record`, `add` or `import`, or pass another file with --db';
}

const isEmpty = async (store: Store): Promise<boolean> =>
  (await store.owners({ limit: 1 }).catch(() => [1])).length === 0;

/** A misspelt component would otherwise give an empty result. */
async function refuseUnknownComponents(
  input: unknown,
  { store, memory }: OpenMemory,
  agents: readonly Agent[],
): Promise<void> {
  const { components = [] } = input as { readonly components?: readonly string[] };
  if (components.length === 0) return;
  const known = await componentsOf(store, memory.scope, agents);
  const unknown = components.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new SouvenirError('invalidInput', `--component: there is no component ${JSON.stringify(unknown)}`, {
      advice: `there are ${[...known].sort().join(', ')}`,
    });
}

async function componentsOf(store: Store, owner: Owner, agents: readonly Agent[]): Promise<ReadonlySet<string>> {
  const own = agents.flatMap(({ components }) => components.map(({ name }) => name));
  return new Set([...own, REMEMBERED, ...Object.keys((await store.stats(owner)).components)]);
}

import { createHash } from 'node:crypto';
import type {
  Item,
  ListNamespacesOperation,
  MatchCondition,
  Operation,
  OperationResults,
  PutOperation,
  SearchItem,
  SearchOperation,
  BaseStore as Store,
} from '@langchain/langgraph-checkpoint';
import { z } from 'zod';
import { newId, timeOfId } from '../model/id.ts';
import type { Memory } from '../model/memory.ts';
import { momentSchema } from '../model/primitives.ts';
import type { ScopedSouvenir } from '../souvenir/handle.ts';
import { loadPeer } from './load-peer.ts';
import { matches, textOf } from './store-values.ts';
import { addItems, type ItemMemory, listItems } from './stored-items.ts';

const PACKAGE = '@langchain/langgraph-checkpoint';
const { BaseStore } = await loadPeer(PACKAGE, () => import('@langchain/langgraph-checkpoint'));

export type StoreMemory = ItemMemory & Pick<ScopedSouvenir, 'recall'>;

const COMPONENT = 'langgraph';
const MAX_RECALLED = 1000;
const INACTIVE_STATUSES = ['expired', 'decayed', 'archived', 'superseded'] as const;

/** Fields of an item that are stored next to its text. */
const itemDataSchema = z.object({
  namespace: z.array(z.string()),
  key: z.string(),
  value: z.record(z.string(), z.json()),
  /** The sort key: when the item was first put; after a delete, when it was put again. */
  since: z.string(),
  updatedAt: momentSchema,
  isIndexed: z.boolean(),
});
type ItemData = z.output<typeof itemDataSchema>;

const itemDataOf = (memory: Memory | undefined): ItemData | undefined =>
  itemDataSchema.safeParse(memory?.metadata[COMPONENT]).data;

const itemOf = ({ namespace, key, value, since, updatedAt }: ItemData): Item => ({
  ...{ namespace, key, value, updatedAt },
  createdAt: new Date(timeOfId(since) ?? updatedAt),
});

const beginsWith = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.every((label, at) => path[at] === label);

/** Compares a path label by label; `*` matches any label. */
function matchesCondition(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  const labels = matchType === 'prefix' ? namespace : namespace.slice(Math.max(0, namespace.length - path.length));
  return path.length <= namespace.length && path.every((label, at) => label === '*' || label === labels[at]);
}

class SouvenirStore extends BaseStore {
  readonly #memoryOf: (namespace: readonly string[]) => StoreMemory;

  constructor(memoryOf: (namespace: readonly string[]) => StoreMemory) {
    super();
    this.#memoryOf = memoryOf;
  }

  /** Performs all reads, then all writes; of several puts of a key the last one. */
  override async batch<Operations extends Operation[]>(operations: Operations): Promise<OperationResults<Operations>> {
    const puts = new Map<string, PutOperation>();
    const reads = operations.map((operation) => {
      if ('namespacePrefix' in operation) return this.#search(operation);
      if (!('key' in operation)) return this.#namespaces(operation);
      if (!('value' in operation)) return this.#get(operation);
      puts.set(JSON.stringify([operation.namespace, operation.key]), operation);
      return undefined;
    });
    const results = await Promise.all(reads);
    for (const put of puts.values()) await this.#put(put);
    return results as OperationResults<Operations>;
  }

  async #get({ namespace, key }: Pick<Item, 'namespace' | 'key'>): Promise<Item | null> {
    const memory = this.#memoryOf(namespace);
    const data = itemDataOf(await memory.memories.get(idOf(memory, namespace, key)));
    return data === undefined ? null : itemOf(data);
  }

  async #put({ namespace, key, value, index }: PutOperation): Promise<void> {
    const memory = this.#memoryOf(namespace);
    const id = idOf(memory, namespace, key);
    const stored = await memory.memories.get(id);
    if (value === null) {
      if (stored !== undefined) await memory.memories.forget(id);
      return;
    }
    const now = new Date();
    const address = [...namespace, key].join('/');
    const content = (index === false ? '' : textOf(value, index)).trim() || address;
    const metadataSince = (since: string) => ({
      [COMPONENT]: { namespace, key, value, since, updatedAt: now.toISOString(), isIndexed: index !== false },
      // A graph's data are the agent's words, not the user's.
      trust: 'agent' as const,
    });
    const fresh = metadataSince(newId(now));
    const category = namespace.join('/').slice(0, 200).trim() || COMPONENT;
    const item = { id, content, type: 'semantic', status: 'active', category, metadata: fresh } as const;
    if (stored === undefined && (await addItems(memory, COMPONENT, [item])) > 0) return;
    // The memory was deleted before, or another process has put it just now.
    if (stored === undefined) await memory.memories.restore(id);
    await memory.memories.update(id, { content, metadata: metadataSince(itemDataOf(stored)?.since ?? newId(now)) });
  }

  async #search({ namespacePrefix, filter = {}, limit = 10, offset = 0, query }: SearchOperation) {
    const memory = this.#memoryOf(namespacePrefix);
    const isIncluded = ({ namespace, value }: ItemData) =>
      beginsWith(namespace, namespacePrefix) && matches(value, filter);
    const candidates = query ? await this.#recall(memory, query) : await this.#all(memory);
    return candidates
      .filter(({ data }) => isIncluded(data))
      .slice(offset, offset + limit)
      .map(({ data, score }): SearchItem => ({ ...itemOf(data), ...(score !== undefined && { score }) }));
  }

  async #recall(memory: StoreMemory, query: string) {
    const { items } = await memory.recall(query, {
      ...{ components: [COMPONENT], topK: MAX_RECALLED, tokenBudget: null, include: [...INACTIVE_STATUSES] },
    });
    // Recall folds items with the same content; the store returns each of them.
    const recalled = items.flatMap(({ id, alsoIn = [], score }) =>
      [id, ...alsoIn.map((other) => other.id)].map((each) => ({ id: each, score })),
    );
    const withData = await Promise.all(
      recalled.map(async ({ id, score }) => ({ data: itemDataOf(await memory.memories.get(id)), score })),
    );
    return withData.flatMap(({ data, score }) => (data?.isIndexed ? [{ data, score }] : []));
  }

  /** In the order of their first put. */
  async #all(memory: StoreMemory): Promise<{ data: ItemData; score?: number }[]> {
    const items = await listItems(memory, COMPONENT);
    return items
      .flatMap((each) => itemDataOf(each) ?? [])
      .sort((one, other) => (one.since < other.since ? -1 : 1))
      .map((data) => ({ data }));
  }

  async #namespaces({ matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation): Promise<string[][]> {
    const prefix = matchConditions.find(({ matchType }) => matchType === 'prefix')?.path ?? [];
    const paths = (await this.#all(this.#memoryOf(prefix)))
      .map(({ data }) => data.namespace)
      .filter((namespace) => matchConditions.every((condition) => matchesCondition(namespace, condition)))
      .map((namespace) => namespace.slice(0, maxDepth));
    const unique = new Map(paths.map((path) => [JSON.stringify(path), path]));
    return [...unique.values()]
      .sort((one, other) => one.join(':').localeCompare(other.join(':')))
      .slice(offset, offset + limit);
  }
}

/** The same key in the same namespace gives the same memory. */
const idOf = ({ scope: { projectId } }: StoreMemory, namespace: readonly string[], key: string) =>
  createHash('sha256')
    .update(JSON.stringify([COMPONENT, projectId, namespace, key]))
    .digest('base64url');

/**
 * A LangGraph store over a memory: an item is a memory, a repeated put its next version, a delete forgets it, a query recalls.
 * A function chooses the memory of a namespace; a search then covers the memory of its prefix.
 * @example await langGraphStore(ana).put(['users', 'ana'], 'bread', { text: 'Ana likes rye bread.' });
 */
export const langGraphStore = (memory: StoreMemory | ((namespace: readonly string[]) => StoreMemory)): Store =>
  new SouvenirStore(typeof memory === 'function' ? memory : () => memory);

import { z } from 'zod';
import { MAX_LISTED, type OwnerPage, ownerPages, type Store } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import { parse } from '../../model/parse.ts';
import type { Owner } from '../../model/scope.ts';
import { Directory } from './directory.ts';
import { checkedOptions, type PostgresStoreOptions } from './options.ts';
import { DATABASE, translateError } from './translate-error.ts';

const nodesSchema = z.record(
  z.string().min(1),
  z.custom<Store>((value) => typeof (value as Store | undefined)?.write === 'function', 'must be a store'),
);

export interface PostgresNodesOptions {
  /**
   * The database that maps tenants to nodes: one of the nodes, or another. A call uses one of its connections until it ends. With a url there are
   * at most 50; a pool must be its own, as a call would wait for itself on a node's pool.
   */
  readonly directory: PostgresStoreOptions;
  /** Nodes by permanent names, which the directory stores. Tenants that a node already has are assigned to it when it is first named. */
  readonly nodes: Readonly<Record<string, Store>>;
}

/** Several stores as one. */
export interface PlacedStore extends Store {
  /** The node of each tenant. */
  places(): Promise<ReadonlyMap<string, string>>;
  /** Acts while nothing of this tenant is written; then assigns it to the node that the action returns. */
  alone(tenantId: string, action: (node: string, nodes: ReadonlyMap<string, Store>) => Promise<string>): Promise<void>;
}

const UNROUTED_METHODS: ReadonlySet<string> = new Set(['open', 'close', 'owners']);
/** All other methods wait while a tenant is moved. */
const READ_METHODS: ReadonlySet<string> = new Set([
  ...(['getEpisodes', 'listEpisodes', 'getMemories', 'listMemories', 'rankMemories', 'searchText'] as const),
  ...(['searchVector', 'listSessions', 'listEntities', 'matchEntities', 'relationshipsOf', 'searchEntities'] as const),
  ...(['linksOf', 'versionsOf', 'changedMemories', 'vectorsOf', 'noteOf', 'listNotes', 'embeddingsOf'] as const),
  ...(['progressSteps', 'pendingSessions', 'listUnembedded', 'countUnembedded', 'countHappenings'] as const),
  ...(['countMentions', 'countMemories', 'stats', 'owners'] as const),
] satisfies (keyof Store)[]);

/**
 * Several databases as one store: a tenant is on one of them, and a directory maps tenants to nodes.
 * @example const store = postgresNodes({
 *   directory: { url: 'postgres://one/memory' },
 *   nodes: { one: postgresStore({ url: 'postgres://one/memory' }), two: postgresStore({ url: 'postgres://two/memory' }) },
 * });
 */
export function postgresNodes(options: PostgresNodesOptions): PlacedStore {
  const settings = checkedOptions(options.directory, 'postgresNodes.directory');
  const nodes = new Map(Object.entries(parse(nodesSchema, options.nodes, 'postgresNodes.nodes')));
  const [first] = nodes.values();
  if (first === undefined) throw new SouvenirError('invalidInput', 'postgresNodes.nodes: names none');
  let opening: Promise<Directory> | undefined;
  let directory: Directory | undefined;
  let areAdopted = false;

  const closeAll = async () => {
    const closing = directory;
    [directory, opening] = [undefined, undefined];
    await Promise.all([...nodes.values()].map((node) => node.close()));
    await closing?.end();
  };

  async function use<Result>(action: (open: Directory) => Promise<Result>): Promise<Result> {
    if (directory === undefined) throw notOpen();
    return action(directory);
  }

  const nodeOf = (name: string): Store => {
    const node = nodes.get(name);
    if (node !== undefined) return node;
    throw new SouvenirError(
      'invalidInput',
      `The directory places this tenant on ${name}, which is not among the nodes.`,
      {
        advice: 'Name every node that holds a tenant.',
      },
    );
  };

  const smallestNode = (counts: ReadonlyMap<string, number>): string =>
    [...nodes.keys()].reduce((smallest, name) =>
      (counts.get(name) ?? 0) < (counts.get(smallest) ?? 0) ? name : smallest,
    );

  /** Assigns the tenants that a node had before it was named. An unreachable node is reported after the others. */
  async function adopt(open: Directory): Promise<void> {
    if (areAdopted) return;
    const done = await open.adoptedNodes();
    const failures: unknown[] = [];
    for (const [name, node] of nodes)
      if (!done.has(name))
        try {
          await node.open();
          await open.adopt(name, tenantPages(node));
        } catch (error) {
          failures.push(error);
        }
    if (failures.length > 0) throw failures[0];
    areAdopted = true;
  }

  /** A process without the directory may have written since. */
  async function findExistingNode(tenantId: string): Promise<string | undefined> {
    for (const [name, node] of nodes)
      try {
        await node.open();
        if ((await node.owners({ tenantId, limit: 1 })).length > 0) return name;
      } catch (error) {
        throwUnlessUnreachable(error);
      }
    return undefined;
  }

  const onNode = <Result>(method: keyof Store, tenant: string, action: (store: Store) => Promise<Result>) =>
    use(async (open) => {
      // Reads of an unassigned tenant return nothing.
      const mayAssign = method === 'write';
      const act = (isSettled: boolean) =>
        open.withNode({ tenant, isReading: READ_METHODS.has(method) }, async (name) => {
          if (name === undefined && !isSettled) return undefined;
          const store = name === undefined ? first : nodeOf(name);
          // The node may have been unreachable until now; after `close` it stays closed.
          if (directory !== open) throw notOpen();
          await store.open();
          return { result: await action(store) };
        });
      const outcome = await act(areAdopted && !mayAssign);
      if (outcome !== undefined) return outcome.result;
      await adopt(open);
      if (mayAssign) {
        const existingNode = await findExistingNode(tenant);
        await open.assign(tenant, (counts) => existingNode ?? smallestNode(counts));
      }
      return (await act(true))?.result as Result;
    });

  const routed =
    (method: keyof Store) =>
    (owner: Owner, ...rest: unknown[]) =>
      onNode(method, owner.tenantId, (store) =>
        (store[method] as (...all: unknown[]) => Promise<unknown>)(owner, ...rest),
      );

  /** Lists each owner from its assigned node only, because a move may have left data elsewhere; again if a move ended meanwhile. */
  async function owners(open: Directory, page: OwnerPage): Promise<Owner[]> {
    const { limit = MAX_LISTED } = page;
    await adopt(open);
    for (let before = await open.nodesByTenant(); ; ) {
      const matches: Owner[] = [];
      for (const [name, node] of nodes) {
        await node.open();
        matches.push(...(await ownersOn(node, page, ({ tenantId }) => before.get(tenantId) === name)));
      }
      const after = await open.nodesByTenant();
      if ([...before].every(([tenant, node]) => after.get(tenant) === node))
        return matches.sort(compareOwners).slice(0, Math.max(0, limit));
      before = after;
    }
  }

  const methods = (Object.keys(first) as (keyof Store)[]).filter(
    (name) => typeof first[name] === 'function' && !UNROUTED_METHODS.has(name),
  );
  return {
    ...(Object.fromEntries(methods.map((name) => [name, routed(name)])) as unknown as Store),
    name: 'nodes',
    ...exactSearchLimitOf([...nodes.values()]),
    ...leftoversOf([...nodes.values()]),
    async open() {
      opening ??= (async () => {
        for (const node of nodes.values()) await node.open().catch(throwUnlessUnreachable);
        return Directory.open(settings);
      })();
      try {
        directory = await opening;
        await adopt(directory).catch(throwUnlessUnreachable);
      } catch (error) {
        await closeAll();
        throw translateError(error, DATABASE);
      }
    },
    async close() {
      await opening?.catch(() => undefined);
      await closeAll();
    },
    async owners(page = {}) {
      if (page.tenantId === undefined) return use((open) => owners(open, page));
      return onNode('owners', page.tenantId, (store) => store.owners(page));
    },
    places: () => use((open) => open.nodesByTenant()),
    alone: (tenantId, action) =>
      use(async (open) => {
        await adopt(open);
        await open.runExclusively(tenantId, async (name) => {
          if (name === undefined) throw new SouvenirError('notFound', `There is no tenant ${tenantId}.`);
          for (const node of nodes.values()) await node.open();
          return action(name, nodes);
        });
      }),
  };
}

const notOpen = () => new SouvenirError('closed', `${DATABASE} is not open.`, { advice: 'Call open() first.' });

function throwUnlessUnreachable(error: unknown): void {
  if (!SouvenirError.is(error) || error.code !== 'unreachable') throw error;
}

async function* tenantPages(node: Store): AsyncGenerator<string[]> {
  for await (const page of ownerPages(node)) yield page.map(({ tenantId }) => tenantId);
}

const leftoversOf = (stores: readonly Store[]): Pick<Store, 'unreached'> => {
  const reported = [...new Set(stores.flatMap(({ unreached }) => unreached ?? []))];
  return reported.length === 0 ? {} : { unreached: reported.join(', ') };
};

/** The smallest limit of all nodes. */
const exactSearchLimitOf = (stores: readonly Store[]): Pick<Store, 'exactUpTo'> => {
  const limits = stores.flatMap(({ exactUpTo }) => exactUpTo ?? []);
  return limits.length === 0 ? {} : { exactUpTo: Math.min(...limits) };
};

async function ownersOn(node: Store, page: OwnerPage, isAssigned: (owner: Owner) => boolean): Promise<Owner[]> {
  const matches: Owner[] = [];
  for (let { after } = page; matches.length < (page.limit ?? MAX_LISTED); ) {
    const batch = await node.owners({ ...page, limit: MAX_LISTED, ...(after && { after }) });
    matches.push(...batch.filter(isAssigned));
    if (batch.length < MAX_LISTED) break;
    after = batch.at(-1);
  }
  return matches;
}

const compareOwners = (one: Owner, other: Owner): number =>
  ID_PARTS.map((part) => Buffer.compare(Buffer.from(one[part]), Buffer.from(other[part]))).find(Boolean) ?? 0;

const ID_PARTS = ['tenantId', 'userId', 'agentId'] as const;

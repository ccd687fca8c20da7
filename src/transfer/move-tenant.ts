import { randomUUID } from 'node:crypto';
import { episodePages, everySession, ownersOf, type Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import { memoryStatusSchema } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import { type CopyOptions, type CopyReport, copyStore } from './copy-store.ts';

/** Several databases as one store, as `postgresNodes()`. */
export interface NodesStore {
  /** Acts while nothing of this tenant is written; then assigns it to the node that the action returns. */
  alone(tenantId: string, action: (node: string, nodes: ReadonlyMap<string, Store>) => Promise<string>): Promise<void>;
}

export interface MoveReport extends CopyReport {
  readonly from: string;
  readonly to: string;
}

/** Moves a tenant while its writes wait. After an interruption it is whole at one node; moving it again erases the leftovers. */
export async function moveTenant(
  store: NodesStore,
  tenantId: string,
  to: string,
  options: CopyOptions,
): Promise<MoveReport> {
  let report: MoveReport | undefined;
  await store.alone(tenantId, async (from, nodes) => {
    const [source, target] = [nodes.get(from), nodes.get(to)];
    if (target === undefined)
      throw new SouvenirError('notFound', `there is no node ${to}`, {
        advice: `name one of ${[...nodes.keys()].join(', ')}`,
      });
    if (source === undefined) throw new SouvenirError('notFound', `${tenantId} is on ${from}, which is not open here`);
    await refuseSameDatabase(nodes);
    if (from !== to) await eraseTenant(target, tenantId);
    const copied = await copyStore(source, target, { ...options, tenantId });
    if (copied.differences.length > 0)
      throw new SouvenirError('conflict', `the copy of ${tenantId} differs in ${copied.differences[0]?.kind}`, {
        advice: 'nothing was moved; move it again',
      });
    report = { ...copied, from, to };
    return to;
  });
  await store.alone(tenantId, async (currentNode, nodes) => {
    for (const [name, node] of nodes) if (name !== currentNode) await eraseTenant(node, tenantId);
    return currentNode;
  });
  return report as MoveReport;
}

/** Erasing a tenant on one of two nodes that are the same database would erase it on both. Each node writes a note; two notes in a node are the same database. */
async function refuseSameDatabase(nodes: ReadonlyMap<string, Store>): Promise<void> {
  const probe: Owner = { tenantId: `probe-${randomUUID()}`, userId: 'probe', agentId: 'probe' };
  try {
    for (const [name, node] of nodes) await node.write(probe, { notes: [{ name, value: name }] });
    for (const node of nodes.values()) {
      const names = (await node.listNotes(probe)).map(({ name }) => name);
      if (names.length > 1)
        throw new SouvenirError('invalidInput', `${names.join(' and ')} are one database`, {
          advice: 'name every database once; nothing was moved',
        });
    }
  } finally {
    for (const node of nodes.values()) await node.eraseOwner(probe);
  }
}

const AT_ONCE = 100;

async function eraseTenant(store: Store, tenantId: string): Promise<void> {
  const filter = { statuses: memoryStatusSchema.options };
  for (const owner of await ownersOf(store, { tenantId })) {
    for (;;) {
      const page = await store.listMemories(owner, { filter, limit: AT_ONCE });
      if (page.length === 0) break;
      await store.erase(owner, { memoryIds: page.map(({ id }) => id), episodeIds: [] });
    }
    for (const { sessionId } of await everySession(store, owner))
      for await (const page of episodePages(store, owner, { sessionId, withHidden: true }))
        await store.erase(owner, { memoryIds: [], episodeIds: page.map(({ id }) => id) });
    await store.eraseOwner(owner);
  }
}

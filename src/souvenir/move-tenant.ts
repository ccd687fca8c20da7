import { randomUUID } from 'node:crypto';
import { episodePages, everySession, ownerPages, type Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import { memoryStatusSchema } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import type { PlacedStore } from '../stores/postgres/postgres-nodes.ts';
import { type CopyOptions, type CopyReport, copyStore } from './copy-store.ts';

export interface MoveReport extends CopyReport {
  readonly from: string;
  readonly to: string;
}

/**
 * Moves a tenant to another node while its writes wait. After an interruption the tenant is whole at one of the nodes; leftovers are erased when
 * it is moved again, even to the node where it is.
 */
export async function moveTenant(
  store: PlacedStore,
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
  // The move is complete; leftovers on other nodes are out of sight.
  await store.alone(tenantId, async (currentNode, nodes) => {
    for (const [name, node] of nodes) if (name !== currentNode) await eraseTenant(node, tenantId);
    return currentNode;
  });
  return report as MoveReport;
}

/** A database under two names would lose data when the other name is erased. Each name writes a probe; a probe read under another name reveals it. */
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
  const owners: Owner[] = [];
  for await (const page of ownerPages(store, { tenantId })) owners.push(...page);
  for (const owner of owners) {
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

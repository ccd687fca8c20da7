import type { z } from 'zod';
import { linksAt } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Link, LinkType } from '../model/graph.ts';
import type { Neighbour, neighboursOptionsSchema } from '../model/revision.ts';
import { isWithin } from '../model/scope.ts';
import { leadsTo } from '../reconcile/consequences.ts';
import { commit, type MemoryContext } from './context.ts';
import { mustBeVisible, mustFind } from './find-memory.ts';

const WITHOUT_CIRCLES: ReadonlySet<LinkType> = new Set(['supersedes', 'derivedFrom']);

export async function link(newLink: Omit<Link, 'createdAt'>, context: MemoryContext): Promise<Link> {
  const { fromId, toId, type } = newLink;
  if (fromId === toId) throw new SouvenirError('invalidInput', 'toId: a memory cannot be linked to itself');
  await mustBeVisible(fromId, context);
  await mustBeVisible(toId, context);
  if (WITHOUT_CIRCLES.has(type) && (await leadsTo(toId, fromId, type, context)))
    throw new SouvenirError('invalidInput', `toId: this ${type} link would close a circle`, {
      advice: 'unlink() the opposite link first',
    });
  const now = context.clock.now();
  const before = (await between(fromId, toId, context)).find((each) => each.type === type);
  const saved: Link = { ...newLink, createdAt: before?.createdAt ?? now };
  await commit({ at: now, links: [saved] }, context);
  return saved;
}

export async function unlink(
  fromId: string,
  toId: string,
  type: LinkType | undefined,
  context: MemoryContext,
): Promise<number> {
  await mustFind(fromId, context);
  await mustFind(toId, context);
  const removed = (await between(fromId, toId, context)).filter((each) => type === undefined || each.type === type);
  if (removed.length === 0) return 0;
  const unlinks = removed.map((each) => ({ fromId: each.fromId, toId: each.toId, type: each.type }));
  await commit({ at: context.clock.now(), unlinks }, context);
  return removed.length;
}

async function between(fromId: string, toId: string, { owner, store }: MemoryContext): Promise<Link[]> {
  return (await linksAt(store, owner, [fromId])).filter((each) => each.fromId === fromId && each.toId === toId);
}

type LinkPath = Pick<Neighbour, 'path' | 'strength'>;

/** Memories reached by links in either direction, each once, nearest first; no path leads through a forgotten one. */
export async function neighbours(
  id: string,
  { depth: maxDepth, types, minStrength, limit }: z.output<typeof neighboursOptionsSchema>,
  context: MemoryContext,
): Promise<Neighbour[]> {
  const { owner, within, store } = context;
  await mustBeVisible(id, context);
  const result: Neighbour[] = [];
  const seen = new Set([id]);
  let linkPaths = new Map<string, LinkPath>([[id, { path: [id], strength: 1 }]]);
  for (let depth = 1; depth <= maxDepth && linkPaths.size > 0 && result.length < limit; depth++) {
    const links = await linksAt(store, owner, [...linkPaths.keys()]);
    const wanted = links.filter(({ type }) => types?.includes(type) ?? true);
    const onward = strongest(wanted, linkPaths, seen, minStrength);
    const memories = await store.getMemories(owner, [...onward.keys()]);
    const step = memories
      .filter((memory) => memory.status !== 'forgotten' && isWithin(within)(memory))
      .map((memory) => ({ memory, depth, ...(onward.get(memory.id) as LinkPath) }))
      .sort((a, b) => b.strength - a.strength || (a.memory.id < b.memory.id ? -1 : 1));
    result.push(...step);
    for (const reached of onward.keys()) seen.add(reached);
    linkPaths = new Map(step.map(({ memory, path, strength }) => [memory.id, { path, strength }]));
  }
  return result.slice(0, limit);
}

function strongest(
  links: readonly Link[],
  linkPaths: ReadonlyMap<string, LinkPath>,
  seen: ReadonlySet<string>,
  minStrength: number,
): Map<string, LinkPath> {
  const onward = new Map<string, LinkPath>();
  for (const link of links)
    for (const [near, far] of [
      [link.fromId, link.toId],
      [link.toId, link.fromId],
    ] as const) {
      const linkPath = linkPaths.get(near);
      if (linkPath === undefined || seen.has(far)) continue;
      const strength = linkPath.strength * link.strength;
      if (strength < minStrength || strength <= (onward.get(far)?.strength ?? -1)) continue;
      onward.set(far, { path: [...linkPath.path, far], strength });
    }
  return onward;
}

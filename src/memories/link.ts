import { SouvenirError } from '../errors.ts';
import type { Link, LinkType } from '../model/graph.ts';
import { leadsTo } from '../reconcile/leads-to.ts';
import { commit } from './commit.ts';
import type { ReviseContext } from './context.ts';
import { mustFind, mustSee } from './find-memory.ts';

/** Nothing replaces itself, and nothing is derived from itself, over however many steps. */
const WITHOUT_CIRCLES: ReadonlySet<LinkType> = new Set(['supersedes', 'derivedFrom']);

export async function link(asked: Omit<Link, 'createdAt'>, context: ReviseContext): Promise<Link> {
  const { fromId, toId, type } = asked;
  if (fromId === toId) throw new SouvenirError('invalidInput', 'toId: a memory cannot be linked to itself');
  await mustSee(fromId, context);
  await mustSee(toId, context);
  if (WITHOUT_CIRCLES.has(type) && (await leadsTo(toId, fromId, type, context)))
    throw new SouvenirError('invalidInput', `toId: this ${type} link would close a circle`, {
      advice: 'unlink() the way back first',
    });
  const now = context.clock.now();
  const before = (await between(fromId, toId, context)).find((each) => each.type === type);
  const tie: Link = { ...asked, createdAt: before?.createdAt ?? now };
  await commit({ at: now, links: [tie] }, context);
  return tie;
}

export async function unlink(
  fromId: string,
  toId: string,
  type: LinkType | undefined,
  context: ReviseContext,
): Promise<number> {
  await mustFind(fromId, context);
  await mustFind(toId, context);
  const ties = (await between(fromId, toId, context)).filter((each) => type === undefined || each.type === type);
  if (ties.length === 0) return 0;
  const unlinks = ties.map((each) => ({ fromId: each.fromId, toId: each.toId, type: each.type }));
  await commit({ at: context.clock.now(), unlinks }, context);
  return ties.length;
}

async function between(fromId: string, toId: string, { owner, store }: ReviseContext): Promise<Link[]> {
  return (await store.linksOf(owner, [fromId])).filter((each) => each.fromId === fromId && each.toId === toId);
}

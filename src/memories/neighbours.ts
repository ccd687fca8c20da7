import type { z } from 'zod';
import type { Link } from '../model/graph.ts';
import type { Neighbour, neighboursOptionsSchema } from '../model/revision.ts';
import { isWithin } from '../model/scope.ts';
import type { ReviseContext } from './context.ts';
import { mustSee } from './find-memory.ts';

type Way = Pick<Neighbour, 'path' | 'strength'>;

/** What links lead to, in either direction, step by step; nothing twice, and no way leads over what is forgotten. */
export async function neighbours(
  id: string,
  { depth: deepest, types, minStrength, limit }: z.output<typeof neighboursOptionsSchema>,
  context: ReviseContext,
): Promise<Neighbour[]> {
  const { owner, within, store } = context;
  await mustSee(id, context);
  const found: Neighbour[] = [];
  const seen = new Set([id]);
  let ways = new Map<string, Way>([[id, { path: [id], strength: 1 }]]);
  for (let depth = 1; depth <= deepest && ways.size > 0 && found.length < limit; depth++) {
    const links = await store.linksOf(owner, [...ways.keys()]);
    const wanted = links.filter(({ type }) => types?.includes(type) ?? true);
    const onward = strongest(wanted, ways, seen, minStrength);
    const memories = await store.getMemories(owner, [...onward.keys()]);
    const step = memories
      .filter((memory) => memory.status !== 'forgotten' && isWithin(within)(memory))
      .map((memory) => ({ memory, depth, ...(onward.get(memory.id) as Way) }))
      .sort((a, b) => b.strength - a.strength || (a.memory.id < b.memory.id ? -1 : 1));
    found.push(...step);
    for (const reached of onward.keys()) seen.add(reached);
    ways = new Map(step.map(({ memory, path, strength }) => [memory.id, { path, strength }]));
  }
  return found.slice(0, limit);
}

/** The strongest way to each memory that is one step further. */
function strongest(
  links: readonly Link[],
  ways: ReadonlyMap<string, Way>,
  seen: ReadonlySet<string>,
  minStrength: number,
): Map<string, Way> {
  const onward = new Map<string, Way>();
  for (const link of links)
    for (const [near, far] of [
      [link.fromId, link.toId],
      [link.toId, link.fromId],
    ] as const) {
      const way = ways.get(near);
      if (way === undefined || seen.has(far)) continue;
      const strength = way.strength * link.strength;
      if (strength < minStrength || strength <= (onward.get(far)?.strength ?? -1)) continue;
      onward.set(far, { path: [...way.path, far], strength });
    }
  return onward;
}

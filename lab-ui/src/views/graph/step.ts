import type { Drawn } from './drawn.ts';
import type { Layout, NodePosition } from './layout.ts';

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The neighbour nearest to the direction of an arrow key, else the next entity in that direction. */
export function stepFrom(id: string, arrow: string, { neighbours }: Drawn, layout: Layout): string | undefined {
  const [way, from] = [WAYS[arrow], layout.byId.get(id)];
  if (way === undefined || from === undefined) return undefined;
  const tied = layout.places.filter((place) => neighbours.get(id)?.has(place.id));
  return (nearest(tied, from, way) ?? nearest(layout.places, from, way))?.id;
}

/** Slightly more than 45 degrees to either side. */
const MIN_COSINE = 0.6;

function nearest(
  places: readonly NodePosition[],
  from: NodePosition,
  [right, down]: readonly [number, number],
): NodePosition | undefined {
  let [found, least]: [NodePosition | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const place of places) {
    const [x, y] = [place.x - from.x, place.y - from.y];
    const distance = Math.hypot(x, y);
    const cosine = (x * right + y * down) / (distance || 1);
    const cost = distance / cosine ** 2;
    if (cosine > MIN_COSINE && cost < least) [found, least] = [place, cost];
  }
  return found;
}

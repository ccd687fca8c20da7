import {
  type Force,
  forceCollide,
  forceLink,
  forceManyBody,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';
import type { Drawn } from './drawn.ts';

export interface NodePosition extends SimulationNodeDatum {
  readonly id: string;
  readonly radius: number;
  x: number;
  y: number;
}

export interface Layout {
  readonly places: readonly NodePosition[];
  readonly byId: ReadonlyMap<string, NodePosition>;
  /** Some entities have a position from before and should hardly move. */
  readonly isGrown: boolean;
}

/** Milliseconds of layout per frame of 16; drawing takes the rest. */
const SLICE_MS = 10;
/** Parameters of the d3 simulation: decay, end, friction. */
const [COOLING, COLD, FRICTION] = [0.055, 0.001, 0.6];
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Known entities keep their position, others begin next to a neighbour, or on a spiral. */
export function layoutOf({ entities, neighbours }: Drawn, before: Layout | undefined): Layout {
  const places = entities.map(({ id, memories }, index): NodePosition => {
    const radius = Math.min(16, 4 + 2 * Math.sqrt(memories));
    const old = before?.byId.get(id);
    if (old !== undefined) return { id, radius, x: old.x, y: old.y };
    const near = [...(neighbours.get(id) ?? [])].map((other) => before?.byId.get(other)).find((place) => place);
    const [turn, far] = [index * GOLDEN_ANGLE, near === undefined ? 24 * Math.sqrt(index + 0.5) : 50];
    return { id, radius, x: (near?.x ?? 0) + far * Math.cos(turn), y: (near?.y ?? 0) + far * Math.sin(turn) };
  });
  return { places, byId: new Map(places.map((place) => [place.id, place])), isGrown: before !== undefined };
}

export function settle(
  { places, isGrown }: Layout,
  { edges }: Drawn,
  onMoved: (isSettled: boolean) => void,
): () => void {
  const links: SimulationLinkDatum<NodePosition>[] = edges.map(({ fromId, toId }) => ({
    source: fromId,
    target: toId,
  }));
  const moved = places.map((place, index) => Object.assign(place, { index, vx: 0, vy: 0 }));
  const forces: Force<NodePosition, SimulationLinkDatum<NodePosition>>[] = [
    forceManyBody<NodePosition>().strength(-140).distanceMax(600).theta(1.2),
    forceLink<NodePosition, SimulationLinkDatum<NodePosition>>(links)
      .id(({ id }) => id)
      .distance(90),
    forceX<NodePosition>().strength(0.025),
    forceY<NodePosition>().strength(0.09),
    forceCollide<NodePosition>(({ radius }) => radius + 8),
  ];
  for (const force of forces) force.initialize?.(moved, Math.random);
  let heat = isGrown ? 0.3 : 1;
  let at = 0;
  // A whole tick takes too long while the code is cold.
  const step = () => {
    if (at === 0) heat *= 1 - COOLING;
    forces[at]?.(heat);
    at = (at + 1) % forces.length;
    if (at > 0) return;
    for (const place of moved) {
      place.x += place.vx *= FRICTION;
      place.y += place.vy *= FRICTION;
    }
  };
  const slice = () => {
    const until = performance.now() + SLICE_MS;
    do step();
    while (performance.now() < until && (at > 0 || heat > COLD));
    const isSettled = at === 0 && heat <= COLD;
    if (at === 0) onMoved(isSettled);
    if (!isSettled) next = setTimeout(slice);
  };
  let next = setTimeout(slice);
  return () => clearTimeout(next);
}

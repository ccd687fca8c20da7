import { type Camera, radiusAt, type Size, seenAt } from './camera.ts';
import type { Drawn } from './drawn.ts';
import type { Layout } from './layout.ts';

interface Picture {
  readonly drawn: Drawn;
  readonly layout: Layout;
  readonly chosen: string | undefined;
  readonly scale: number;
}

/**
 * Positions circles, lines and names. It sets attributes directly: a thousand nodes move in every frame, and nothing
 * else about them changes.
 */
export function placeElements(svg: SVGSVGElement, { drawn, layout: { places, byId }, chosen, scale }: Picture): void {
  const at = (coordinate: number): string => (coordinate * scale).toFixed(1);
  svg.querySelectorAll('.node').forEach((node, index) => {
    const place = places[index];
    if (place === undefined) return;
    node.setAttribute('cx', at(place.x));
    node.setAttribute('cy', at(place.y));
    node.setAttribute('r', radiusAt(place.radius, scale).toFixed(1));
  });
  let [far, near] = ['', ''];
  for (const { fromId, toId } of drawn.edges) {
    const [from, to] = [byId.get(fromId), byId.get(toId)];
    if (from === undefined || to === undefined) continue;
    const line = `M${at(from.x)} ${at(from.y)}L${at(to.x)} ${at(to.y)}`;
    if (fromId === chosen || toId === chosen) near += line;
    else far += line;
  }
  svg.querySelector('.ties')?.setAttribute('d', far);
  svg.querySelector('.ties-near')?.setAttribute('d', near);
  for (const name of svg.querySelectorAll<SVGTextElement>('.name[data-id]')) {
    const place = byId.get(name.dataset['id'] ?? '');
    if (place === undefined) continue;
    name.setAttribute('x', at(place.x));
    name.setAttribute('y', (place.y * scale + radiusAt(place.radius, scale)).toFixed(1));
  }
  for (const relation of svg.querySelectorAll<SVGTextElement>('.relation')) {
    const tie = drawn.edges[Number(relation.dataset['tie'])];
    const [from, to] = [byId.get(tie?.fromId ?? ''), byId.get(tie?.toId ?? '')];
    if (from === undefined || to === undefined) continue;
    relation.setAttribute('x', at((from.x + to.x) / 2));
    relation.setAttribute('y', at((from.y + to.y) / 2));
  }
}

/** Width of a letter with its halo, and distance from the circle, in pixels. */
const [LETTER, ASIDE] = [7, 4];

/** Keeps names at the edges readable by moving them next to their circles. */
export function keepNamesInside(svg: SVGSVGElement, { byId }: Layout, camera: Camera, { width }: Size): void {
  for (const name of svg.querySelectorAll<SVGTextElement>('.name[data-id]')) {
    const place = byId.get(name.dataset['id'] ?? '');
    if (place === undefined) continue;
    const { x } = seenAt(place, camera);
    const half = ((name.textContent ?? '').length * LETTER) / 2 + ASIDE;
    const isSeen = x >= 0 && x <= width && 2 * half < width;
    const visibleX = isSeen ? Math.min(width - half, Math.max(half, x)) : x;
    name.setAttribute('x', (visibleX - camera.x).toFixed(1));
  }
}

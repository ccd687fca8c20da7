import type { NodePosition } from './layout.ts';

/** A point of the plane is drawn at `point * scale + (x, y)`. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const [MIN_SCALE, MAX_SCALE] = [0.1, 6];
const [ASIDE, ABOVE] = [64, 36];

export function zoomed(camera: Camera, scale: number, at: Point): Camera {
  const bounded = Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
  const factor = bounded / camera.scale;
  return { x: at.x - (at.x - camera.x) * factor, y: at.y - (at.y - camera.y) * factor, scale: bounded };
}

export function fitting(places: readonly NodePosition[], { width, height }: Size, nearest: number): Camera {
  if (places.length === 0) return { x: width / 2, y: height / 2, scale: 1 };
  const [left, right] = boundsOf(places.map(({ x }) => x));
  const [top, bottom] = boundsOf(places.map(({ y }) => y));
  const fits = Math.min((width - 2 * ASIDE) / (right - left || 1), (height - 2 * ABOVE) / (bottom - top || 1));
  const scale = Math.min(nearest, Math.max(MIN_SCALE, fits));
  return { x: width / 2 - (scale * (left + right)) / 2, y: height / 2 - (scale * (top + bottom)) / 2, scale };
}

const boundsOf = (values: readonly number[]): [number, number] =>
  values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as [number, number]);

export const seenAt = ({ x, y }: Point, camera: Camera): Point => ({
  x: x * camera.scale + camera.x,
  y: y * camera.scale + camera.y,
});

/** Circles shrink more slowly than distances, so that they stay visible. */
export const radiusAt = (radius: number, scale: number): number => radius * Math.min(1.4, Math.max(0.4, scale ** 0.7));

export function placeUnder(places: readonly NodePosition[], point: Point, camera: Camera): NodePosition | undefined {
  let [found, nearest]: [NodePosition | undefined, number] = [undefined, 12];
  for (const place of places) {
    const { x, y } = seenAt(place, camera);
    const distance = Math.hypot(point.x - x, point.y - y) - radiusAt(place.radius, camera.scale);
    if (distance < nearest) [found, nearest] = [place, distance];
  }
  return found;
}

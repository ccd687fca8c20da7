import { radiusAt } from './camera.ts';
import type { Layout } from './layout.ts';

const [LETTER, LINE] = [7, 16];
const MAX_LABEL_CHARS = 26;

export const shortened = (name: string): string =>
  name.length > MAX_LABEL_CHARS ? `${name.slice(0, MAX_LABEL_CHARS - 1).toWellFormed()}…` : name;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

export function labelled(
  ids: Iterable<string>,
  names: ReadonlyMap<string, string>,
  layout: Layout,
  scale: number,
): Set<string> {
  // Zoomed out, names keep a distance and do not hide their circles.
  const apart = LINE * Math.min(2.5, Math.max(1, 1 / scale));
  const shown = new Set<string>();
  const rows = new Map<number, Box[]>();
  for (const id of ids) {
    const place = layout.byId.get(id);
    if (place === undefined || shown.has(id)) continue;
    const half = (shortened(names.get(id) ?? '').length * LETTER) / 2 + (apart - LINE) / 2 + 3;
    const [x, top] = [place.x * scale, place.y * scale + radiusAt(place.radius, scale)];
    const box = { left: x - half, right: x + half, top };
    const row = Math.floor(top / apart);
    const near = [row - 1, row, row + 1].flatMap((each) => rows.get(each) ?? []);
    if (near.some((other) => isOver(box, other, apart))) continue;
    rows.set(row, [...(rows.get(row) ?? []), box]);
    shown.add(id);
  }
  return shown;
}

const isOver = (a: Box, b: Box, apart: number): boolean =>
  a.left < b.right && b.left < a.right && Math.abs(a.top - b.top) < apart;

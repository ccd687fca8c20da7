import type { Memory } from '../../../../src/index.ts';
import { isPartOf, sourceOf } from '../../../../src/model/listed.ts';

export interface ShownRow {
  readonly memory: Memory;
  /** It comes from the episode in the row above. */
  readonly isRead: boolean;
}

const FAR = 8;

/** The memory in a row: among adjacent ones from one episode, the episode comes first. */
export function shownRow(row: (index: number) => Memory | undefined, index: number): ShownRow | undefined {
  const memory = row(index);
  const source = memory && sourceOf(memory);
  if (memory === undefined || source === undefined) return memory && { memory, isRead: false };
  const isSame = (at: number) => {
    const other = row(at);
    return other !== undefined && sourceOf(other) === source;
  };
  let [first, last] = [index, index];
  while (first > index - FAR && isSame(first - 1)) first--;
  while (last < index + FAR && isSame(last + 1)) last++;
  const places = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const turnAt = places.find((at) => row(at)?.type === 'episodic');
  const turn = turnAt === undefined ? undefined : row(turnAt);
  if (turn === undefined || turnAt === undefined) return { memory, isRead: false };
  const shown = index === first ? turn : ((index <= turnAt ? row(index - 1) : memory) ?? memory);
  return { memory: shown, isRead: isPartOf(shown, turn) };
}

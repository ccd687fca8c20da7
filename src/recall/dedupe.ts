import type { Languages } from '../contracts/language.ts';
import { happenedAt, type Memory } from '../model/memory.ts';
import { words } from '../text/words.ts';
import { speakerOf } from './features.ts';
import type { Sure } from './threshold.ts';

/** Near-duplicates are looked for among this many of the best; behind them only what reads the same is folded. */
const COMPARED = 60;

/** A memory to show, with the place and the score of the best of those that say the same. */
export interface Distinct extends Sure {
  readonly folded: readonly Memory[];
}

interface Group {
  readonly best: Sure;
  shown: Memory;
  readonly folded: Memory[];
}

/** Each statement once, in the order of the best that makes it; of those that make it, the one to trust most is shown. A turn and what was drawn from it are one. */
export function dedupe(scored: readonly Sure[], languages: Languages): Distinct[] {
  const groups: Group[] = [];
  const byText = new Map<string, Group>();
  const bySource = new Map<string, Group>();
  for (const [at, best] of scored.entries()) {
    const { memory } = best;
    const key = JSON.stringify([speakerOf(memory), memory.metadata['role'], memory.content.trim().toLowerCase()]);
    const source = sourceOf(memory);
    const told = bySource.get(source);
    const same =
      byText.get(key) ??
      (told !== undefined && isTurn(memory) !== isTurn(told.shown) ? told : undefined) ??
      (at < COMPARED ? groups.find(({ shown }) => sameStatement(shown, memory, languages)) : undefined);
    const group = same ?? { best, shown: memory, folded: [] };
    if (same === undefined) groups.push(group);
    else fold(same, memory);
    byText.set(key, group);
    if (source !== '' && same === undefined) bySource.set(source, group);
  }
  return groups.map(({ best, shown, folded }) => ({ ...best, memory: shown, folded }));
}

const isTurn = ({ type }: Memory): boolean => type === 'episodic';

/** The one turn that a memory is, or was drawn from; none where there are several. */
const sourceOf = ({ agentId, provenance: { episodeIds } }: Memory): string =>
  episodeIds.length === 1 ? `${agentId}\n${episodeIds[0]}` : '';

function fold(group: Group, memory: Memory): void {
  const [shown, folded] = standing(memory, group.shown) > 0 ? [memory, group.shown] : [group.shown, memory];
  group.shown = shown;
  group.folded.push(folded);
}

/** Above 0 if the first says more, rests on more, is held more surely, or is newer. */
const standing = (first: Memory, second: Memory): number =>
  words(first.content).length - words(second.content).length ||
  first.provenance.episodeIds.length - second.provenance.episodeIds.length ||
  first.confidence - second.confidence ||
  happenedAt(first).getTime() - happenedAt(second).getTime();

/** What two people say of themselves in like words is not the same. */
const sameStatement = (first: Memory, second: Memory, languages: Languages): boolean =>
  agree(speakerOf(first), speakerOf(second)) &&
  agree(first.metadata['role'], second.metadata['role']) &&
  languages.of(second.content).saySame(first.content, second.content);

const agree = (first: unknown, second: unknown): boolean =>
  (first ?? '') === '' || (second ?? '') === '' || first === second;

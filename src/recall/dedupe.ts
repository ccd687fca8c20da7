import { type Statement, saySame, statementOf } from '../languages/english/same-statement.ts';
import { happenedAt, type Memory } from '../model/memory.ts';
import { speakerOf } from './surroundings.ts';
import type { Sure } from './threshold.ts';

/** Near-duplicates are looked for among this many of the best; behind them only what reads the same is folded. */
const COMPARED = 60;

/** A memory to show, with the place and the score of the best of those that say the same. */
export interface Distinct extends Sure {
  readonly folded: readonly Memory[];
}

interface Held {
  readonly memory: Memory;
  readonly statement: Statement;
}

interface Group {
  readonly best: Sure;
  shown: Held;
  readonly folded: Memory[];
}

/** Each statement once, in the order of the best that makes it; of those that make it, the one to trust most is shown. */
export function dedupe(scored: readonly Sure[]): Distinct[] {
  const groups: Group[] = [];
  const byText = new Map<string, Group>();
  for (const [at, best] of scored.entries()) {
    const { memory } = best;
    const statement = statementOf(memory.content);
    const key = JSON.stringify([speakerOf(memory), memory.metadata['role'], statement.lower]);
    const held = { memory, statement };
    const same =
      byText.get(key) ?? (at < COMPARED ? groups.find(({ shown }) => sameStatement(shown, held)) : undefined);
    const group = same ?? { best, shown: held, folded: [] };
    if (same === undefined) groups.push(group);
    else fold(same, held);
    byText.set(key, group);
  }
  return groups.map(({ best, shown, folded }) => ({ ...best, memory: shown.memory, folded }));
}

function fold(group: Group, held: Held): void {
  const [shown, folded] = standing(held, group.shown) > 0 ? [held, group.shown] : [group.shown, held];
  group.shown = shown;
  group.folded.push(folded.memory);
}

/** Above 0 if the first says more, rests on more, is held more surely, or is newer. */
const standing = (first: Held, second: Held): number =>
  first.statement.terms.length - second.statement.terms.length ||
  first.memory.provenance.episodeIds.length - second.memory.provenance.episodeIds.length ||
  first.memory.confidence - second.memory.confidence ||
  happenedAt(first.memory).getTime() - happenedAt(second.memory).getTime();

/** What two people say of themselves in like words is not the same. */
const sameStatement = (first: Held, second: Held): boolean =>
  saySame(first.statement, second.statement) &&
  agree(speakerOf(first.memory), speakerOf(second.memory)) &&
  agree(first.memory.metadata['role'], second.memory.metadata['role']);

const agree = (first: unknown, second: unknown): boolean =>
  (first ?? '') === '' || (second ?? '') === '' || first === second;

import type { Source } from './phrase.ts';
import type { Lean } from './recurrence.ts';

const FUTURE = new Set(
  'will ll shall gonna going plan plans planning wanna want hope hoping upcoming lets schedule remind book'.split(' '),
);
const PAST = new Set(
  `was were did had been went got came saw met took made left bought said told gave found felt had began ran won lost spent
  ago taught thought brought read wrote drove flew ate slept grew knew`.split(/\s+/),
);
const FARTHEST = 12;

/** Whether the words about a date speak of what was or of what will be; the nearest one decides. */
export function leanAt(source: Source, at: number): Lean {
  for (let distance = 1; distance <= FARTHEST; distance++) {
    for (const token of [source.tokens[at - distance], source.tokens[at + distance]]) {
      if (token?.kind !== 'word') continue;
      if (FUTURE.has(token.lower)) return 'future';
      if (PAST.has(token.lower) || /..(?<!e)ed$/.test(token.lower)) return 'past';
    }
  }
  return undefined;
}

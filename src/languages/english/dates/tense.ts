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

const MOVED =
  'move moved push pushed rebook rebooked reschedule rescheduled postpone postponed change changed shift shifted delay delayed defer deferred bump bumped switch switched swapped slipped adjourned'.split(
    ' ',
  );
const GIVEN_ANOTHER_DAY = new Set(MOVED);
const GIVEN_A_DAY = new Set([
  ...MOVED,
  ...'bring brought extend extended schedule scheduled book booked put'.split(' '),
]);
const TOWARDS = new Set('to for until till'.split(' '));
const LONG_AGO = new Set('ago last previous then'.split(' '));
/** Words between the verb and "to": "pushed the demo with Priya back to". */
const FARTHEST_VERB = 8;

function isAfter(verbs: ReadonlySet<string>, { tokens }: Source, at: number): boolean {
  const before = tokens.slice(Math.max(0, at - FARTHEST_VERB), at);
  return before.some(({ lower }) => verbs.has(lower)) && !before.some(({ lower }) => LONG_AGO.has(lower));
}

/** "Was moved to 13 May", "postponed until June": the day lies ahead, though the verb speaks of the past. */
export function isNewDay(source: Source, at: number): boolean {
  const towards = /^(?:the|on)$/.test(source.tokens[at - 1]?.lower ?? '') ? at - 2 : at - 1;
  return TOWARDS.has(source.tokens[towards]?.lower ?? '') && isAfter(GIVEN_A_DAY, source, towards);
}

/** "Moved from Monday to Friday" names two days and no time between them. */
export const isOldDay = (source: Source, at: number): boolean =>
  source.tokens[at - 1]?.lower === 'from' && isAfter(GIVEN_ANOTHER_DAY, source, at - 1);

/** Whether the words about a date speak of what was or of what will be; the nearest one decides. */
export function leanAt(source: Source, at: number): Lean {
  const isBooked = source.tokens[at]?.lower === 'from' && isAfter(GIVEN_A_DAY, source, at);
  if (isBooked || isNewDay(source, at)) return 'future';
  for (let distance = 1; distance <= FARTHEST; distance++) {
    for (const token of [source.tokens[at - distance], source.tokens[at + distance]]) {
      if (token?.kind !== 'word') continue;
      if (FUTURE.has(token.lower)) return 'future';
      if (PAST.has(token.lower) || /..(?<!e)ed$/.test(token.lower)) return 'past';
    }
  }
  return undefined;
}

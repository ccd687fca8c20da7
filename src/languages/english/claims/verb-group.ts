import { wordList } from '../../../text/words.ts';
import { isParticiple, isPast, isProgressive } from '../verbs.ts';
import { timeParts } from './values.ts';
import type { ClauseWord } from './words.ts';

export interface VerbGroup {
  readonly negated: boolean;
  readonly ended: boolean;
  readonly additive: boolean;
  /** "may", "will", "wants to": not true, or not yet. */
  readonly unreal: boolean;
  readonly past: boolean;
  readonly copula: boolean;
  /** A beginning or an end: "stopped eating". */
  readonly aspect: boolean;
  readonly rest: readonly ClauseWord[];
}

const BE = wordList('is am are was were be been being');
const HAVE = wordList('has have had having');
const DO = wordList('do does did');
const MODALS = wordList('will would can could may might must should shall');
const ADVERBS = wordList(
  `currently now still already recently just really always usually often actually finally officially originally generally
  normally typically strongly definitely certainly truly absolutely newly again so quite very both totally completely about soon`,
);
const ADDITIVE = wordList('also additionally sometimes occasionally partly temporarily');
const DOUBTFUL = wordList(
  `probably possibly maybe perhaps likely reportedly supposedly apparently hopefully almost nearly
  rarely hardly barely seldom scarcely mostly mainly only`,
);
const FORMER = wordList('formerly previously once');
const INTENTIONS = wordList(
  `wants wanted want plans planned plan hopes hoped hope intends intended needs needed need tries tried wishes wished would considers
  considered thinks thought decided agreed promised offered expects expected dreams dreamed planning hoping considering thinking trying
  looking going wanting`,
);
const INTENTION_LINKS = wordList('to about of on for');

interface VerbGroupState {
  negated: boolean;
  ended: boolean;
  additive: boolean;
  unreal: boolean;
  past: boolean;
  copula: boolean;
}

const MANNER = /^[a-z]{3,}ly$/;
const NO_MANNER = wordList(
  'family early daily weekly monthly yearly reply apply supply multiply friendly lovely lonely likely elderly',
);

const isManner = (all: readonly ClauseWord[], at: number): boolean =>
  isAdverb(all[at]?.fold ?? '') && at + 1 < all.length;

export const isAdverb = (fold: string): boolean => MANNER.test(fold) && !NO_MANNER.has(fold);

function takeHelper(all: readonly ClauseWord[], at: number, state: VerbGroupState): number {
  const fold = all[at]?.fold ?? '';
  const next = all[at + 1]?.fold ?? '';
  if (fold === 'no' && next === 'longer') state.negated = true;
  else if (fold === 'not' || fold === 'never') state.negated = !state.negated;
  else if (FORMER.has(fold)) state.ended = true;
  else if (ADDITIVE.has(fold)) state.additive = true;
  else if (DOUBTFUL.has(fold)) state.unreal = true;
  else if (MODALS.has(fold) && !state.copula) state.unreal ||= !(fold === 'can' && next === 'not');
  else if (fold === 'used' && next === 'to' && !state.copula) state.ended = true;
  else if (DO.has(fold) && at === 0) state.past ||= fold === 'did';
  else if (BE.has(fold)) {
    state.copula = true;
    state.past ||= fold === 'was' || fold === 'were';
  } else if (HAVE.has(fold) && !state.copula && opensPerfect(all, at + 1)) return 1;
  else if (!ADVERBS.has(fold) && !isManner(all, at)) return 0;
  return (fold === 'no' && next === 'longer') || (fold === 'used' && next === 'to') ? 2 : 1;
}

/** "has recently moved", "has not been", but not "has moved furniture in store": after adverbs a participle follows. */
function opensPerfect(all: readonly ClauseWord[], at: number): boolean {
  const next = all
    .slice(at)
    .find(({ fold }) => !ADVERBS.has(fold) && !ADDITIVE.has(fold) && fold !== 'not' && fold !== 'never');
  return next !== undefined && isParticiple(next.fold) && !next.capital;
}

export function verbGroup(all: readonly ClauseWord[]): VerbGroup {
  const state: VerbGroupState = {
    negated: false,
    ended: false,
    additive: false,
    unreal: false,
    past: false,
    copula: false,
  };
  let at = 0;
  for (let length = 1; length > 0 && at < all.length; at += length) length = takeHelper(all, at, state);
  let rest = all.slice(at);
  const main = rest[0]?.fold ?? '';
  const dated = state.copula && isParticiple(main) && timeParts(rest.slice(2)) !== undefined;
  if (INTENTIONS.has(main) && INTENTION_LINKS.has(rest[1]?.fold ?? '') && !dated)
    return { ...state, unreal: true, aspect: false, rest };
  if (state.copula && isProgressive(main) && !rest[0]?.capital) {
    // A move in progress is not yet true.
    if (
      /^(?:moving|relocating|leaving|joining|switching|migrating|starting|getting|buying|marrying|turning)$/.test(main)
    )
      state.unreal = true;
    state.copula = false;
  }
  const aspect = aspectOf(rest);
  if (aspect) {
    rest = rest.slice(aspect.length);
    if (aspect.stops) state.negated = !state.negated;
    return { ...state, past: false, aspect: true, rest };
  }
  return { ...state, past: state.past || (!state.copula && isPast(main)), aspect: false, rest };
}

function aspectOf(rest: readonly ClauseWord[]): { length: number; stops: boolean } | undefined {
  const [first, second] = [rest[0]?.fold ?? '', rest[1]?.fold ?? ''];
  const length = /^(?:gave|gives|give|given)$/.test(first) && second === 'up' ? 2 : 1;
  if (!isProgressive(rest[length]?.fold ?? '')) return undefined;
  if (length === 2 || /^(?:stopped|stops|stop|quit|quits)$/.test(first)) return { length, stops: true };
  return /^(?:started|starts|began|begins|begun|keeps|kept)$/.test(first) ? { length, stops: false } : undefined;
}

import { STOP_WORDS } from '../../../text/stop-words.ts';
import { termsOf } from '../../../text/terms.ts';
import { wordList } from '../../../text/word-list.ts';
import { IRREGULAR_PASTS } from '../irregular-pasts.ts';

/** Pasts and participles that stemming does not bring together with their verb. */
const MORE_PASTS: ReadonlyMap<string, string> = new Map(
  `had have, forgot forget, forgotten forget, caught catch, fell fall, fallen fall, felt feel, saw see, seen see, sat sit, woke wake,
  written write, taken take, driven drive, drove drive, spoke speak, spoken speak, chose choose, chosen choose, paid pay,
  said say, told tell, sold sell, met meet, rode ride, ridden ride, flew fly, flown fly, swam swim, swum swim, sang sing,
  sung sing, thought think, knew know, known know, grew grow, grown grow, threw throw, thrown throw, drew draw, drawn draw,
  wore wear, worn wear, stood stand, understood understand, lost lose, won win, led lead, lent lend, heard hear, hid hide,
  hidden hide, rang ring, rung ring, shook shake, stole steal, stolen steal, stuck stick, struck strike, swept sweep,
  broken break, bled bleed, came come, gone go, done do, given give, eaten eat, begun begin, frozen freeze, laid lay,
  spun spin, lit light, shot shoot, hung hang, dug dig, bent bend, bound bind, fought fight, sought seek, slid slide,
  rerun rerun, bitten bite, beaten beat, blew blow, blown blow, woven weave, wound wind, meant mean, dealt deal, burnt burn,
  learnt learn, dreamt dream, spelt spell, rose rise, risen rise, awoke awake, became become, rewritten rewrite`
    .split(/,\s*/)
    .map((pair) => pair.split(' ') as [string, string]),
);

/** "took" → "take"; undefined if its past is regular, or it is none. */
export const presentOf = (past: string): string | undefined => MORE_PASTS.get(past) ?? IRREGULAR_PASTS.get(past);

/** One form for all of a word; none for what only says how, and for bare numbers. */
export function stemOf(word: string): string | undefined {
  if (STOP_WORDS.has(word) || /^\d+$/.test(word)) return undefined;
  // Identifiers and compounds are words of their own.
  if (/[_\d-]/.test(word)) return word;
  return termsOf(presentOf(word) ?? word)[0];
}

const stems = (text: string): ReadonlySet<string> => new Set([...wordList(text)].flatMap((word) => stemOf(word) ?? []));

/** Words that can stand in nearly everything that is told: to share them says little. */
export const WEAK: ReadonlySet<string> = stems(
  `today yesterday tomorrow tonight morning afternoon evening night noon week weekend month year day hour minute second moment
  time times first last next final once twice again another usual usually always often never sometimes already almost
  new old good great nice fine bad better best big small long little whole half full own sure real able
  take come use need put try keep start begin end finish stop look find think feel mean seem become bring ask show turn
  happen help lot bit people person somebody everybody everyone someone guy man woman place part side kind sort
  two three four five six seven eight nine
  unless although anyway honest honestly rather quite
  away back together later early soon ago yet ever even enough else maybe perhaps actually
  thank thanks haha hi hello hey okay sorry love hope`,
);

/** When, not what: nothing that is done comes before or after another because of them. */
export const TIMES: ReadonlySet<string> = stems(
  `breakfast lunch dinner supper bed bedtime sunrise sunset midnight noon morning afternoon evening night day week weekend month
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october
  november december spring summer autumn winter christmas easter o'clock hour minute one two three four five six seven eight nine
  ten eleven twelve today tomorrow yesterday tonight year time`,
);

export const WEEKDAYS = wordList('monday tuesday wednesday thursday friday saturday sunday');

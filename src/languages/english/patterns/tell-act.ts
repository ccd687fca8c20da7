import { wordList } from '../../../text/word-list.ts';
import { written } from '../claims/clause-word.ts';
import { presentVerb } from './base-verb.ts';
import type { Act, Phrase } from './read-acts.ts';
import { capital } from './tell-habit.ts';
import { stemOf } from './vocabulary.ts';

export interface Shown {
  readonly act: Act;
  /** That of its objects which is meant. */
  readonly object: Phrase;
  readonly source: number;
}

/** A word that this share of the tellings has belongs to what is shared. */
const MOSTLY = 0.6;
/** They say little without where to: "takes the kids". */
const NEEDS_PLACE = wordList('take bring put send give drive carry lead show turn set use');
const OF_ONE = wordList('a an the their his her');
const OF_MANY = wordList('the their his her');
const PLURAL = /[^s]s$/;

/** "Ana often takes the train to work.", with as much as most of the tellings share; undefined if that says too little. */
export function tellAct(shown: readonly Shown[], least: number): string | undefined {
  const core = coreOf(shown);
  const [best] = shown
    .map(({ act, object }) => ({ act, object, said: plain(object, core) }))
    .filter(({ said }) => said !== undefined)
    .sort((a, b) => rank(a.object) - rank(b.object));
  if (best === undefined) return undefined;
  const { act, object, said } = best;
  const place = placesOf(shown, core) ?? (goesAround(shown, least) ? 'to different places' : undefined);
  if (NEEDS_PLACE.has(act.verb) && place === undefined) return undefined;
  const adverb = place === undefined || place.endsWith('places') ? 'often' : 'usually';
  const words = [capital(written(act.named)), adverb, presentVerb(act.verb), ...object.links, said, place];
  return `${words.filter((word) => word !== undefined && word !== '').join(' ')}.`;
}

/** Told of many before of one, and in few words. */
const rank = ({ words }: Phrase): number => words.length - (PLURAL.test(words.at(-1)?.fold ?? '') ? 10 : 0);

function coreOf(shown: readonly Shown[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { act, object } of shown)
    for (const stem of new Set(
      [object, ...act.places].flatMap(({ words }) => words.flatMap(({ fold }) => stemOf(fold) ?? [])),
    ))
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= MOSTLY * shown.length).map(([stem]) => stem));
}

/** Without what only one telling says of it; undefined for "one more game". */
function plain({ words, stem }: Phrase, core: ReadonlySet<string>): string | undefined {
  const head = words.at(-1);
  if (head === undefined) return undefined;
  const isMany = PLURAL.test(head.fold);
  const [first] = words;
  const article = (isMany ? OF_MANY : OF_ONE).has(first?.fold ?? '') ? (first?.fold ?? '') : '';
  const own = words.slice(0, -1).filter(({ fold }) => stemOf(fold) !== stem && core.has(stemOf(fold) ?? ''));
  if (!isMany && article === '' && words.length - own.length > 1) return undefined;
  const named = [...own, head].map(({ text }) => text).join(' ');
  const fitting = /^an?$/.test(article) ? (/^[aeiou]/i.test(named) ? 'an' : 'a') : article;
  return fitting === '' ? named : `${fitting} ${named}`;
}

/** What most tellings say of where or with whom. */
function placesOf(shown: readonly Shown[], core: ReadonlySet<string>): string | undefined {
  const place = shown.flatMap(({ act }) => act.places).find(({ stem }) => core.has(stem));
  const said = place === undefined ? undefined : plain(place, core);
  return place === undefined || said === undefined ? undefined : [...place.links, said].join(' ');
}

/** To another place each time. */
const goesAround = (shown: readonly Shown[], least: number): boolean =>
  new Set(shown.flatMap(({ act }) => act.places.filter(({ links }) => links[0] === 'to').map(({ stem }) => stem)))
    .size >= least;

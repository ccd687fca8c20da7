import { wordList } from '../../../text/words.ts';
import { STOP_WORDS } from '../stop-words.ts';
import { isPast } from '../verbs.ts';
import type { Token } from './tokens.ts';

export const MODALS = wordList('will would can could should shall might may must cannot ought better');

/** Verbs that are common enough to be known for one after "and" or at the head of a clause without its subject. */
export const BASE_VERBS = wordList(
  `accept achieve act add admire adopt agree allow appreciate apply ask attend avoid bake be become begin believe belong blog book bring build
  buy call care carry celebrate challenge change check choose clean climb coach collect come commute compete consider continue cook
  create cry cut dance deal decide deliver depend describe design develop dislike do donate draw dream drink drive eat encourage
  enjoy exercise expect experience explore express face fall feed feel fight find finish fish fix focus follow forget garden get give go
  grow guess handle hang hate have hear help hike hold hope host hunt identify imagine improve include invest invite jog join juggle keep
  know lead learn leave lift like listen live look lose love make manage mean meditate meet mentor mind miss move need notice
  offer open organize own paint pay perform photograph plan plant play post practice prefer prepare produce promise protect provide
  publish push put raise reach read realize recall receive recommend record relax remember rent repair research respect rest return
  ride run sail save say see seek sell send serve set share shop show sing sit sketch ski skip sleep smoke speak spend stand start stay stick
  stop strive struggle study suffer support surf swim take talk teach tell tend think track train travel treasure treat trust try turn
  understand seem use value visit volunteer wait wake walk want wash watch wear wish wonder work worry write
  afford arrange arrive break burn cancel catch cause close connect contain cost crash deploy die disagree drop earn edit email enter fail fly graduate
  happen heal hurt import install kick knit lack last lend marry matter measure mix name order owe pack park pass pick pray prioritize pull
  refuse reject remind remove replace report require retire review revolve rely ruin schedule sew sign smell sound switch tolerate translate`,
);

const ADVERBS = wordList(
  `also always already almost both even ever first finally hardly just kinda maybe mostly never not now often once only perhaps personally
  pretty probably quickly quite rarely rather really recently regularly seldom simply so sometimes somehow soon sorta still
  then though thus too truly totally typically usually well currently absolutely actually definitely honestly
  generally especially certainly clearly deeply strongly fully all each myself ourselves last long`,
);

export const isAdverb = (word: string): boolean =>
  ADVERBS.has(word) || (word.length > 4 && word.endsWith('ly') && !BASE_VERBS.has(word));

const ODD_THIRD_PERSONS = new Map(
  Object.entries({ am: 'is', are: 'is', be: 'is', were: 'was', have: 'has', do: 'does', go: 'goes' }),
);

/** "love" as it follows a name: "loves". Past forms, modals and what is no verb stay. */
export function thirdPerson(word: string): string {
  const odd = ODD_THIRD_PERSONS.get(word);
  if (odd !== undefined) return odd;
  if (!/^[a-z]+(?:-[a-z]+)?$/.test(word) || MODALS.has(word) || isPast(word)) return word;
  if (STOP_WORDS.has(word) && !BASE_VERBS.has(word)) return word;
  if (word.endsWith('ing') && word.length > 5) return word;
  if (/(?:[sxz]|ch|sh|[^aeiou]o)$/.test(word)) return /[^s]s$/.test(word) ? word : `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

const FINITE = wordList('is are was were am has had does did');

/** Whether a word is surely or probably a verb with its subject. */
export const isFiniteVerb = (word: string): boolean =>
  FINITE.has(word) || MODALS.has(word) || BASE_VERBS.has(word) || THIRD_PERSONS.has(word) || isPast(word);

const THIRD_PERSONS: ReadonlySet<string> = new Set([...BASE_VERBS].map(thirdPerson));

/** Where the subject of a clause stands: at its head, or behind "Every Sunday" or a date. */
export function subjectAt(tokens: readonly Token[]): number {
  for (const [at, { form, lower }] of tokens.entries()) {
    if (form === 'subject') return at;
    if (form !== undefined || (at > 0 && isFiniteVerb(lower))) return 0;
  }
  return 0;
}

/** The first verb of a clause as far as it is known: what follows its subject, over adverbs. */
export function verbOf(tokens: readonly Token[]): string {
  const subject = subjectAt(tokens);
  const isPerson = tokens[subject]?.form === 'subject';
  const after = isPerson ? subject + 1 : tokens.findIndex(({ lower }, at) => at > 0 && isFiniteVerb(lower));
  if (after < 0) return '';
  const verb = tokens.slice(after).find((token) => token.kind === 'word' && !isAdverb(token.lower));
  return verb?.lower ?? '';
}

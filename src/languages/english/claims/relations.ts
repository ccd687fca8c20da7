import { wordList } from '../../../text/words.ts';
import { STOP_WORDS } from '../stop-words.ts';
import { formsOf, verbStem } from '../verbs.ts';
import { isNumber } from './values.ts';
import { type ClauseWord, folded } from './words.ts';

export interface KnownRelation {
  readonly name: string;
  readonly single: boolean;
  /** The phrase describes a change, so that its past tense gives the present state: "moved to Oslo". */
  readonly change: boolean;
  readonly negated: boolean;
}

type Phrases = Readonly<Record<string, string>>;

/** Phrases without articles; "be" stands for every form of "to be". */
const SINGLE_STATES: Phrases = {
  home: 'live in; reside in; be based in; be living in',
  employer: 'work at; work for; be employed by; be employed at',
  job: 'work as; be employed as',
  school: 'study at; go to school at; be enrolled at; attend college at; be studying at',
  major: 'major in',
  name: 'be called; be named; go by name; go by',
  spouse: 'be married to',
  partner: 'be dating; be in relationship with; date',
  origin: 'be from; come from; be originally from',
  manager: 'report to; be managed by',
  commute: 'commute by; commute to work by; get to work by; go to work by; travel to work by',
  waking: 'wake up at; get up at; wake at; rise at',
  bedtime: 'go to bed at; go to sleep at',
  host: 'be hosted on; be deployed on; be hosted by; be deployed to',
  'native language': 'be native speaker of',
};
const SINGLE_CHANGES: Phrases = {
  home: 'move to; relocate to; settle in; settle down in; move back to; move over to',
  employer: `join; get job at; get job with; get new job at; take job at; take job with; start job at; start new job at; start at; start work at;
    start working at; start working for; be hired by; begin working at; begin work at; accept job at; accept position at; accept offer from`,
  job: 'be promoted to; start working as; start work as; get job as; get promoted to',
  name: 'be renamed; be renamed to; be renamed as; change name to',
  spouse: 'marry; get married to',
  birth: 'be born in; be born on; be born at',
  host: 'be migrated to',
};
const STATES: Phrases = {
  likes: 'like; love; stand; enjoy; adore; be fond of; be fan of; be big fan of; be huge fan of; be into; be keen on',
  prefer: 'prefer',
  use: 'use',
  allergy: 'be allergic to; have allergy to',
  speak: 'speak; be fluent in',
  own: 'own; have',
};
const DENIALS: Phrases = { likes: 'dislike; hate; detest; loathe; despise; stop liking; go off' };
const CHANGES: Phrases = { use: 'adopt; start using; begin using', own: 'buy; get; adopt; acquire' };

const KNOWN_PHRASES = [SINGLE_STATES, SINGLE_CHANGES, STATES, CHANGES, DENIALS].flatMap((table, at) =>
  Object.entries(table).flatMap(([name, phrases]) =>
    phrases.split(/;\s+/).map((phrase) => ({
      phrase,
      relation: { name, single: at < 2, change: at % 2 === 1, negated: table === DENIALS },
    })),
  ),
);
const KNOWN: ReadonlyMap<string, KnownRelation> = new Map(
  KNOWN_PHRASES.map(({ phrase, relation }) => [phrase.split(' ').map(verbStem).join(' '), relation]),
);

const MAX_PHRASE_STEMS = 5;

/** The longest known phrase at the start of these stems, and its number of words. */
export function knownRelation(stems: readonly string[]): { relation: KnownRelation; length: number } | undefined {
  for (let length = Math.min(MAX_PHRASE_STEMS, stems.length); length > 0; length--) {
    const relation = KNOWN.get(stems.slice(0, length).join(' '));
    if (relation) return { relation, length };
  }
  return undefined;
}

/** Search words for a relation: a query about a home also searches for "lives", "moved" and "based". */
export function cuesOf(relation: string): readonly string[] {
  const phrases = KNOWN_PHRASES.filter((known) => known.relation.name === relation).map(({ phrase }) => phrase);
  const named = [relation, ...phrases].flatMap((phrase) => phrase.split(' '));
  const contentWords = [...new Set(named)].filter((word) => !STOP_WORDS.has(word) && word !== 'be');
  return [...new Set(contentWords.flatMap(formsOf))];
}

/** Nouns with several values: a second one is no contradiction. */
const SEVERAL = wordList(
  `brother sister sibling son daughter friend cousin colleague coworker uncle aunt niece nephew grandson granddaughter neighbour neighbor
  hobby interest allergy goal skill pet cat dog classmate teammate student client customer member problem issue concern reason
  example advantage strength weakness part aspect step option idea plan tip`,
);
/** Nouns whose value may be an ordinary word. */
const ATTRIBUTES = wordList(
  `colour color food drink language framework database branch name password job role title position profession occupation address number size
  version editor status theme mode breed species gender nationality religion major subject genre type kind capital currency birthplace
  birthday age username email diet dish fruit animal sport season flavour flavor instrument band movie film book song game show
  platform licence license style format stack runtime compiler shell browser host port domain location destination
  commute background specialty speciality tool runner bundler linter formatter library engine orm surname nickname salary unit mascot symbol`,
);
const ATTRIBUTE_PAIRS = new Set(['package manager', 'task manager', 'alma mater', 'home town', 'task runner']);
const ACCUMULATING = wordList(
  'book film movie song game show album project article paper baby child kid car bike house flat toy course class phone laptop dish',
);
const NEWER = wordList('new current latest newest present');
const QUALIFIERS = wordList(
  'favourite favorite preferred default current main primary official original native first last middle chosen go-to top best',
);

const UNIFIED: ReadonlyMap<string, string> = new Map([
  ...['husband', 'wife', 'spouse'].map((noun) => [noun, 'spouse'] as const),
  ...['job', 'profession', 'occupation', 'job title'].map((noun) => [noun, 'job'] as const),
  ...['employer', 'workplace'].map((noun) => [noun, 'employer'] as const),
  ...['birthplace', 'place of birth', 'birthday', 'date of birth', 'birth date'].map(
    (noun) => [noun, 'birth'] as const,
  ),
  ...['boss', 'manager', 'line manager'].map((noun) => [noun, 'manager'] as const),
  ...['girlfriend', 'boyfriend', 'partner'].map((noun) => [noun, 'partner'] as const),
  ['hometown', 'origin'],
]);

export const isSeveral = (noun: readonly ClauseWord[]): boolean =>
  SEVERAL.has(noun.at(-1)?.fold ?? '') && !noun.some(({ fold }) => QUALIFIERS.has(fold));

/** Whether an ordinary word may be its value: a favourite food is sushi, a boss is only strict. */
export const isAttribute = (noun: readonly ClauseWord[]): boolean =>
  noun.some(({ fold }) => QUALIFIERS.has(fold)) ||
  ATTRIBUTE_PAIRS.has(folded(noun.slice(-2))) ||
  ATTRIBUTES.has(noun.at(-1)?.fold ?? '') ||
  ATTRIBUTES.has(noun[0]?.fold ?? '');

/** "new manager": the manager from now on. */
const isRenewed = (noun: readonly ClauseWord[]): boolean => {
  const last = noun.at(-1)?.fold ?? '';
  return (
    noun.length > 1 &&
    NEWER.has(noun[0]?.fold ?? '') &&
    !noun[0]?.capital &&
    !SEVERAL.has(last) &&
    !ACCUMULATING.has(last)
  );
};

export const attributeName = (noun: readonly ClauseWord[]): string => {
  const name = noun
    .filter(({ fold }, index) => !/^(?:the|a|an|current)$/.test(fold) && !(index === 0 && isRenewed(noun)))
    .map(({ fold }) => fold.replace('favorite', 'favourite').replace('color', 'colour'))
    .join(' ');
  return UNIFIED.get(name) ?? (name || 'is');
};

const ACRONYM = /^[A-Z]{2,4}$/;

export function ownerAndNoun(
  named: readonly ClauseWord[],
): { owner: readonly ClauseWord[]; noun: readonly ClauseWord[] } | undefined {
  const possessive = named.findLastIndex((word) => word.possessive || word.fold === 'my' || word.fold === 'our');
  const of = named.findIndex(({ fold, capital }) => fold === 'of' && !capital);
  const the = named[0]?.fold === 'the';
  // "The Lord of the Rings" is a title, not somebody's lord.
  if (
    the &&
    of > 1 &&
    of < named.length - 1 &&
    !named.slice(1, of).every(({ capital, text }) => capital && !ACRONYM.test(text))
  )
    return { owner: named.slice(of + 1), noun: named.slice(1, of) };
  if (possessive >= 0 && possessive < named.length - 1 && !isNumber(named[possessive + 1]))
    return { owner: named.slice(0, possessive + 1), noun: named.slice(possessive + 1) };
  return undefined;
}

/** Dependent relations: a move changes the commute. */
const RESTS_ON: readonly (readonly [bases: string, relations: string])[] = [
  ['home, employer', 'commut; commute; commute time'],
  [
    'home',
    'address; neighbour; neighbor; neighbourhood; neighborhood; landlord; rent; flatmate; roommate; gym; doctor; dentist; time zone; timezone',
  ],
  [
    'employer',
    'job; job title; title; role; position; manager; boss; team; office; colleague; work email; working hours',
  ],
  ['employer, job', 'salary'],
  ['school', 'major'],
  ['spouse', 'mother-in-law; father-in-law; wedding anniversary; married name'],
];

export const restsOn = (relation: string): readonly string[] =>
  RESTS_ON.find(([, relations]) => relations.split('; ').includes(relation))?.[0].split(', ') ?? [];

import { wordList } from '../../../text/words.ts';
import { STOP_WORDS } from '../stop-words.ts';
import { formsOf, stemList, verbStem } from '../verbs.ts';
import { isNumber } from './values.ts';
import { type ClauseWord, folded } from './words.ts';

export interface KnownRelation {
  readonly name: string;
  readonly single: boolean;
  /** The phrase denies it: "left Acme". */
  readonly negated: boolean;
  /** The phrase describes a change, so that its past tense gives the present state: "moved to Oslo". */
  readonly change: boolean;
  /** An earlier value is implied: "switched to", not "started using". */
  readonly switched: boolean;
}

type Row = readonly [
  name: string,
  kind: '' | 'single',
  form: 'state' | 'change' | 'switch' | 'denial',
  phrases: string,
];

/** Phrases without articles; "be" stands for every form of "to be". */
const RELATION_TABLE: readonly Row[] = [
  ['home', 'single', 'state', 'live in; reside in; be based in; be living in'],
  ['home', 'single', 'change', 'move to; relocate to; settle in; settle down in; move back to; move over to'],
  ['home', 'single', 'denial', 'move away from; move out of'],
  ['employer', 'single', 'state', 'work at; work for; be employed by; be employed at'],
  [
    'employer',
    'single',
    'change',
    `join; get job at; get job with; get new job at; take job at; take job with; start job at; start new job at; start at; start work at;
    start working at; start working for; be hired by; begin working at; begin work at; accept job at; accept position at; accept offer from`,
  ],
  [
    'employer',
    'single',
    'denial',
    `leave; quit; quit job at; leave job at; lose job at; get fired from; get laid off from; get laid off by; be fired from; be laid off from; be laid off by; resign from; retire from; stop working at;
    stop working for; quit working at`,
  ],
  ['job', 'single', 'state', 'work as; be employed as'],
  ['job', 'single', 'change', 'be promoted to; start working as; start work as; get job as; get promoted to'],
  ['school', 'single', 'state', 'study at; go to school at; be enrolled at; attend college at; be studying at'],
  ['major', 'single', 'state', 'major in'],
  ['name', 'single', 'state', 'be called; be named; go by name; go by'],
  ['name', 'single', 'change', 'be renamed; be renamed to; be renamed as; change name to'],
  ['spouse', 'single', 'state', 'be married to'],
  ['spouse', 'single', 'change', 'marry; get married to'],
  ['spouse', 'single', 'denial', 'divorce; be divorced from; get divorced from'],
  ['partner', 'single', 'state', 'be dating; be in relationship with; date'],
  ['birth', 'single', 'change', 'be born in; be born on; be born at'],
  ['origin', 'single', 'state', 'be from; come from; be originally from'],
  ['manager', 'single', 'state', 'report to; be managed by'],
  ['commute', 'single', 'state', 'commute by; commute to work by; get to work by; go to work by; travel to work by'],
  ['waking', 'single', 'state', 'wake up at; get up at; wake at; rise at'],
  ['bedtime', 'single', 'state', 'go to bed at; go to sleep at'],
  ['host', 'single', 'state', 'be hosted on; be deployed on; be hosted by; be deployed to'],
  ['host', 'single', 'change', 'be migrated to'],
  ['native language', 'single', 'state', 'be native speaker of'],
  [
    'likes',
    '',
    'state',
    'like; love; stand; enjoy; adore; be fond of; be fan of; be big fan of; be huge fan of; be into; be keen on',
  ],
  ['likes', '', 'denial', 'dislike; hate; detest; loathe; despise; stop liking; go off'],
  ['prefer', '', 'state', 'prefer'],
  ['use', '', 'state', 'use'],
  ['use', '', 'change', 'adopt; start using; begin using'],
  [
    'use',
    '',
    'switch',
    'switch to; switch over to; migrate to; upgrade to; update to; downgrade to; change to; convert to',
  ],
  ['use', '', 'denial', 'stop using; give up using; quit using; drop; ditch; abandon'],
  ['allergy', '', 'state', 'be allergic to; have allergy to'],
  ['speak', '', 'state', 'speak; be fluent in'],
  ['own', '', 'state', 'own; have'],
  ['own', '', 'change', 'buy; get; adopt; acquire'],
  ['own', '', 'denial', 'sell; get rid of; give away'],
];

const KNOWN: ReadonlyMap<string, KnownRelation> = new Map(
  RELATION_TABLE.flatMap(([name, kind, form, phrases]) =>
    phrases.split(';').map((phrase): [string, KnownRelation] => [
      phrase.trim().split(/\s+/).map(verbStem).join(' '),
      {
        name,
        single: kind === 'single',
        negated: form === 'denial',
        change: form !== 'state',
        switched: form === 'switch',
      },
    ]),
  ),
);

export const phrasesOf = (relation: string): readonly string[] =>
  RELATION_TABLE.filter(([name]) => name === relation).flatMap(([, , , phrases]) =>
    phrases.split(';').map((phrase) => phrase.trim()),
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

export const LEAVABLE: ReadonlySet<string> = new Set(['employer', 'school']);

export const REPLACEABLE: ReadonlySet<string> = new Set([
  ...['use', 'prefer', 'own'],
  ...stemList('drive drink eat take study work play ride read run'),
]);

/** Search words for a relation: a query about a home also searches for "lives", "moved" and "based". */
export function cuesOf(relation: string): readonly string[] {
  const named = [relation, ...phrasesOf(relation)].flatMap((phrase) => phrase.split(' '));
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

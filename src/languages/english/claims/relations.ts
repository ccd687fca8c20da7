import { stemList, verbStem } from './verb-forms.ts';

/** A relation that many phrases name. */
export interface KnownRelation {
  readonly name: string;
  readonly single: boolean;
  /** The phrase denies it: "left Acme". */
  readonly negated: boolean;
  /** The phrase tells of a change, so that its past is the present: "moved to Oslo". */
  readonly change: boolean;
  /** Something else was so before: "switched to", not "started using". */
  readonly switched: boolean;
}

type Row = readonly [
  name: string,
  kind: '' | 'single',
  form: 'state' | 'change' | 'switch' | 'denial',
  phrases: string,
];

/** Phrases without articles, "be" for every form of to be. */
const TABLE: readonly Row[] = [
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
  TABLE.flatMap(([name, kind, form, phrases]) =>
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

/** The phrases that name this relation, as they are listed. */
export const phrasesOf = (relation: string): readonly string[] =>
  TABLE.filter(([name]) => name === relation).flatMap(([, , , phrases]) =>
    phrases.split(';').map((phrase) => phrase.trim()),
  );

const LONGEST = 5;

/** The longest known phrase that these stems begin with, and how many of them it takes. */
export function knownRelation(stems: readonly string[]): { relation: KnownRelation; length: number } | undefined {
  for (let length = Math.min(LONGEST, stems.length); length > 0; length--) {
    const relation = KNOWN.get(stems.slice(0, length).join(' '));
    if (relation) return { relation, length };
  }
  return undefined;
}

/** What one can walk out of: "left" says which by what was left. */
export const LEAVABLE: ReadonlySet<string> = new Set(['employer', 'school']);

/** Relations that a "switched from … to …" may put an end to. */
export const REPLACEABLE: ReadonlySet<string> = new Set([
  ...['use', 'prefer', 'own'],
  ...stemList('drive drink eat take study work play ride read run'),
]);

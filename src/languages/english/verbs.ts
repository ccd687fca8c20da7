import { wordList } from '../../text/words.ts';
import { termsOf } from '../terms.ts';

const IRREGULAR =
  `awake awoke awoken; bear bore born; beat beat beaten; become became become; begin began begun; bend bent bent; bet bet bet; bite bit bitten;
  blow blew blown; break broke broken; bring brought brought; build built built; burn burnt burnt; buy bought bought; catch caught caught;
  choose chose chosen; come came come; cost cost cost; creep crept crept; cut cut cut; deal dealt dealt; do did done; draw drew drawn;
  dream dreamt dreamt; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed fed; feel felt felt; fight fought fought;
  find found found; fit fit fit; fly flew flown; forget forgot forgotten; forgive forgave forgiven; freeze froze frozen; get got gotten; give gave given;
  go went gone; grow grew grown; hang hung hung; have had had; hear heard heard; hide hid hidden; hit hit hit; hold held held; hurt hurt hurt;
  keep kept kept; know knew known; lay laid laid; lead led led; learn learnt learnt; leave left left; lend lent lent; let let let; light lit lit;
  lose lost lost; make made made; mean meant meant; meet met met; overcome overcame overcome; pay paid paid; put put put; quit quit quit;
  read read read; ride rode ridden; ring rang rung; rise rose risen; run ran run; say said said; see saw seen; sell sold sold; send sent sent;
  set set set; shake shook shaken; shine shone shone; shoot shot shot; show showed shown; shut shut shut; sing sang sung; sit sat sat;
  sleep slept slept; slide slid slid; speak spoke spoken; spend spent spent; spin spun spun; split split split; spread spread spread;
  stand stood stood; steal stole stolen; stick stuck stuck; strike struck struck; swear swore sworn; sweep swept swept; swim swam swum;
  take took taken; teach taught taught; tear tore torn; tell told told; think thought thought; throw threw thrown; understand understood understood;
  wake woke woken; wear wore worn; win won won; withdraw withdrew withdrawn; write wrote written`
    .split(/;\s*/)
    .map((verb) => verb.split(' ') as [base: string, past: string, participle: string]);

export const IRREGULAR_PASTS: ReadonlySet<string> = new Set([
  ...IRREGULAR.flatMap(([base, past]) => (past === base ? [] : past)),
  ...['was', 'were'],
]);
/** Equal in present and past: the frequency of use decides. */
export const UNCHANGING: ReadonlySet<string> = new Set(
  IRREGULAR.flatMap(([base, past]) => (past === base ? base : [])),
);
const PARTICIPLES = new Set(['been', 'got', ...IRREGULAR.map(([, , participle]) => participle)]);
const PRESENT_IN_ED = wordList('need feed succeed proceed exceed speed bleed breed heed seed embed shred wed');

const FORMS = new Map<string, string>(
  [
    ...IRREGULAR.flatMap(([base, past, participle]) => [past, participle].map((form) => [form, base] as const)),
    ...`has have; having have; goes go; does do; running run; swimming swim; quitting quit; stopped stop; stopping stop; getting get; lying lie;
    dying die; died die; dies die; using use; used use; uses use; owns own; married marry; marries marry; studied study; studies study; studying study`
      .split(/;\s*/)
      .map((pair) => pair.split(' ') as [string, string]),
  ].filter(([form, base]) => form !== base),
);

export const isPast = (word: string): boolean =>
  IRREGULAR_PASTS.has(word) ||
  UNCHANGING.has(word) ||
  (word.length > 3 && word.endsWith('ed') && !PRESENT_IN_ED.has(word));

export const isParticiple = (word: string): boolean =>
  PARTICIPLES.has(word) || (word.length > 4 && word.endsWith('ed') && !PRESENT_IN_ED.has(word));

export const isProgressive = (word: string): boolean => word.length > 4 && word.endsWith('ing');

export const verbStem = (word: string): string => termsOf(FORMS.get(word) ?? word)[0] ?? word;

export function formsOf(base: string): string[] {
  const bare = base.replace(/e$/, '');
  const irregular = [...FORMS].flatMap(([form, of]) => (of === base ? form : []));
  return [...new Set([base, `${base}s`, `${bare}ed`, `${bare}ing`, ...irregular])];
}

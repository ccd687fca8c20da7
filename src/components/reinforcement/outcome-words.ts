const ADVERBS = '(?:(?:has|have|had|finally|completely|really|actually|also|definitely|just|only|even|all)\\s+)*';
const NOT = "(?:did not|didn['’]t|does not|doesn['’]t|has not|hasn['’]t|have not|haven['’]t|had not|never)";

/** What a strategy does to a problem, by the verb that asks for it. */
const FIXES: readonly (readonly [base: string, forms: string])[] = [
  ['fix', 'fixed'],
  ['solve', 'solved'],
  ['resolve', 'resolved'],
  ['cure', 'cured'],
  ['clear up', 'cleared(?: up)?'],
  ['eliminate', 'eliminated'],
  ['get rid of', 'got rid of'],
  ['speed up', '(?:sped|speeded) up'],
  ['unblock', 'unblocked'],
  ['stop', 'stopped'],
  ['prevent', 'prevented'],
  ['reduce', 'reduced|halved'],
  ['ease', 'eased|relieved'],
  ['improve', 'improved'],
  ['cut', 'cut'],
  ['stabilize', 'stabili[sz]ed'],
];

/** "fixed" with what follows it as its object. */
export const FIXED = new RegExp(`\\b${ADVERBS}(?<verb>${FIXES.map(([, forms]) => forms).join('|')})(?=\\s|$)`, 'i');

/** "got rid of" → "get rid of". */
export function baseOf(verb: string): string {
  return FIXES.find(([, forms]) => new RegExp(`^(?:${forms})$`, 'i').test(verb))?.[0] ?? 'fix';
}

/** Went well, without saying what for. */
export const WORKED = new RegExp(
  `\\b${ADVERBS}(?:(?:worked|works|helped|helps)(?: out)?|did the trick|did it|paid off|made (?:all the|a (?:big|huge|real|world of)) difference|made a difference(?= for (?:me|us))|was a success|succeeded|was the (?:only )?(?:thing|one) that (?:worked|helped)|was what (?:worked|helped))(?=\\s|$)`,
  'i',
);

export const FAILED = new RegExp(
  `\\b${ADVERBS}(?:${NOT} (?:even |really |actually |seem to )*(?:help|helped|work|worked|fix|fixed|solve|solved|resolve|resolved|change|changed|improved|do|make any|make a|stop|cure|improve)(?: (?:anything|much|difference|the trick|a thing|the problem|the issue|it|out))?|failed|backfired|made (?:it|things|everything|matters) (?:\\w+ )?worse|made no difference|changed nothing|did nothing|had no effect|was (?:a dead end|a waste(?: of \\w+)?|useless|pointless|no use|a mistake)|got (?:us|me) nowhere)(?=\\s|$)`,
  'i',
);

/** How a problem stands that is no more. */
export const GONE =
  /^(?<subject>.*?)\s*\b(?:(?:is|are|was|were|['’]s|['’]re|has been|have been)\s+(?:all |finally |now |completely )*(?:gone|fixed|solved|resolved)|went away|disappeared|vanished|(?:has|have) (?:gone|disappeared|vanished))(?:\s+(?:now|completely|too|for good))?$/i;
/** How a thing stands that does again what it should. */
export const RIGHT =
  /^(?<subject>.*?)\s*(?:\b(?:is|are|has been|have been)|['’]s|['’]re|\ball|^)\s*(?:all |finally |now |back to )*(?<state>green|passing|working|normal|stable)(?:\s+(?:now|again|fine|too))*$|^(?<runs>.*?)\s+(?:passes|passed|works|launches|starts|runs|loads|builds|compiles)(?:\s+(?:now|again|fine|perfectly|great))*$/i;
/** The same as somebody's doing. */
export const GOT =
  /^(?:i|we)(?:['’]ve)? (?:\w+ly )?(?:got|gotten) (?<subject>.+?) (?:to work|(?<state>working|running|passing|green))$/i;
/** The same as somebody who meets it again. */
export const MET_AGAIN =
  /^(?:i|we)(?:['’]m|['’]re| am| are)? still (?:get|getting|see|seeing|have|having|hit|hitting|experiencing|facing|running into) (?<what>.+)$/i;
export const NOT_WORKING =
  /^(?:it|that|this|nothing)(?:['’]s| is)?(?: still)? not working(?: (?:either|as expected|properly|correctly|for me))?$|^nothing (?:seems to be working|works|worked|helped|changed)$/i;
/** How a problem stands that goes on. */
export const STILL =
  /^(?<subject>.*?)\s*\b(?:(?<be>is|are|['’]s|['’]re|was|were)\s+)?still\s+(?<state>.+)$|^(?:the |exactly the )?same (?<again>error|problem|issue|result|thing|crash|failure).*$|^(?<luck>(?:still )?no (?:luck|success|joy|change|difference|effect)|to no avail|without success)$/i;

import type { SentenceKind, Utterance } from '../../contracts/language.ts';

/** Longer ones are pasted, not said; it also bounds what any pattern below can cost. */
const LONGEST = 400;
const FEWEST_WORDS = 2;

/** What one does with the things of work: asked for, decided on, allowed or forbidden. */
const WORK =
  `add|adjust|analy[sz]e|audit|automate|build|cache|clean up|compare|compress|configure|convert|create|debug|delete|deploy|design|disable|document|
  download|draft|edit|enable|export|extract|fix|format|generate|implement|import|improve|increase|inspect|install|integrate|investigate|
  list|lower|measure|merge|migrate|mock|modify|move|optimi[sz]e|outline|parse|patch|port|prepare|profile|publish|raise|read|rebase|rebuild|reduce|refactor|
  release|remove|rename|replace|reproduce|research|restart|restore|retry|review|revert|rewrite|run|schedule|ship|simplify|sort|split|summari[sz]e|switch|
  test|translate|turn|update|upgrade|upload|validate|verify|wire|wrap|write`.replace(/\n\s*/g, '');
const CHOICE =
  'go (?:with|ahead with)|stick (?:with|to)|stay with|settle on|use|keep|drop|skip|choose|pick|adopt|leave|postpone|avoid|try';
const OPERATION = `${WORK}|access|browse|call|commit|connect|execute|fetch|force-push|open|push|query|search|send|touch|use`;
const THING =
  `api|app|application|backend|branch|browser|bucket|build|cache|ci|cli|cloud|cluster|codebase|compiler|container|cpu|database|db|
  deployment|disk|endpoint|environment|firewall|framework|frontend|gateway|gpu|importer|exporter|instance|internet|interpreter|job|library|linter|
  log|machine|migration|module|monorepo|network|package|parser|pipeline|plugin|port|production|proxy|pull request|query|queue|quota|
  rate limit|registry|release|repo|repository|request|runner|runtime|sandbox|schema|script|sdk|server|shell|staging|suite|system|terminal|
  test suite|tests|tool|upload|vm|vpn|website|workflow|workspace`.replace(/\n\s*/g, '');
const OFTEN = new RegExp(
  `\\b(?:usually|often|always|typically|normally|generally|regularly|sometimes|frequently|rarely|tends? to|whenever|each time|
  every (?:time|day|night|morning|week|month|\\w+day)|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\\b`.replace(
    /\n\s*/g,
    '',
  ),
  'i',
);

const pattern = (...alternatives: readonly string[]): RegExp => new RegExp(alternatives.join('|'), 'i');

const OPENING =
  /^(?:ok|okay|so|now|and|but|then|also|actually|well|right|great|perfect|thanks|hey|hi|yes|yeah|no|fine|next|first|finally|sorry|wait)[,:;.!]*\s+/i;
const UNREAL = pattern(
  '^(?:if|unless|maybe|perhaps|when|once|in case|suppose|imagine|let me know)\\b',
  '\\b(?:would|could|might|hopefully|hope|hoping|wish|wonder|not sure|supposed to|as if)\\b',
);
/** How things stand now, or what one likes, is no news of how they are. */
const PASSING =
  /\b(?:right now|just now|at the moment|today|tonight|yesterday|tomorrow|this time|for now|so far|last \w+|favou?rite)\b/i;

const OBJECT = '(?:the|an?|our|my|your|this|these|all|every|both|some|two|three|why|how|[\\w-]*[./_\\d][\\w./-]*)\\b';
const GOAL = pattern(
  `^(?:please |now |next |then )*(?:${WORK}) ${OBJECT}`,
  `^(?:please |can you |could you |would you |will you |help me |help us |(?:i|we)(?: need| want| would like|'d like) you to )+(?:please |to |also )*(?:${WORK}|check|complete|find|finish|get|look|make|organi[sz]e|plan|set|solve|start|stop)\\b`,
  `^(?:i|we)(?: really| still| also| now)? (?:need|have|want) to (?:${WORK})\\b`,
  `^(?:i|we)(?:'d| would) like to (?:${WORK})\\b`,
  `^(?:i'm|we're|i am|we are) (?:still |now )?(?:trying|aiming) to (?:${WORK}|get|make|speed up)\\b`,
  '^(?:the|my|our) (?:main |next |real |overall |current )?(?:goal|aim|objective|task|mission|priority)\\b.{0,60}? is\\b',
);
const DECISION = pattern(
  `^(?:let's|let us) (?:now |then |just |also )*(?:${CHOICE}|${WORK}) `,
  `^(?:we|i)(?:'ll| will| shall|'re going to| are going to|'m going to| am going to) (?:now |then |just )?(?:not )?(?:${CHOICE}|${WORK}) `,
  "^(?:(?:we|i)(?:'ve| have)? |it (?:was|has been|is) )?(?:now |finally |already )?(?:decided|agreed|settled|opted) (?:to|on|for|against|that|not)\\b",
  "^(?:(?:we|i)(?:'ve| have)? )?(?:chose|selected) ",
  "^(?:(?:we|i)(?:'re|'m| are| am) )?go(?:ing)? with ",
  '^(?:decision|decided|agreed|settled)\\s*[:,–—-]',
  '^(?:option|variant|plan) .{1,40} it is\\W*$',
);
/** Choices of manner, or of nothing that could be told later. */
const NO_DECISION =
  /\b(?:in mind|in touch|an eye|you (?:posted|updated|informed)|it up|keep going)\b|\b(?:keep|try|use|leave|write|read) (?:it|them|this|that|you|to)\W*$/i;

const FAILED = pattern(
  "\\b(?:didn't|did not|doesn't|does not|hasn't|has not|never) (?:really |actually |even )?(?:work|help|fix|solve|resolve|change anything|make (?:any|a) difference)",
  '\\bmade (?:it|things|everything) (?:\\w+ )?worse\\b|\\bmade no difference\\b|\\bhad no effect\\b|\\bbackfired\\b|\\bto no avail\\b|\\bwas a dead end\\b',
  "^(?:still )?no luck\\b|^nothing (?:changed|worked|helped)\\b|^(?:it|that|this)(?: is|'s)? still (?:fails|failing|broken|not working)\\b",
);
const FIXED = /\b(?:fixed|solved|resolved|eliminated|unblocked|sped up|got rid of|stopped|prevented|reduced|halved)\b/i;
const MEANS = /\b(?:by|after|thanks to|with the help of) (?:\w+ )?\w+ing\b/i;
const WORKED = pattern(
  '^(?:that|this|it|which|your (?:idea|tip|suggestion|fix|advice))(?: has| really| finally| actually| just)* (?:worked|helped|did it|did the trick|fixed|solved|resolved|paid off)\\b',
  '\\bdid the trick\\b|\\bworked like a charm\\b|^it works (?:now|again|perfectly)\\b',
);
const TRIED = /^(?:\w+ )?\w+ing\b/i;
const HELPED = /\b(?:worked|helped|paid off|did the trick)\b/i;

const SUBJECT = new RegExp(
  `^(?:(?:the|our|my|this|your|all|every|each|most|both)\\s+(?:[\\w./'-]+\\s+){0,3}?)?(?:${THING})(?:s|es)?\\s+(?!(?:${THING})\\b)(?:(?:on|in|of|for|over|to|from)\\s+(?:[\\w./'-]+\\s+){1,3}?)?(?=\\S)`,
  'i',
);
const OUTCOME =
  /^(?:now |still |all |again |finally |is |are |has been |have been )*(?:pass(?:es|ed|ing)?|fail(?:s|ed|ing)?|succeed(?:s|ed)|crash(?:es|ed)|broke|broken|works? (?:now|again)|done|green|red|live|down|merged|deployed|finished|completed?|timed out|times out|fixed)\b/i;
const DID =
  /^(?:all )?(?:done|finished|fixed|solved)\s*[:–—-]|^(?:(?:i|we)(?:'ve| have)? )?(?:just |now |also |already |successfully )*(?:fixed|deployed|merged|released|shipped|migrated|installed|upgraded|refactored|implemented|renamed|configured|published|patched|reverted|rewrote|updated|removed|added|tested)(?::| (?:the|an?|all|both|our|version|\d))/i;

const LIMITED = pattern(
  "^(?:only |currently )*(?:limits?|caps?|rejects?|requires?|lacks?|blocks?|can't|cannot|can only|must|may not|may only|doesn't|does not|don't|do not|has no|have no|has only)\\b",
  '^(?:only )?(?:allows?|permits?|accepts?|supports?) (?:only|at most|up to|no|one|two|three|\\d)',
  "^(?:is|are)(?: only|n't| not)? (?:allowed|available|installed|supported|reachable|limited|restricted|capped|blocked|disabled|forbidden|rejected|read-only|off limits)\\b",
);
const FORBIDDEN = pattern(
  `^(?:never|don't|do not|always) (?:${OPERATION}) \\S`,
  `^(?:you|the agent|the assistant)(?: must| may| should| can)?(?: not|n't|not| never| only| must always)+ (?:${OPERATION})\\b`,
  '^(?:you|the agent|the assistant) (?:have|has) (?:no|only) ',
  `^(?:there is|there's|there are|we have) (?:no|only|a (?:hard )?limit)\\b.*\\b(?:${THING}|access|connection|permissions?)\\b`,
);
const OWN_LIMIT = /^i(?: can't| cannot| can only| do not have| don't have|(?:'m| am) not (?:able|allowed) to)\b/i;
const ABLE = pattern(
  `^(?:you|the agent|the assistant) (?:can|may|is (?:able|allowed) to)(?: now| also)? (?:${OPERATION})\\b`,
  `^you(?:'re| are) (?:able|allowed) to (?:${OPERATION})\\b`,
  '^(?:you|the agent|the assistant) (?:now )?(?:have|has) (?:full |read |write )?(?:access to|permission to)\\b',
  '^the [\\w-]+ (?:tool|plugin) (?:can|supports|lets)\\b',
);
const OWN_ABILITY = new RegExp(
  `^i(?: can| have access to|(?:'m| am) able to)(?: also| now)? (?:${OPERATION}|the|your)\\b`,
  'i',
);
const OFFER = /\b(?:you|your|that|this|it|these|those)\b/i;

/** A wish that holds for the moment only, and bounds what is being done. */
export const isForThisOnce = (text: string): boolean =>
  /\bthis (?:time|once)\b/i.test(text) && /\b(?:wants?|needs?|prefers?|likes?)\b/i.test(text);

const CONTEXT = pattern(
  '^(?:the|our|this) (?:deadline|ticket|issue|budget|milestone|sprint|scope|spec|requirement|due date)\\b.{0,60}? (?:is|are|must|has to|needs to|should|will be)\\b',
  "^(?:i'm|we're|i am|we are) (?:currently |now |still )?(?:working (?:on|in|with) (?:the|branch|version|ticket)|on (?:branch|version|ticket)) ",
  '^(?:this|it) (?:is|will be) (?:for|part of|due) ',
  '^(?:this|it) (?:has to|needs to|must) .{1,200} (?:by|before|within|without) ',
);
const HELD =
  /^(?:currently |now |still |all )*(?:is|are|uses?|runs?|has|have|lives?|listens?|stores?|points?|needs?|contains?|supports?|targets?|depends?|connects?|serves?|exposes?|deploys?)\b/i;
const WE_USE = new RegExp(
  `^[Ww]e (?:currently |now |all |also )?(?:use|run|deploy|host|build|test|develop|target|are on)\\b.*(?:\\b(?:${THING})s?\\b|\\b[A-Z][\\w.+#-]* v?\\d)`,
);

/** What kind of working talk a sentence is, by how it begins and by its verb. */
export function kindOf(sentence: string, role: Utterance['role']): SentenceKind | undefined {
  if (sentence.length > LONGEST || role === 'tool') return undefined;
  const text = plain(sentence);
  if (text.split(' ', FEWEST_WORDS).length < FEWEST_WORDS) return undefined;
  const isAgent = role === 'assistant';
  const isQuestion = /\?\W*$/.test(text);
  if (!isAgent && GOAL.test(text) && !/^(?:what|why|who|when|where)\b/i.test(text)) return 'goal';
  if (isQuestion || UNREAL.test(text)) return undefined;
  if (role !== 'system' && DECISION.test(text) && !NO_DECISION.test(text)) return 'decision';
  if (FAILED.test(text)) return 'failed';
  if (hasWorked(text)) return 'worked';
  const said = saidOfThing(text);
  if (said !== undefined && OFTEN.test(said)) return 'habit';
  if (DID.test(text) || (said !== undefined && OUTCOME.test(said))) return 'result';
  if ((!isAgent && FORBIDDEN.test(text)) || (isAgent && OWN_LIMIT.test(text))) return 'limit';
  if (isAgent ? OWN_ABILITY.test(text) && !OFFER.test(text) : ABLE.test(text)) return 'ability';
  if (!isAgent && (CONTEXT.test(text) || isForThisOnce(text))) return 'context';
  if (PASSING.test(text)) return undefined;
  if (said !== undefined && LIMITED.test(said)) return 'limit';
  return WE_USE.test(text) || (said !== undefined && HELD.test(said)) ? 'surroundings' : undefined;
}

/** Straight apostrophes, single spaces, without the words that only open it. */
function plain(sentence: string): string {
  let text = sentence.replaceAll('’', "'").replace(/\s+/g, ' ').trim();
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(OPENING, '');
  }
  return text;
}

/** "That worked", "we fixed it by …", "switching to … fixed …". Who only fixed something names no way of doing so. */
function hasWorked(text: string): boolean {
  if (WORKED.test(text)) return true;
  if (FIXED.test(text) && MEANS.test(text)) return true;
  return TRIED.test(text) && (FIXED.test(text) || HELPED.test(text));
}

/** What a sentence says of a thing of work that is its subject. */
function saidOfThing(text: string): string | undefined {
  const subject = SUBJECT.exec(text)?.[0];
  return subject === undefined ? undefined : text.slice(subject.length);
}

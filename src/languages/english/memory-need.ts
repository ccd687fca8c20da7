import type { MemoryNeed } from '../../contracts/language.ts';
import { words } from '../../text/words.ts';
import { isAcknowledgement, isGreeting, isNudge } from './small-talk.ts';

/** An intent takes a few sentences; a long text has any word. */
const MAX_READ_CHARS = 4000;

const TEXT_TASK =
  '(?:translate|summari[sz]e|proofread|spell-?check|rewrite|rephrase|reword|paraphrase|sort|alphabeti[sz]e|count|fix|correct|shorten|simplify|reverse|format|capitali[sz]e|punctuate|classify|convert|explain|review|refactor|complete)';
const GIVEN_AFTER_COLON = new RegExp(`^(.{0,10}\\b${TEXT_TASK}\\b[^:\\n]{0,80}):\\s*\\S.*$`, 'is');
const GIVEN_IN_QUOTES =
  /"[^"\n]{2,}"|“[^“”\n]{2,}”|«[^«»\n]{2,}»|(?<!\p{L})'[^'\n]{2,}'(?!\p{L})|```[\s\S]+?(?:```|$)|`[^`\n]+`/gu;

const withoutGivenText = (message: string): string =>
  message.slice(0, MAX_READ_CHARS).replace(GIVEN_AFTER_COLON, '$1:').replace(GIVEN_IN_QUOTES, ' … ');

const PAST =
  'said|told|mentioned|asked|decided|agreed|discussed|talked|spoke|chose|chosen|picked|promised|planned|suggested|recommended|wanted|liked|loved|hated|used|wrote|sent|made|left|fixed|tried|bought|booked|ordered|paid|met|learned|learnt|covered|worked|started|finished|stopped|set up|preferred|would|were|was|had';
const TIME =
  '(?:time|night|week|weekend|month|quarter|year|session|conversations?|chats?|meetings?|calls?|talk|sprint|release|version|attempt|trip|visit|spring|summer|autumn|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?:\\w+ )?(?:conversations|sessions|chats|days|weeks|months|times))';

const HISTORY: readonly RegExp[] = [
  /\b(?:do you |you )?(?:still )?(?:remember|recall|remind)\b|\b(?:i )?(?:forgot|forget|have forgotten)\b/i,
  /\b(?:did|have|had|haven['’]t|didn['’]t|was|were) (?:i|we)\b|\b(?:did|have) you (?!know\b|heard\b|seen\b|read\b)\p{L}+/iu,
  new RegExp(`\\b(?:i|we|you)(?:['’]ve|['’]d| have| had)? (?:ever |already |just |once |both )?(?:${PAST})\\b`, 'i'),
  new RegExp(`\\b(?:last|previous|earlier|past|other) ${TIME}\\b`, 'i'),
  /\b(?:as|like|than) (?:always|usual|before|ever)\b|\bthe usual\b|\busual(?:ly)?\b|\balways do\b|\bso far\b|\bleft off\b|\b(?:yesterday|previously|earlier|back then|the other day)\b/i,
  /\bagain\s*[?.!]*$|\bkeep (?:\p{L}+ing)\b|\bsince (?:yesterday|monday|tuesday|wednesday|thursday|friday|last)\b/iu,
  /\bany (?:updates?|news|progress|word)\b|\bhow(?:['’]s| is| are) .{1,40} (?:coming along|going|progressing|getting on)\b|\bhow did .{1,60} go\b|\bwhat(?:['’]s| has| is)? (?:changed|new|happened)\b/i,
  /\b(?:supposed|meant|due|scheduled) to\b|\bwe (?:keep|store|have|do|call|put)\b/i,
];

const KIN =
  'mum|mom|mummy|dad|daddy|grandma|grandpa|granny|wife|husband|girlfriend|boyfriend|partner|kids|boss|landlord|roommate|flatmate';

const PERSONAL: readonly RegExp[] = [
  /\b(?:my|mine|our|ours|myself|ourselves)\b(?: \p{L}+)?/iu,
  /\b(?:what|which|where|when|who|how|why)?\s?\bshould (?:i|we)\b|(?<!\bhow )\b(?:can|may|could|must|do|am|are) (?:i|we) (?!use\b|say\b|write\b)\p{L}+/iu,
  /(?<!\bhow (?:do|can|could|would|might) )(?<!\b(?:if|as|when|than|so) )\b(?:i|we)\b(?:['’](?:m|ve|d|ll|re)\b)?(?: \p{L}+)?/iu,
  /\b(?:for|to|with|about|of|suits?|fits?|like|at|from|than) (?:me|us)\b|\b(?:recommend|suggest|find|remind|book|order|buy|pick|choose|plan|get|call) (?:me|us)\b/i,
  /\b(?:recommend|suggest|advise|pick|choose|plan|book|schedule|(?<!\bin )order|reserve)\b(?! (?:a|an) (?:random|number|word|colou?r)\b)(?: \p{L}+){0,3}/iu,
  /\b(?:e-?mail|mail|message|letter|card|reply|invitation|speech|toast|text|note) (?:to|for)\b(?: \p{L}+)?/iu,
  new RegExp(`\\b(?:${KIN})\\b`, 'i'),
  /\byou know (?:me|my|what|how|about)\b|\bknow about me\b/i,
];

const firstMatch = (patterns: readonly RegExp[], text: string): string | undefined => {
  for (const pattern of patterns) {
    const match = pattern.exec(text)?.[0].trim();
    if (match !== undefined) return match;
  }
  return undefined;
};

const historyWords = (text: string): string | undefined => firstMatch(HISTORY, text);

const personalWords = (text: string): string | undefined => firstMatch(PERSONAL, text);

const ARITHMETIC: readonly RegExp[] = [
  /\d[.,]*\s?(?:[-+*/×÷^%=]|plus|minus|times|divided by|modulo|mod)\s?(?:of )?\(?\d/i,
  /\b(?:square|cube) root\b|\b(?:factorial|logarithm|derivative|integral) of\b|\bprime number\b|\bpercent of\b|\b(?:solve|simplify|factori[sz]e|differentiate|integrate) .{0,80}[\d)x]/i,
  /\b(?:convert|round|add|subtract|multiply|divide)\b.{0,20}\d|\bhow (?:much|many)\b.{0,20}\d/i,
  /\bhow many (?:milli|micro|kilo)?(?:seconds|minutes|hours|days|weeks|met(?:re|er)s|feet|inches|grams|ounces|bytes|bits)\b.{0,40} in an? /i,
];
const GIVEN_TEXT = new RegExp(`^\\W*(?:please |can you |could you )?${TEXT_TASK}\\b`, 'i');
const ON_WORDS =
  /\bhow do (?:you|i) (?:say|spell|pronounce)\b|\b(?:plural|synonyms?|antonyms?|opposite|meaning|definition|etymology|past tense) (?:of|for)\b|^\W*(?:spell|define|conjugate|pronounce)\b|\bwhat does .{1,60} mean\b|\brhymes? with\b/i;
const CREATIVE_REQUEST =
  /^\W*(?:please |can you |could you )?(?:write|compose|make up|generate|create|invent|tell|give|show|name|list)\b(?: me| us)?(?: \p{L}+)?(?: \p{L}+)? (?:haiku|poem|sonnet|limerick|joke|riddle|pun|story|fairy tale|fun fact|tongue twister|regex|regular expression|function|script|class|program|query|one-liner|loop|unit test|random \p{L}+|examples?)\b/iu;
const NAME_SOME =
  /^\W*(?:name|list) (?:\d+|two|three|four|five|six|seven|eight|nine|ten|some|all) \p{L}+(?: \p{L}+){0,3} ?[.!?]*$/iu;
const PLEASANTRY =
  /^\W*(?:(?:hey|hi|hello|ok|okay|and|so)\W+)?(?:how are you(?: doing)?(?: today)?|how(?:['’]s| is) it going|what['’]s up|nice to meet you)\W*$/i;
const GOING_ON = /^\W*(?:please |now |ok(?:ay)?,? )*(?:(?:go|carry|move|read) on|keep going|go ahead)\W*$/i;
const REWRITE_REQUEST =
  /^\W*(?:please |now |ok(?:ay)?,? )*(?:make|turn|put|format|write|rewrite|say|give|show) (?:it|that|this|them)\b.{0,15}\b(?:list|table|bullets?|json|csv|markdown|shorter|longer|simpler|formal|informal|friendlier|paragraph|sentence|steps|english|words)\b.{0,10}$/i;

const OF_THE_WORLD =
  'capital|largest|biggest|smallest|longest|highest|tallest|deepest|fastest|oldest|population|currency|area|boiling point|melting point|freezing point|chemical|atomic|speed of|distance|formula|square|theory|law of|author|inventor|syntax|official language|national|time ?zone|difference between|meaning|origin|purpose of|history of';
const GENERAL: readonly RegExp[] = [
  new RegExp(
    `\\b(?:what|which|who)(?:['’]s| is| are| was| were)\\b(?: the| an?)?(?: \\p{L}+)? ?(?:${OF_THE_WORLD})\\b`,
    'iu',
  ),
  /\bwhat (?:is|are) an? \p{L}+(?:[ -]\p{L}+){0,3}[ -]?\?*$/iu,
  /\bwho (?:wrote|painted|invented|discovered|composed|directed|founded|built|won|designed|sang|played|developed|proved|formulated|assassinated|ruled)\b/i,
  /\b[Ww]ho (?:is|was|were) (?:the )?\p{Lu}\p{L}+/u,
  /\b(?:[Ww]hen|[Ww]here|[Hh]ow|[Ww]hy|[Ww]hat year|[Ww]hich year) (?:did|was|were|is|are)\b (?:the )?\p{Lu}\p{L}+/u,
  /\b[Hh]ow (?:long|tall|high|deep|old|far|big|large|heavy|hot|cold|fast) (?:is|are|was|were) (?:the )?\p{Lu}\p{L}+/u,
  /\bhow (?:do|does|did) (?:an? )?(?:\p{L}+ ){1,3}(?:work|fly|form|grow|sleep|breathe|reproduce|communicate|evolve)\b/iu,
  /\bhow many \p{L}+ (?:are there|does an? \p{L}+ have|are in an?)\b/iu,
  /\bwhy (?:is|are|do|does) (?:the (?:sky|sea|ocean|sun|moon|earth|grass)|\p{L}+s)\b/iu,
  /\bwhat happens (?:when|if|to) (?!the\b|this\b|that\b|i\b|we\b)/i,
  /^\W*(?:is|are) (?:an? )?\p{L}+ an? \p{L}+(?: \p{L}+)? ?\?*$/iu,
  /^\W*(?:can you |could you |please )?(?:explain|describe)(?: to me)? (?:how|why|what|the (?:difference|concept|idea|theory|principle|meaning))\b/i,
  /^\W*(?:explain|describe) \p{L}+(?: \p{L}+)?[.!?]*$/iu,
  /\b(?:http status|status code|in (?:python|javascript|typescript|java|rust|go|c\+\+|sql|bash|css|html|excel|latex))\b/i,
  /\bwhat time ?zone\b|\b(?:which|what) (?:gas|element|planet|country|continent|ocean|language|animal|metal|vitamin|organ)s?\b/i,
];

/** "Hey, how are you?" asks nothing. */
const isPleasantry = (message: string): boolean => PLEASANTRY.test(message);

const isContinuation = (message: string): boolean => isNudge(message) || GOING_ON.test(message);

/** Why a message needs no memory, being self-contained or common knowledge; undefined without evidence. */
function standaloneReason(message: string): string | undefined {
  const text = message.slice(0, MAX_READ_CHARS);
  if (GIVEN_TEXT.test(text) && withoutGivenText(text) !== text) return 'it brings the text it is about';
  if (ARITHMETIC.some((pattern) => pattern.test(text))) return 'it is arithmetic';
  if (ON_WORDS.test(text)) return 'it asks about words';
  if (CREATIVE_REQUEST.test(text) || NAME_SOME.test(text)) return 'it asks for a creative text without personal data';
  if (REWRITE_REQUEST.test(text)) return 'it only asks to rewrite the previous reply';
  return GENERAL.some((pattern) => pattern.test(text)) ? 'it asks for general knowledge' : undefined;
}

function emptyReason(message: string, names: readonly string[]): string | undefined {
  if (isGreeting(message, names) || isPleasantry(message)) return 'it only greets or thanks';
  const known = new Set(names.flatMap(words));
  const unnamed = words(message).filter((word) => !known.has(word));
  return unnamed.length > 0 && isAcknowledgement(unnamed.join(' ')) ? 'it only acknowledges' : undefined;
}

/** Each reason is computed on access, so that a process with a single recall does not compile all these expressions. */
export const memoryNeed = (message: string, names: readonly string[]): MemoryNeed => ({
  get isContinuation() {
    return isContinuation(message);
  },
  get empty() {
    return emptyReason(message, names);
  },
  get history() {
    return historyWords(withoutGivenText(message));
  },
  get personal() {
    return personalWords(withoutGivenText(message));
  },
  get alone() {
    return standaloneReason(message);
  },
});

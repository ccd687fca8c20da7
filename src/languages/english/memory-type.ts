import type { Assessment } from '../../contracts/language.ts';
import type { MemoryType } from '../../model/memory.ts';
import { wordList } from '../../text/words.ts';
import { isGreeting, isQuestion } from './small-talk.ts';
import { isPast } from './verbs.ts';

export interface TypeAssessment {
  readonly type: MemoryType;
  readonly why: string;
}

const MAX_READ_CHARS = 2000;

const BASE_VERBS = wordList(
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

const COMMANDS = wordList(
  `back boot click clone commit compile configure copy delete disable download enable execute export fill format heat hold insert launch load
  log merge mount open paste pour press preheat rebase reload rename reset restart restore revert rinse roll rotate select shut stir
  submit tag tap test tighten type undo unplug update upgrade upload verify wipe`,
);
/** Verbs that open no instruction. */
const NO_COMMANDS = wordList('be have need want know mean remember believe like love hate prefer belong live');
const isCommand = (word = ''): boolean => COMMANDS.has(word) || (BASE_VERBS.has(word) && !NO_COMMANDS.has(word));
const command = (opening: RegExp) => (text: string) => isCommand(opening.exec(text)?.[1]);

const PAST_TIME =
  /\b(?:yesterday|earlier|recently|ago|the other day|this (?:morning|week|afternoon)|last (?:night|time|week|weekend|month|year|\w+day|summer|winter|spring|autumn))\b|\b(?:on|in) (?:\w+day(?!s)|\d{1,2}(?:st|nd|rd|th)?(?: of)? \w+|(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|(?:19|20)\d\d\b)|\b\d{4}-\d\d-\d\d\b/;
/** A participle after these describes a state, not an event. */
const STATIVE = wordList('is are am be been being get gets has have used born based called named a an the by not very');

function tellsOccasion(text: string): boolean {
  const words = text.match(/[\w'-]+/g) ?? [];
  return words.some((word, at) => at > 0 && isPast(word) && !STATIVE.has(word) && !STATIVE.has(words[at - 1] ?? ''));
}

const SIGNS: readonly (readonly [MemoryType, weight: number, why: string, RegExp | ((text: string) => boolean)])[] = [
  [
    'working',
    4,
    'speaks of what goes on now',
    /\b(?:currently|right now|at the moment|for now|so far|this (?:session|chat|conversation))\b/,
  ],
  [
    'working',
    4,
    'names what is under way',
    /\b(?:in the middle of|waiting (?:for|on)|current (?:step|task|file|goal|focus|branch))\b/,
  ],
  ['working', 4, 'notes what comes next', /^(?:to-?do|next|next up|next step|open question|pending|in progress)\b\s*:/],
  ['working', 3, 'tells what somebody is at', /\b(?:i am|i'm|we are|we're) (?:\w+ )?(?!going to\b)\w+ing\b/],
  ['working', 3, 'is not done yet', /\bstill (?:\w+ing|to do|open|missing|broken)\b|^(?:need|have) to\b|\bleft to \w+/],
  ['working', 2, 'speaks of now', /\bnow\b|\bremaining\b/],
  [
    'procedural',
    4,
    'tells how to do something',
    /^(?:how (?:to|we|i|you)|steps? (?:to|for)|recipe|the (?:\w+ )?way to)\b/,
  ],
  ['procedural', 4, 'numbers its steps', (text) => text.includes('1. ') && text.includes('2. ')],
  ['procedural', 4, 'puts steps in order', /\bonly then\b|, then \w+/],
  [
    'procedural',
    4,
    'says what to do when',
    command(
      /^(?:if|when|whenever|once|before|after|while|unless|as soon as|to|in order to)\b[^,]*, (?:then |just |please )?([\w-]+)/,
    ),
  ],
  ['procedural', 3, 'tells what to do', command(/^(?:please |just |you |one )?([\w-]+)\b(?! (?:is|are|was|were)\b)/)],
  ['procedural', 2, 'goes on to say what to do', command(/\band (?:then |finally )?([\w-]+)/)],
  ['procedural', 2, 'says what something is done by', command(/^(?:in order )?to ([\w-]+)(?![\w-])[^:]*: /)],
  ['procedural', 2, 'tells what one can do', /^(?:you|one) (?:can|could|need to|have to|should|just)\b/],
  ['episodic', 4, 'recalls an occasion', /\b(?:remember (?:when|the time|how)|that time|when we (?!are\b))\b/],
  ['episodic', 3, 'tells what happened', tellsOccasion],
  ['episodic', 2, 'says when it was', PAST_TIME],
  ['semantic', 4, 'lays down a rule', /^never\b|\b(?:must|should|shall|may) (?:not |never |always )?\w+/],
  ['semantic', 3, 'says what holds in general', /\b(?:always|every|usually|since|prefers?|favou?rite|used to)\b/],
  ['semantic', 6, 'says whence somebody is', /\b(?:was|were) born\b/],
  ['semantic', 2, 'says what is', /\b(?:is|are|has|have|uses?|runs on|requires?|lives?|likes?|allergic)\b/],
  ['semantic', 1, 'states something', () => true],
];

export function memoryTypeOf(content: string): TypeAssessment {
  const text = content.trim().slice(0, MAX_READ_CHARS).toLowerCase().replaceAll('’', "'");
  const matchedSigns = SIGNS.filter(([, , , sign]) => (typeof sign === 'function' ? sign(text) : sign.test(text)));
  const sums = new Map<MemoryType, number>();
  for (const [type, weight] of matchedSigns) sums.set(type, (sums.get(type) ?? 0) + weight);
  const [type] = [...sums].reduce((best, next) => (next[1] > best[1] ? next : best));
  const why = matchedSigns.filter(([of, weight]) => of === type && (weight > 1 || matchedSigns.length === 1));
  return { type, why: why.map(([, , reason]) => reason).join(', ') || 'states something' };
}

/** The first match decides: memories that do harm when forgotten come first, then trivial ones. */
const IMPORTANCE: readonly (readonly [importance: number, why: string, pattern: RegExp])[] = [
  [
    0.95,
    'health or safety depends on it',
    /\b(?:allerg(?:y|ic|ies)|intoleran(?:t|ce)|diabet(?:es|ic)|epilep(?:sy|tic)|co?eliac|asthma|medication|emergency|blood type|pregnant)\b/i,
  ],
  [
    0.9,
    'names a secret or how to get in',
    /\b(?:pass(?:word|phrase|code)|api[ -]?keys?|access tokens?|private keys?|credentials?|pin (?:is|code))\b/i,
  ],
  [
    0.9,
    'lays down what must or must not be',
    /\b(?:must|never|always|under no circumstances|not allowed|forbidden|mandatory|require[sd]?)\b/i,
  ],
  [0.9, 'is said to matter', /\b(?:important|critical|crucial|essential|vital|urgent|(?:do not|don['’]t) forget)\b/i],
  [
    0.85,
    'sets a limit in time or money',
    /\b(?:deadline|due (?:on|by|date)|no later than|expires?|at the latest|budget)\b/i,
  ],
  [
    0.3,
    'is small talk',
    /^\W*(?:lol|haha|ok(?:ay)?|cool|nice|wow|great|sure|thanks?|by the way|btw|what a|how lovely)\b/i,
  ],
  [0.4, 'is only a guess', /\b(?:maybe|perhaps|might|not sure|i guess|possibly)\b/i],
  [
    0.8,
    'corrects or decides something',
    /\b(?:actually|correction|no longer|decided|agreed|from now on|instead of)\b/i,
  ],
  [
    0.75,
    'tells what somebody likes or wants',
    /\b(?:prefers?|likes?|loves?|hates?|dislikes?|favou?rite|wants?|goal is|can(?:not|['’]t) stand)\b/i,
  ],
  [
    0.75,
    'tells who somebody is',
    /\b(?:my name is|birthday|born|married|wife|husband|daughter|son|children|lives? in|works? (?:at|for|as))\b/i,
  ],
];

export function importanceOf(content: string): Assessment<number> | undefined {
  const text = content.slice(0, MAX_READ_CHARS);
  if (isGreeting(text)) return { value: 0.1, why: 'is a greeting' };
  const [value, why] = IMPORTANCE.find(([, , pattern]) => pattern.test(text)) ?? [];
  if (value !== undefined && why !== undefined) return { value, why };
  return isQuestion(text) ? { value: 0.3, why: 'only asks' } : undefined;
}

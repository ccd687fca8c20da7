import type { MemoryType } from '../../model/memory.ts';
import { wordList } from '../../text/word-list.ts';
import { BASE_VERBS, isPast } from './assertions/verbs.ts';

export interface TypeReading {
  readonly type: MemoryType;
  readonly why: string;
}

/** What a text is shows at its beginning; the patterns would take long over a whole document. */
const MOST_READ = 2000;

/** Commands that instructions begin with, besides the verbs of talk. */
const COMMANDS = wordList(
  `back boot click clone commit compile configure copy debug delete disable download enable execute export fill format grind heat hold
  insert jack launch load log loosen merge migrate mount open paste ping pour press preheat query rebase rebuild redeploy reload
  rename reset restart restore revert rinse roll rotate scan select shut squash stir submit tag tap test tighten type undo uninstall
  unmount unplug update upgrade upload verify wipe`,
);
const isCommand = (word = ''): boolean => COMMANDS.has(word) || (BASE_VERBS.has(word) && !NO_COMMANDS.has(word));
/** Verbs that nobody is told to do step by step. */
const NO_COMMANDS = wordList('be have need want know mean remember believe like love hate prefer belong live');

const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter)';
const PAST_TIME = new RegExp(
  [
    String.raw`\b(?:yesterday|earlier|recently|ago|back then|the other day|this (?:morning|week|afternoon)|last (?:night|time|week|weekend|month|year|${DAY}|${MONTH}))\b`,
    String.raw`\b(?:on|in) (?:the )?(?:${DAY}(?!s)|\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}|${MONTH}\b|(?:19|20)\d\d\b)`,
    String.raw`\b\d{4}-\d\d-\d\d\b`,
  ].join('|'),
);
const CLAUSE_BEFORE_COMMAND = /^(?:if|when|whenever|once|before|after|while|unless|as soon as|to|in order to)\b[^,]*, /;
/** A participle after these tells what is, not what happened. */
const STATIVE = wordList('is are am be been being get gets has have used born based called named a an the by not very');

/** Each sign with how much it says; the type with the most wins. */
interface Sign {
  readonly type: MemoryType;
  readonly weight: number;
  readonly why: string;
  readonly holds: (text: string) => boolean;
}

const sign = (type: MemoryType, weight: number, why: string, holds: RegExp | ((text: string) => boolean)): Sign => ({
  ...{ type, weight, why },
  holds: typeof holds === 'function' ? holds : (text) => holds.test(text),
});

const SIGNS: readonly Sign[] = [
  sign(
    'working',
    4,
    'speaks of what goes on now',
    /\b(?:currently|right now|at the moment|for now|so far|as we speak)\b/,
  ),
  sign('working', 4, 'holds for this session', /\b(?:this|the current) (?:session|conversation|chat|thread)\b/),
  sign(
    'working',
    4,
    'names what is under way',
    /\b(?:in the middle of|still (?:working|to do)|waiting (?:for|on)|current (?:step|task|file|goal|focus|branch|page))\b/,
  ),
  sign(
    'working',
    4,
    'notes what comes next',
    /^(?:to-?do|next|next up|next step|open question|pending|in progress|reminder to self)\b\s*:/,
  ),
  sign(
    'working',
    3,
    'tells what somebody is at',
    /\b(?:i am|i'm|we are|we're) (?:\w+ )?(?!going to\b)\w+ing\b|^\w+ing\b.* (?:now|next)$/,
  ),
  sign(
    'working',
    3,
    'is not done yet',
    /\bstill (?:\w+ing|open|missing|red|broken)\b|^(?:need|have) to\b|\bleft to \w+|\bto come back to\b/,
  ),
  sign('working', 1, 'speaks of now', /\bnow\b/),

  sign(
    'procedural',
    4,
    'tells how to do something',
    /^(?:how (?:to|we|i|you)|steps? (?:to|for)|instructions?|recipe|the (?:\w+ )?way to|the trick)\b/,
  ),
  sign('procedural', 4, 'numbers its steps', /(?:^|\s)1[.)] [\s\S]*\s2[.)] /),
  sign('procedural', 4, 'puts steps in order', /\bfirst\b.*\bthen\b|\bthen\b.*\bfinally\b|\bonly then\b|, then \w+/),
  sign('procedural', 4, 'says what to do when', (text) => isCommand(afterClause(text))),
  sign('procedural', 3, 'tells what to do', (text) =>
    isCommand(/^(?:please |just |you |one )?([\w-]+)\b(?! (?:is|are|was|were)\b)/.exec(text)?.[1]),
  ),
  sign('procedural', 2, 'goes on to say what to do', (text) =>
    isCommand(/\band (?:then |finally )?([\w-]+)/.exec(text)?.[1]),
  ),
  sign('procedural', 3, 'says what brings it about', /\b(?:works?|done|you can [^,]+) by \w+ing\b/),
  sign('procedural', 2, 'tells what one can do', /^(?:you|one) (?:can|could|need to|have to|should|just)\b/),

  sign('episodic', 4, 'recalls an occasion', /\b(?:remember (?:when|the time|how)|that time|when we (?!are\b))\b/),
  sign('episodic', 3, 'tells what happened', happened),
  sign('episodic', 2, 'says when it was', PAST_TIME),

  sign('semantic', 4, 'lays down a rule', /^never\b|\b(?:must|should|shall|may) (?:not |never |always )?\w+/),
  sign('semantic', 3, 'says what holds in general', /\b(?:always|every|usually|since|prefers?|favou?rite|used to)\b/),
  sign('semantic', 6, 'says whence somebody is', /\b(?:was|were) born\b/),
  sign('semantic', 2, 'says what is', /\b(?:is|are|has|have|uses?|runs on|requires?|lives?|likes?|allergic)\b/),
  sign('semantic', 1, 'states something', () => true),
];

/** Whether a text is a fact, an event, a way of doing something or of the moment, by its words; and by which. */
export function memoryTypeOf(content: string): TypeReading {
  const text = content
    .trim()
    .slice(0, MOST_READ)
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[.!?\s]+$/, '');
  const held = SIGNS.filter(({ holds }) => holds(text));
  const sums = new Map<MemoryType, number>();
  for (const { type, weight } of held) sums.set(type, (sums.get(type) ?? 0) + weight);
  const type = [...sums].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
  const why = held
    .filter((each) => each.type === type && (each.weight > 1 || held.length === 1))
    .map((each) => each.why);
  return { type, why: why.join(', ') || 'states something' };
}

/** The word after an opening clause: "if it hangs, delete …". */
function afterClause(text: string): string | undefined {
  const clause = CLAUSE_BEFORE_COMMAND.exec(text);
  return clause === null ? undefined : /^(?:then |just |please )?([\w-]+)/.exec(text.slice(clause[0].length))?.[1];
}

function happened(text: string): boolean {
  const said = text.match(/[\w'-]+/g) ?? [];
  return said.some((word, at) => {
    const [before = '', after] = [said[at - 1], said[at + 1]];
    const isOver = isPast(word) && !(word === 'left' && after === 'to');
    return at > 0 && isOver && !STATIVE.has(word) && !STATIVE.has(before);
  });
}

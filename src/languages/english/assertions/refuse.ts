import { wordList } from '../../../text/words.ts';
import type { Clause } from './clauses.ts';
import { said, type Token } from './tokens.ts';
import { BASE_VERBS, isAdverb } from './verbs.ts';

const PRAISE = wordList(
  `amazing awesome great cool nice wonderful fantastic incredible lovely beautiful perfect good fun inspiring special gorgeous impressive
  excellent brilliant cute adorable sweet neat stunning fabulous super best`,
);
const SOCIAL = wordList(
  `glad thanks thank hear hearing chat chatting luck congrats congratulations sounds sound cheering cheer rooting wait excited proud happy
  appreciate hope keep keeping talk catch share sharing support let help helping posted update pleasure welcome sorry`,
);
export const VAGUE = wordList(
  'it this that these those they them thing things something stuff one ones here there such',
);

/** A wish that holds for the moment only. */
const ONCE = /\bthis (?:time|once)\b/i;
const WISH = /\b(?:wants?|needs?|prefers?|likes?)\b/i;

const FEWEST_WORDS = 3;
/** Less than this of it is plain words: a log line, a formula, a path. */
const OWN_SHARE = 0.62;
const AUXILIARIES = wordList(
  'is are was were am do does did have has had can could will would should shall may might must cannot',
);
const COMMANDS = wordList(
  `please explain summarize summarise rewrite rephrase translate generate calculate compare continue proceed confirm list draft ensure
  lemme gimme note remind reminds refer analyze compose outline revise edit expand adjust finalize implement craft elaborate convert
  enter click ignore assume chuck act pretend welcome bye goodbye thanks thank congrats cheers wishing sending sounds looks seems hang
  don't imagine lets let let's here`,
);
const OTHERS = '(?:it|there|the|this|that|he|she|they|any|i|we|you|my|our|your)';
const AUXILIARY = `(?:${[...AUXILIARIES].join('|')})`;
const NOW = '(?: (?:now|today|tonight|again|already|later|soon|too|here|right now|at the moment|this \\w+)){0,3}';
const HOUSEHOLD =
  'breakfast|lunch|dinner|coffee|tea|snacks?|nap|shower|break|walk|sleep|food|beer|milk|bread|eggs|groceries|water|laundry|dishes|shopping|plants|trash|kitchen|house|bed|home|work';

/** Over the words of a clause, whose verb agrees with a name already: "i is glad". */
const REFUSED: readonly RegExp[] = [
  // A question without its mark.
  new RegExp(`^${AUXILIARY} ${OTHERS}\\b|^(?:what|how|why|who|where|whose|whom) ${AUXILIARY}\\b`),
  // "I am glad you liked it", "I love your paintings", "I am sorry to hear": of the other's things.
  /^(?:i|we) (?:is )?(?:so )?(?:glad|sorry|happy|proud|sure|thrilled|excited|grateful|thankful|stoked|loves|likes|hopes|wishes|appreciates|admires|thanks|bets|knows|agrees)(?: (?:to|for) (?:hear|learn)\b|(?! .*\b(?:me|my|us|our|i|we|myself)\b).*\byou)/,
  // "You are so talented", "We have each other", "I am here for you".
  /^you (?:is|was|looks?|seems?|sounds?)\b|^(?:i|we|my|our) .*\beach other\b|^(?:i|we) is here .*\byou/,
  // "My boss told me", "the moment I have them": the rest has been left out.
  /\b(?:say|says|said|saying|tell|tells|told|telling|wrote|writes|replied|replies|answered|asks?|asked|texts|texted)(?: (?:me|us|you))?$|\bis like$|^the (?:moment|minute) (?:i|we|you)\b/,
  // "I am tired", "I am off to bed", "I had a quick lunch", "I need to buy milk": over the same day.
  new RegExp(
    `^(?:i|we) (?:is|was|feels|felt|has been|is feeling|is getting) (?:(?:an?|little|bit|so|too|all|kind|of) )*(?:tired|hungry|thirsty|sleepy|bored|exhausted|cold|hot|sick|late|home|awake|fine|ok|okay|full|here|online|free|in bed|at (?:home|work)|on (?:my|the) (?:way|train|bus))${NOW}$`,
  ),
  new RegExp(
    `^(?:i|we) (?:is (?:off|heading|going|about)|had|ate|made|got|grabbed|is (?:having|eating|making)|(?:needs|has|is going|wants|forgot|is about) to|must|should|will) (?:(?:to|off|out|back|buy|get|go|grab|do|fold|wash|take|clean|water|feed|walk|some|an?|the|my|more|quick|late|early|and) )*(?:${HOUSEHOLD}|now|leave|go|eat|off)(?: and (?:water|feed|walk|fold|do|clean|buy|get) .{0,20})?(?: good night)?${NOW}$`,
  ),
];

/** Nothing to remember on its face: asked, ordered, praised, greeted or over the same day, or too little of it is words. */
export function isRefused({ tokens }: Clause): boolean {
  const words = tokens.filter(({ kind }) => kind !== 'mark');
  const own = words.filter(({ text, kind }) => kind === 'date' || /^[\p{L}\p{M}'-]+$/u.test(text));
  const undated = said(words.filter(({ kind }) => kind !== 'date'));
  return (
    words.length < FEWEST_WORDS ||
    own.length < OWN_SHARE * tokens.length ||
    REFUSED.some((pattern) => pattern.test(undated)) ||
    (ONCE.test(undated) && WISH.test(undated)) ||
    isCommand(words) ||
    (words[0]?.person === 'listener' && words.some(({ lower }) => PRAISE.has(lower))) ||
    words.every(isReaction)
  );
}

function isCommand(words: readonly Token[]): boolean {
  const first = words.findIndex(({ lower }) => !isAdverb(lower));
  const [head, next] = [words[first], words[first + 1]?.lower ?? ''];
  if (head === undefined || head.form !== undefined) return false;
  if (COMMANDS.has(head.lower) || (head.lower === 'do' && next === 'not')) return true;
  return BASE_VERBS.has(head.lower) && !AUXILIARIES.has(next) && !/(?:s|ed)$/.test(next);
}

/** "That is great to hear": nothing in it but feeling and pointing. */
const isReaction = ({ lower, kind, form, person }: Token): boolean =>
  kind === 'word' &&
  person !== 'speaker' &&
  (form !== undefined || lower.length < 4 || [PRAISE, SOCIAL, VAGUE, AUXILIARIES].some((list) => list.has(lower)));

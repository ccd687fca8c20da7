import type { Clause } from './clauses.ts';
import type { Token } from './token.ts';
import { isAdverb, subjectAt } from './verbs.ts';

const WHEN =
  '(?: (?:now|today|tonight|again|already|later|soon|too|here|right now|at the moment|this morning|this afternoon|this evening|this week))*';
/** How one is for the moment, where nothing else is told: "is tired", but not "is tired of the job". */
const STATE = new RegExp(
  `^(?:is|was|feels|felt|has been|is feeling|is getting)(?: (?:a little|a bit|so|too|all|bit|kind of))* (?:tired|hungry|thirsty|sleepy|bored|exhausted|cold|hot|sick|ill|late|home|awake|fine|ok|okay|annoyed|full|drunk|hungover|here|up|off|online|around|free|on (?:my|the|their) way|in bed|at home|at work|on the train|on the bus)${WHEN}$`,
);
/** "Is off to bed", "is heading out", "is going to sleep". */
const LEAVING =
  /^(?:is|was) (?:(?:off|heading|going|on|about)(?: (?:off|out|back|home|to))* ?(?:bed|sleep|work|lunch|dinner|home|shower|a shower|leave|go|eat|the gym|the shop|the store)?)(?: .{0,20}good ?night| good ?night| night)?(?: now| soon)?$/;
const MEAL = new RegExp(
  `^(?:had|ate|has had|is having|is eating|made|got|grabbed|finished|needs|wants|is making)(?: (?:some|a|an|my|their|our|quick|late|early|nice|good|big|light|the))* (?:breakfast|lunch|dinner|brunch|supper|coffee|tea|snack|nap|shower|bath|rest|break|walk|sleep|drink|food|beer)${WHEN}$`,
);
/** Something of the household to be done the same day and then forgotten. */
const ERRAND =
  /^(?:needs? to|has to|must|should|will|is going to|is about to|wants to|forgot to|got to) (?:(?:go )?(?:and )?(?:buy|get|grab|pick up)(?: (?:some|more|a|an|the|new|few|bottle|carton|loaf|of))* (?:milk|bread|eggs?|butter|cheese|groceries|food|snacks?|coffee|tea|water|beer|wine|fruit|vegetables|veggies|toilet paper|soap|detergent|stamps|batteries|gas|petrol|cash|lunch|dinner|breakfast)|(?:do|fold|wash|finish|hang)(?: (?:up|some|the|my|their))* (?:laundry|dishes|washing|ironing|shopping|chores|clothes|car|hair|windows)|take out the (?:trash|garbage|rubbish|bins?)|(?:clean|tidy|vacuum|mop)(?: (?:up|the|my|their|a|bit))* (?:kitchen|room|house|flat|apartment|bathroom|desk|floor)?|(?:water|feed|walk) the (?:plants|dog|dogs|cat|cats)|charge (?:the|my|their) (?:phone|laptop)|(?:eat|sleep|shower|go|run|leave|hurry|rest|go to (?:bed|sleep|work|the shop|the store|the shops))(?: (?:something|now|soon|some))*)(?: and (?:water|feed|walk|fold|do|clean|buy|get|take out)\b.{0,30})?$/;

/** A momentary state, a meal or an errand of the speaker's, with nothing else told. */
export function isChatter({ tokens, link }: Clause): boolean {
  const words = tokens.filter(({ kind }) => kind !== 'mark');
  const at = subjectAt(words);
  const subject = words[at];
  if (subject?.person !== 'speaker' || subject.form !== 'subject' || words[0]?.lower === link) return false;
  const rest = words.slice(at + 1).filter(({ lower }) => !isAdverb(lower) || LEAVING_WORDS.test(lower));
  const predicate = wordsOf(rest);
  const undated = wordsOf(rest.filter(({ kind }) => kind !== 'date'));
  return STATE.test(undated) || MEAL.test(undated) || LEAVING.test(predicate) || ERRAND.test(undated);
}

const LEAVING_WORDS = /^(?:off|out|back|well|all)$/;

const wordsOf = (tokens: readonly Token[]): string => tokens.map(({ lower }) => lower).join(' ');

import { isPast } from '../../languages/english/assertions/verbs.ts';
import { words } from '../../text/words.ts';
import { actAs, type VerbForm } from './acts.ts';
import type { Clause } from './clauses.ts';
import { isGerund } from './gerund.ts';
import { strategyIn } from './phrases.ts';
import type { Proposal } from './trial.ts';

const ADVERBS =
  '(?:(?:now|just|first|also|simply|then|instead|maybe|already|finally|recently|please|try to|[a-z]+ly)\\s+)*';
const ACT = `${ADVERBS}(?<verb>[a-z][a-z-]+)(?<rest>\\b.*)$`;
const PLAN = new RegExp(
  `^(?:(?<own>let['’]s|let us|let me|(?:i|we)(?:['’]ll| will)|(?:i['’]m|we['’]re|i am|we are) going to|(?:we|i) (?:could|should|might)|we can|(?:i |we |have )*decided to|what if (?:we|i)|why don['’]t we)|you (?:could|should|can|might)|what if you|why (?:not|don['’]t you))\\s+${ACT}`,
  'i',
);
const ATTEMPT = new RegExp(
  `^(?:(?:i|we)(?:['’]ve| have| already)?\\s+)?${ADVERBS}(?<how>(?:try|tried)(?: out)?|(?:i(?:['’]d)? )?(?:suggest|recommend)|how about|what about|consider|going with|decided on|opted for|(?:even )?after|despite|in spite of|even with)\\s+(?<what>.+)$`,
  'i',
);
const ADVISED = /^(?:try|suggest|recommend|i(?:['’]d)? (?:suggest|recommend)|how about|what about|consider)\b/i;
const DONE = new RegExp(
  `^(?:(?:even )?(?:after|once|since|when|as soon as)\\s+)?(?:i|we)(?:['’]ve| have|['’]d| had)?\\s+${ACT}`,
  'i',
);
const ORDER = /^(?<verb>[a-z][a-z-]+)(?<rest>\s.+)$/i;
const SECOND_ACT = / and ([a-z]{3,})(?= \S)/g;
const THING = /^(?:an?|the|another|some|two|three)\s/i;
/** "That sleep diary" names itself; "that one" does not. */
const POINTED_THING = /^(?:that|this|those|these) (?=(?:new |same )?\S+ \S+)/i;
const LEADING_ADVERB = /^(?:(?:simply|just|also|even|[a-z]+ly)\s+)+/i;
const MOST_WORDS_OF_THING = 9;

/** What a clause proposes, or says was done. A decision may also be an order to oneself: "Use WAL mode". */
export function readProposal(
  { text, isWhole }: Pick<Clause, 'text' | 'isWhole'>,
  isDecision: boolean,
): Proposal | undefined {
  if (!isWhole) return undefined;
  const plan = PLAN.exec(text)?.groups;
  if (plan !== undefined) {
    const isAdvice = plan['own'] === undefined;
    const proposal = plan['verb'] === 'try' ? namedProposal(plan['rest'], false) : acted('base', plan, false);
    return proposal && { ...proposal, isAdvice };
  }
  const { how = '', what } = ATTEMPT.exec(text)?.groups ?? {};
  if (what !== undefined && !/^(?:i|we|you)\b/i.test(what)) {
    // "After the update" is no doing of anybody.
    const isThing = /^(?:tried|going with|decided on|opted for)/i.test(how);
    const isDone = /\b(?:tried|after|despite)\b/i.test(how);
    const proposal = namedProposal(what, isDone, isThing || /^(?:try|how about|what about)/i.test(how));
    return proposal && { ...proposal, isAdvice: ADVISED.test(how) };
  }
  const done = DONE.exec(text)?.groups;
  if (done !== undefined) return isPast(done['verb']?.toLowerCase() ?? '') ? acted('past', done, true) : undefined;
  const order = isDecision ? ORDER.exec(text)?.groups : undefined;
  return order === undefined ? undefined : acted('base', order, false);
}

/** After "try" or "no luck with" stands an act or a thing. */
export function namedProposal(what: string | undefined, isDone: boolean, mayBeThing = false): Proposal | undefined {
  const text = (what?.trim() ?? '').replace(LEADING_ADVERB, '').replace(mayBeThing ? POINTED_THING : /^$/, 'the ');
  const [first = ''] = text.split(/\s/, 1);
  if (isGerund(first)) {
    const act = actAs('gerund', first);
    return act === undefined ? undefined : proposed(`${act}${text.slice(first.length)}`, isDone);
  }
  const isThing = mayBeThing && THING.test(text) && words(text).length <= MOST_WORDS_OF_THING;
  return isThing ? proposed(text, isDone) : undefined;
}

type Act = Readonly<Record<string, string>>;

function acted(form: VerbForm, act: Act, isDone: boolean): Proposal | undefined {
  const gerund = actAs(form, act['verb'] ?? '');
  if (gerund === undefined) return undefined;
  const rest = act['rest']?.replace(SECOND_ACT, (all, next: string) => {
    const second = actAs(form, next);
    return second === undefined ? all : ` and ${second}`;
  });
  return proposed(`${gerund}${rest}`, isDone);
}

function proposed(text: string, isDone: boolean): Proposal | undefined {
  const found = strategyIn(text);
  return found === undefined ? undefined : { ...found, isDone, isAdvice: false };
}

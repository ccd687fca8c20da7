import { wordList } from '../../../text/word-list.ts';
import { folded } from './clause-word.ts';
import { hasClock, isWhenOnly } from './endings/ended-words.ts';
import { withoutFrequency } from './frequency.ts';
import { remembered } from './remembered.ts';
import { sentenceOf } from './sentence.ts';
import { foldSubject, isPronoun } from './subject.ts';
import { isPast, isProgressive, verbStem } from './verb-forms.ts';

/** A claim that has no value: "smokes", "gave up smoking". */
export interface BareVerb {
  readonly subject: string;
  readonly bearer: string;
  readonly verb: string;
  readonly negated: boolean;
}

const TRAILERS = wordList('again now anymore any more longer altogether completely entirely');
const PASSING = /^(?:today|tonight|tomorrow|this |next )/;

function read(text: string): BareVerb | undefined {
  const { clause, named, bearer = '', group } = sentenceOf(text) ?? {};
  const verb = group?.rest[0];
  if (!clause || !named || !group || !verb || group.unreal || group.ended || group.copula || isPronoun(named))
    return undefined;
  const plain = withoutFrequency(group.rest);
  const tail = plain.slice(1).filter(({ fold }) => !TRAILERS.has(fold));
  const when = folded(tail) || clause.when;
  if (!isWhenOnly(tail) || hasClock(when) || PASSING.test(when)) return undefined;
  if (!group.aspect && (group.past || isPast(verb.fold) || isProgressive(verb.fold) || tail.length > 0))
    return undefined;
  const subject = foldSubject(named, clause);
  return subject === undefined ? undefined : { subject, bearer, verb: verbStem(verb.fold), negated: group.negated };
}

/** Undefined for what is told of one occasion. */
export const readBareVerb: (text: string) => BareVerb | undefined = remembered(read);

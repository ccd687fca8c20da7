import { readAction } from './action.ts';
import { saysChange } from './change-sign.ts';
import type { Clause } from './clause.ts';
import type { ClauseWord } from './clause-word.ts';
import { readCopula } from './copula.ts';
import { hasClock } from './endings/ended-words.ts';
import type { Predicate, Reading } from './reading.ts';
import { remembered } from './remembered.ts';
import { insteadOf, overOther } from './replacement.ts';
import { sentenceOf } from './sentence.ts';
import { foldSubject, isPronoun } from './subject.ts';
import { trimValue } from './value.ts';

/** "this week" says nothing of the next. */
const FOR_NOW = /^(?:today|tonight|tomorrow|this |next )/;

/** "left Acme at 6 pm" only ends a day's work. */
const isHomeward = ({ relation, negated }: Predicate, when: string): boolean =>
  relation === 'employer' && negated === true && hasClock(when);

/** What a correction may leave unnamed. */
const THING = /^(?:it|that|this)$/;

/** "the sister of Ana" and "Ana's sister" are one subject. */
function subjectOf(named: readonly ClauseWord[], clause: Clause): string | undefined {
  const of = named.findIndex(({ fold, capital }) => fold === 'of' && !capital);
  const turned = named[0]?.fold === 'the' && !named[1]?.capital && of > 1 && of < named.length - 1;
  return foldSubject(turned ? [...named.slice(of + 1), ...named.slice(1, of)] : named, clause);
}

function read(text: string): Reading | undefined {
  const sentence = sentenceOf(text);
  if (!sentence) return undefined;
  const { clause, named, bearer, group } = sentence;
  const predicate = group.unreal ? undefined : group.copula ? readCopula(group, named) : readAction(group, named);
  const pronoun = isPronoun(named);
  const subject = pronoun ? '' : subjectOf(predicate?.subject ?? named, clause);
  if (!predicate || subject === undefined || (pronoun && !(clause.corrects && THING.test(named[0]?.fold ?? ''))))
    return undefined;
  const other =
    insteadOf(predicate.value, group.negated) ??
    (predicate.relation === 'prefer' ? overOther(predicate.value) : undefined);
  const value = trimValue(other?.value ?? predicate.value);
  const replaced = trimValue(other?.replaced ?? predicate.replaced ?? []);
  const former = predicate.former === true && !group.ended;
  const denied = group.ended || group.negated !== (predicate.negated ?? false);
  const when = value.when || clause.when;
  return {
    subject,
    relation: former ? `former ${predicate.relation}` : predicate.relation,
    value: value.text,
    // "no longer X but Y" says Y.
    negated: denied && !(group.negated && other),
    single: predicate.single && !former,
    ...(replaced.text !== '' && { replaces: replaced.text }),
    words: value.words,
    replaced: replaced.words,
    when,
    ended: group.ended,
    additive: group.additive || value.additive,
    passing: (FOR_NOW.test(when) && !predicate.change && !group.aspect) || isHomeward(predicate, when),
    change: predicate.change ?? false,
    switched: predicate.switched ?? false,
    pronoun,
    lasting: predicate.lasting ?? false,
    classed: predicate.classed ?? false,
    fresh: clause.corrects || saysChange(text),
    bearer,
    mover: predicate.movable ? (subjectOf(named, clause) ?? '') : '',
  };
}

/** What a sentence claims, with all that comparing it needs; undefined if it is not one plain claim. */
export const readStatement: (text: string) => Reading | undefined = remembered(read);

import { readAction } from './action.ts';
import { type Clause, clauseOf } from './clause.ts';
import type { ClauseWord } from './clause-word.ts';
import { readCopula } from './copula.ts';
import type { Reading } from './reading.ts';
import { insteadOf, overOther } from './replacement.ts';
import { foldSubject, isPronoun, verbIndex } from './subject.ts';
import { trimValue } from './value.ts';
import { verbGroup } from './verb-group.ts';

/** "this week" says nothing of the next. */
const FOR_NOW = /^(?:today|tonight|tomorrow|this |next )/;

/** What a correction may leave unnamed. */
const THING = /^(?:it|that|this)$/;

/** "the sister of Ana" and "Ana's sister" are one subject. */
function subjectOf(named: readonly ClauseWord[], clause: Clause): string | undefined {
  const of = named.findIndex(({ fold, capital }) => fold === 'of' && !capital);
  const turned = named[0]?.fold === 'the' && !named[1]?.capital && of > 1 && of < named.length - 1;
  return foldSubject(turned ? [...named.slice(of + 1), ...named.slice(1, of)] : named, clause);
}

/** What a sentence claims, with all that comparing it needs; undefined if it is not one plain claim. */
export function readStatement(text: string): Reading | undefined {
  const clause = clauseOf(text);
  const at = clause ? verbIndex(clause.words) : -1;
  if (!clause || at < 0) return undefined;
  const named = clause.words.slice(0, at);
  const group = verbGroup(clause.words.slice(at));
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
    passing: FOR_NOW.test(when) && !predicate.change && !group.aspect,
    change: predicate.change ?? false,
    pronoun,
    lasting: predicate.lasting ?? false,
    classed: predicate.classed ?? false,
  };
}

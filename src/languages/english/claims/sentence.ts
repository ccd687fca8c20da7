import { appositionOf } from './apposition.ts';
import { type Clause, clauseOf } from './clause.ts';
import type { ClauseWord } from './clause-word.ts';
import { foldSubject, verbIndex } from './subject.ts';
import { type VerbGroup, verbGroup } from './verb-group.ts';

/** A plain sentence in its two parts. */
export interface Sentence {
  readonly clause: Clause;
  /** What stands before its verb; of "Ana's sister Ellen" the name. */
  readonly named: readonly ClauseWord[];
  /** "ana sister", of "Ana's sister Ellen"; else empty. */
  readonly bearer: string;
  readonly group: VerbGroup;
}

export function sentenceOf(text: string): Sentence | undefined {
  const clause = clauseOf(text);
  const at = clause ? verbIndex(clause.words) : -1;
  if (!clause || at < 0) return undefined;
  const named = clause.words.slice(0, at);
  const apposition = appositionOf(named);
  const bearer = apposition ? foldSubject(apposition.role, clause) : '';
  const group = verbGroup(clause.words.slice(at));
  return apposition && bearer
    ? { clause, named: apposition.name, bearer, group }
    : { clause, named, bearer: '', group };
}

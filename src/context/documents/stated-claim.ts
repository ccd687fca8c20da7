import { clauseWords } from '../../languages/english/claims/clause-word.ts';
import { isSucceeded } from '../../languages/english/claims/holder.ts';
import { clausesIn } from '../../languages/english/claims/joined-clauses.ts';
import { readStatement } from '../../languages/english/claims/read-statement.ts';
import { sentenceOf } from '../../languages/english/claims/sentence.ts';
import { foldSubject } from '../../languages/english/claims/subject.ts';

/** A sentence with what tells whether another may be about the same. */
export interface StatedClaim {
  readonly text: string;
  readonly clauses: readonly string[];
  /** What it is about, each in its words. */
  readonly subjects: readonly (readonly string[])[];
  readonly words: ReadonlySet<string>;
  /** "Actually, it is …" may be about anything. */
  readonly isAboutAnything: boolean;
}

const OURS = /^(?:we|our) (?=\S)/;

/** "Our API" and "the API" are one where nobody else's is spoken of. */
export const subjectKey = (subject: string): string => subject.replace(OURS, '');

/** Undefined for what claims nothing. */
export function statedClaim(text: string): StatedClaim | undefined {
  const clauses = clausesIn(text);
  const sentences = [text, ...clauses].flatMap((clause) => sentenceOf(clause) ?? []);
  if (sentences.length === 0) return undefined;
  const readings = [text, ...clauses].flatMap((clause) => readStatement(clause) ?? []);
  const named = sentences.flatMap(({ named: words, clause }) => foldSubject(words, clause) ?? []);
  const subjects = new Set([...named, ...readings.map(({ subject }) => subject)].map(subjectKey));
  subjects.delete('');
  const beside = [...sentences.map(({ bearer }) => bearer), ...readings.map(({ mover }) => mover)];
  const told = [...subjects, ...beside].flatMap((name) => name.split(' '));
  return {
    ...{ text, clauses, subjects: [...subjects].map((subject) => subject.split(' ')) },
    words: new Set([...clauseWords(text).map(({ fold }) => fold), ...told]),
    isAboutAnything: readings.some(({ pronoun }) => pronoun),
  };
}

/** Whether one speaks of what the other is about, or of who has come after whom. */
export const mayMeet = (a: StatedClaim, b: StatedClaim): boolean =>
  a.isAboutAnything || b.isAboutAnything || isNamedIn(a, b) || isNamedIn(b, a) || follows(a, b) || follows(b, a);

const isNamedIn = ({ subjects }: StatedClaim, { words }: StatedClaim): boolean =>
  subjects.some((subject) => subject.every((word) => words.has(word)));

const follows = ({ clauses }: StatedClaim, { text }: StatedClaim): boolean =>
  clauses.some((clause) => isSucceeded(text, clause));

/** The fields that the rules know of. */
export type KnownField = 'name' | 'languages' | 'level' | 'goals' | 'style' | 'gaps' | 'preferences';

/** What a sentence says for a profile. */
export interface ProfileFinding {
  readonly field: KnownField;
  readonly value: string;
  /** How sure it is that the sentence says so, from 0 to 1. */
  readonly confidence: number;
  /** It is so no more. */
  readonly isOver?: true;
}

/** Said in so many words, and said in a way that mostly means it. */
export const PLAIN = 0.95;
export const LIKELY = 0.85;

export type AssertionKind =
  | 'preference'
  | 'fact'
  | 'habit'
  | 'event'
  | 'goal'
  | 'decision'
  | 'constraint'
  | 'correction'
  | 'outcome'
  | 'procedure'
  | 'opinion';

/** Something worth remembering that a turn asserts. */
export interface Assertion {
  readonly kind: AssertionKind;
  /** Stands alone: third person with the speaker's name, a date where it said "yesterday"; at most 30 words. */
  readonly text: string;
  /** Who or what it is about, as named in the text. */
  readonly about: string;
  /** How much it matters later, from 0 to 1. */
  readonly importance: number;
  /** How sure it is that it was said and meant so, from 0 to 1. */
  readonly confidence: number;
  /** When it happened or will happen, where the turn says so. `to` is exclusive. */
  readonly when?: { readonly from: Date; readonly to: Date };
}

/** A turn as far as it matters for what it asserts. */
export interface Utterance {
  readonly content: string;
  readonly role: 'user' | 'assistant' | 'system' | 'tool';
  readonly speaker?: string | undefined;
  readonly occurredAt: Date;
}

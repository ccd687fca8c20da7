import type { Slots } from './expand.ts';

/** Something a person may tell an assistant, and all the ways to say and to ask it. Templates as in `expand`; `{who}` is the person. */
export interface FactKind {
  readonly name: string;
  /** A bare text is the slot `{value}`. */
  readonly values: readonly (string | Slots)[];
  readonly statementTemplates: readonly string[];
  /** How a new `{value}` is told that replaces `{old}`; a kind without any never changes. */
  readonly changed?: readonly string[];
  /** Ways to ask that share few words with the ways to tell. */
  readonly asked: readonly string[];
  /** Questions that sound as if the fact answered them. */
  readonly nearby: readonly string[];
  /** Talk on the same topic that tells nothing of the person. */
  readonly aside: readonly string[];
}

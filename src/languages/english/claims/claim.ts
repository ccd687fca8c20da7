/** What one sentence says of one thing. */
export interface Claim {
  /** Who or what it is about, folded: lower case, no article, no possessive. */
  readonly subject: string;
  /** A normal form of the relation: tense, articles and helpers dropped, well-known ones unified. */
  readonly relation: string;
  /** As written, without trailing dates, adverbs and fillers. */
  readonly value: string;
  readonly negated: boolean;
  /** One value at a time: where one lives, not what one likes. */
  readonly single: boolean;
  /** The value it says it replaces: "switched from Vim to Emacs". */
  readonly replaces?: string;
}

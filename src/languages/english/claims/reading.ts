import type { Claim } from './claim.ts';
import type { ClauseWord } from './clause-word.ts';

/** A claim with all that comparing it needs. */
export interface Reading extends Claim {
  readonly words: readonly ClauseWord[];
  readonly replaced: readonly ClauseWord[];
  readonly when: string;
  /** Only what used to be so: the past it tells of stays true. */
  readonly ended: boolean;
  /** It stands beside what was said before. */
  readonly additive: boolean;
  /** It holds for a day or so, and what it differs from holds again after. */
  readonly passing: boolean;
  /** It tells how it came to be so. */
  readonly change: boolean;
  /** Something else of its kind was so before: "switched to". */
  readonly switched: boolean;
  /** Its subject is a pronoun. */
  readonly pronoun: boolean;
  /** It lasts until something else takes its place, whenever it began. */
  readonly lasting: boolean;
  /** "The city of X" says what X is. */
  readonly classed: boolean;
  /** It says that it was otherwise before: "now", "these days". */
  readonly fresh: boolean;
  /** What the one it names is to another, "ana sister"; else empty. */
  readonly bearer: string;
  /** Who moved the thing it is about, which may be hers; else empty. */
  readonly mover: string;
}

/** What a verb or a predicate says, before it is trimmed. */
export interface Predicate {
  readonly relation: string;
  readonly single: boolean;
  readonly value: readonly ClauseWord[];
  readonly negated?: boolean;
  readonly replaced?: readonly ClauseWord[];
  readonly lasting?: boolean;
  /** It tells how something changed, so that its date is when that was. */
  readonly change?: boolean;
  readonly classed?: boolean;
  readonly switched?: boolean;
  /** Where the subject is another than the whole of the words before the verb: the words that name it. */
  readonly subject?: readonly ClauseWord[];
  /** The subject of the sentence moved it. */
  readonly movable?: boolean;
  /** Tells of the past only. */
  readonly former?: boolean;
}

/** Whether an older claim is what came to an end. */
export type Ending = (older: Reading) => boolean;

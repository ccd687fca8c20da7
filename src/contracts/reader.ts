/** A turn as a reader gets it, each text with its speaker as far as known. */
export interface Passage {
  readonly text: string;
  /** The turn before it: what it may be the reply to. */
  readonly before?: string | undefined;
  /** What was said of the matter later: what may have replaced it. */
  readonly later?: string | undefined;
}

/** A sentence that was drawn from a turn to be kept. */
export interface Statement {
  readonly text: string;
  /** What the turn says. */
  readonly source: string;
  /** Who said it; the sentence then names them, and "the user" else. */
  readonly speaker?: string | undefined;
}

/** Reads a question together with the few passages that fit it best, where comparing vectors reads each by itself. */
export interface Reader {
  /** For each passage, in order, the logarithm of the odds that it answers the question; comparable within one question. */
  answers(question: string, passages: readonly Passage[]): Promise<number[]>;
  /** For each, in order, the logarithm of the odds that it is worth keeping: true to its turn, understood without it, of use for months. */
  worth?(statements: readonly Statement[]): Promise<number[]>;
  /** Ends threads and connections. Calling it twice is harmless. */
  close?(): Promise<void>;
}

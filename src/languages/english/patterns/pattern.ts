/** Something that shows in several occurrences. */
export interface Pattern {
  /** What is so, or how something is done. */
  readonly type: 'semantic' | 'procedural';
  /** A sentence that stands alone. */
  readonly content: string;
  /** Indexes of the occurrences it shows in, in order. */
  readonly sources: readonly number[];
}

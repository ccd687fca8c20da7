/** Something that happened or was said once. */
export interface Occurrence {
  readonly text: string;
  readonly at: Date;
  /** What happened in one session may be one after the other. */
  readonly session?: string;
  /** Who said it, where that is known. */
  readonly speaker?: string;
}

/** Counts tokens. Every budget of the engine uses the same one. */
export interface Tokenizer {
  readonly name: string;
  /** Never negative, 0 for the empty string; adding text never lowers it by more than a token. */
  count(text: string): number;
}

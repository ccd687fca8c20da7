/** Counts tokens for budgets. The engine owns one, and every budget uses it. */
export interface Tokenizer {
  readonly name: string;
  /** Never negative, 0 for the empty string; adding text never lowers it by more than a token. */
  count(text: string): number;
}

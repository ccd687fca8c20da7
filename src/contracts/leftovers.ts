/** A store that cannot reach all that it erased. */
export interface Leftovers {
  readonly name: string;
  /** Where some of it stays, in words for the receipt. */
  readonly unreached?: string;
}

/** A unit-length vector. */
export type Vector = Float32Array;

export interface EmbedOptions {
  readonly signal?: AbortSignal;
}

/** Turns texts into vectors of one space. */
export interface Embedder {
  /** Names the vector space. Vectors of different ids are never compared; a changed id means embedding anew. */
  readonly id: string;
  /**
   * One vector a text, in order, all of the same length and each of unit length; `undefined` for a text with nothing in
   * it to embed. Rejects as a whole if any text fails.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<(Vector | undefined)[]>;
  /**
   * A turn and the one before it, which it may answer, as one text to embed; where the embedder has not learnt to read them so, it
   * gets each by itself. Asked only for languages it reads well.
   */
  joined?(turn: string, before: string): string;
  /** The languages whose texts it reads well, by their codes; any, where it does not say. */
  readonly languages?: readonly string[];
  /** How likely a question with this vector, of unit length, asks for something that changes with time, from 0 to 1, where the embedder can tell. */
  changing?(vector: Vector): Promise<number>;
  /** Ends threads and connections. Calling it twice is harmless. */
  close?(): Promise<void>;
}

/** The cosine of two vectors of unit length. */
export function dot(one: Vector, other: Vector): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] ?? 0);
  return sum;
}

/** Whether texts of a language say anything to it; of one that does not tell, all do. */
export const readsLanguage = ({ languages }: Pick<Embedder, 'languages'>, code: string): boolean =>
  languages === undefined || languages.includes(code);

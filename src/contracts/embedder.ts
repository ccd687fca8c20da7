/** A unit-length vector. */
export type Vector = Float32Array;

export interface EmbedOptions {
  readonly signal?: AbortSignal;
}

/** Turns texts into vectors, so that texts of similar meaning are near each other. */
export interface Embedder {
  /** Names the vector space. Vectors of different ids are never compared; a new id means that all memories are embedded again. */
  readonly id: string;
  /**
   * One vector per text, in order, all of the same length and of unit length; `undefined` for a text without content to embed. Rejects
   * as a whole if one text fails.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<(Vector | undefined)[]>;
  /** Joins a turn and the turn before it into one text to embed; without it, each is embedded alone. Called only for languages it reads well. */
  joined?(turn: string, before: string): string;
  /** The codes of the languages it reads well; all of them unless given. */
  readonly languages?: readonly string[];
  /** The chance, from 0 to 1, that a question with this unit vector asks for something that changes with time. */
  changing?(vector: Vector): Promise<number>;
  /** The chance, from 0 to 1, that a message with this unit vector asks where the work stands, or goes on with it. */
  continuing?(vector: Vector): Promise<number>;
  /** Ends threads and connections. Calling it twice is harmless. */
  close?(): Promise<void>;
}

/** The cosine of two vectors of unit length. */
export function dot(one: Vector, other: Vector): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] ?? 0);
  return sum;
}

export const readsLanguage = ({ languages }: Pick<Embedder, 'languages'>, code: string): boolean =>
  languages === undefined || languages.includes(code);

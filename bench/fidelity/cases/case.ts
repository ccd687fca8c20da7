/** A memory of somebody, and what it is asked. `relevant` are the keys of all memories that help to answer; none for a question that nothing here answers. */
export interface RecallStory {
  readonly name: string;
  /** What is held, told in this order; `daysAgo` counts from the questions. */
  readonly memories: Readonly<Record<string, { readonly content: string; readonly daysAgo: number }>>;
  readonly questions: readonly { readonly ask: string; readonly relevant: readonly string[] }[];
}

/** How two memories stand to each other, at a moment and with or without a question: the first should stand out more. */
export interface SalienceCase {
  readonly why: string;
  readonly query?: string;
  readonly more: SalientMemory;
  readonly less: SalientMemory;
}

export interface SalientMemory {
  readonly content: string;
  readonly daysSinceAccess: number;
  readonly accesses: number;
  /** How sure it is, from 0 to 1. */
  readonly confidence: number;
}

/** What happened over some weeks, and what can be learnt from it: at most one thing, or nothing. */
export interface PatternCase {
  readonly name: string;
  readonly memories: readonly { readonly content: string; readonly daysAgo: number; readonly session: string }[];
  readonly learn:
    | {
        readonly type: 'semantic' | 'procedural';
        /** The pattern, in words of your own. */
        readonly says: string;
        /** Word stems that a right wording of it cannot do without (each given as alternatives). */
        readonly mentions: readonly (readonly string[])[];
        /** Indexes of the memories it shows in. */
        readonly from: readonly number[];
      }
    | undefined;
}

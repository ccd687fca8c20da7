/** A turn as a reader reads it; each text begins with its speaker, if known. */
export interface Passage {
  readonly text: string;
  /** The turn before it, to which it may reply. */
  readonly before?: string | undefined;
  readonly at?: Date | undefined;
  /** Later turns about the same subject, which may supersede it. */
  readonly later?: string | undefined;
}

export interface PassageReading {
  /** The logarithm of the odds that this passage, rather than none, answers the question. */
  readonly odds: number;
  /** The chance, from 0 to 1, that its answer is outdated; 0 if that was not read. */
  readonly outdated?: number;
}

/** The kinds of sentences that memory treats differently. */
export type SentenceKind =
  /** A lasting state, a like or dislike, a lasting order to the assistant. */
  | 'fact'
  | 'preference'
  | 'directive'
  /** An intention for later, a present wish, a choice, an outcome, a condition of the present task. */
  | 'plan'
  | 'goal'
  | 'decision'
  | 'result'
  | 'context'
  /** An ability of the agent or a tool, a prohibition or impossibility, the setup of a system or workplace. */
  | 'ability'
  | 'limit'
  | 'surroundings'
  /** A method that helped, or did not. */
  | 'worked'
  | 'failed'
  /** A past event, a question, and sentences not stated as true: supposed, quoted, joking or empty. */
  | 'event'
  | 'question'
  | 'hypothetical'
  | 'quote'
  | 'joke'
  | 'chatter';

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Runs before background readings, since a caller waits for it. */
  readonly urgent?: boolean;
}

export interface ModelCost {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface AnswerOptions extends Pick<ReadOptions, 'signal'> {
  /** Called once, also after a failure, by a reader that asks a language model. */
  readonly onModel?: (cost: ModelCost) => void;
}

export interface Sentence {
  readonly text: string;
  readonly role: 'user' | 'assistant' | 'system' | 'tool';
  /** The text just before it, in its own turn and the turn before. */
  readonly before?: string | undefined;
}

export type ProfileFieldName =
  | 'name'
  | 'health'
  | 'restrictions'
  | 'people'
  | 'home'
  | 'work'
  | 'languages'
  | 'level'
  | 'gaps'
  | 'goals'
  | 'directives'
  | 'preferences';

export interface SentenceReading {
  /** `chance` is from 0 to 1. */
  readonly kind: SentenceKind;
  readonly chance: number;
  /** The chance, from 0 to 1, that it is meant seriously and still useful in months. */
  readonly lasts: number;
  readonly field?: ProfileFieldName;
  /** The chance, from 0 to 1, that it is understood without the text before it. */
  readonly standsAlone?: number;
}

/** A directive of a lower chance counts only if its field is `directives` too. */
const MIN_DIRECTIVE_CHANCE = 0.5;
/** Kinds about a system, a tool or a task, not about the speaker. */
const WORK_KINDS: ReadonlySet<SentenceKind> = new Set(['surroundings', 'ability', 'result', 'worked', 'failed']);

/** The profile field of a user's sentence. A directive goes to `directives`, except how the user wants to be called. */
export function profileFieldOf({ kind, chance, field }: SentenceReading): ProfileFieldName | undefined {
  if (field === 'name') return field;
  if (kind === 'directive') return chance >= MIN_DIRECTIVE_CHANCE || field === 'directives' ? 'directives' : field;
  const isWish = kind === 'preference' || kind === 'limit';
  return (field === 'directives' && !isWish) || WORK_KINDS.has(kind) ? undefined : field;
}

/** Two statements, each with its speaker if known. */
export interface StatementPair {
  readonly older: string;
  readonly newer: string;
}

/** The relation of the newer statement to the older: it repeats it, makes it untrue, adds to it, or does not concern it. */
export type PairRelation = 'same' | 'replaces' | 'adds' | 'unrelated';

/** `chance` is from 0 to 1. */
export interface PairReading {
  readonly relation: PairRelation;
  readonly chance: number;
}

/** Minimum chances to act on. On pairs of held-out writers, `replaces` is then right in 89 to 99 of 100 (84 of one of eight), `same` in 95 to 100. */
const MIN_CHANCE = { replaces: 0.9, same: 0.9 } as const;

/** The relation to act on; undefined if the reader is not sure enough or both statements may stand. */
export const sureRelation = (read: PairReading | undefined): keyof typeof MIN_CHANCE | undefined =>
  (read?.relation === 'same' || read?.relation === 'replaces') && read.chance >= MIN_CHANCE[read.relation]
    ? read.relation
    : undefined;

/**
 * A small model that reads a question together with its best passages, where vectors compare each alone, and sentences before memories
 * are made of them.
 */
export interface Reader {
  /** The maximum number of passages read with a question; by default the best four, without much lower scores. */
  readonly maxPassages?: number;
  /** Reads each passage with the question. Passages come in the order in which they were said. */
  answers(question: string, passages: readonly Passage[], options?: AnswerOptions): Promise<PassageReading[]>;
  /** In the order of the sentences. */
  sentences?(sentences: readonly Sentence[], options?: ReadOptions): Promise<SentenceReading[]>;
  /** In the order of the pairs. */
  relations?(pairs: readonly StatementPair[], options?: ReadOptions): Promise<PairReading[]>;
  /** Drops all cached readings; called after an erasure. */
  forget?(): void;
  /** Ends threads and connections. Calling it twice is harmless. */
  close?(): Promise<void>;
}

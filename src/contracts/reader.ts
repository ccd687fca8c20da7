/** A turn as a reader gets it, each text with its speaker as far as known. */
export interface Passage {
  readonly text: string;
  /** The turn before it: what it may be the reply to. */
  readonly before?: string | undefined;
  /** When it was said. */
  readonly at?: Date | undefined;
  /** What was said of the matter later: what may have replaced it. */
  readonly later?: string | undefined;
}

/** What a reader says of a passage beside the others that it was read with. */
export interface PassageReading {
  /** The logarithm of the odds that it, rather than none of them, answers the question. */
  readonly odds: number;
  /** How likely what it says to the question no longer holds, from 0 to 1; 0 where that was not read. */
  readonly outdated?: number;
}

/** What a sentence does, so far as a memory acts on it. */
export type SentenceKind =
  /** How things are for longer than today, what somebody likes, how the assistant is to behave from now on. */
  | 'fact'
  | 'preference'
  | 'directive'
  /** What somebody means to do later, what is wanted now, what was chosen, what came out, and what bounds the task at hand. */
  | 'plan'
  | 'goal'
  | 'decision'
  | 'result'
  | 'context'
  /** What the agent or a tool can do, what must not or cannot be done, how a system or workplace is set up. */
  | 'ability'
  | 'limit'
  | 'surroundings'
  /** A way of doing something that helped, or did not. */
  | 'worked'
  | 'failed'
  /** What happened and is over, what is asked, and what is not said as true: supposed, in another's words, not meant, or nothing. */
  | 'event'
  | 'question'
  | 'hypothetical'
  | 'quote'
  | 'joke'
  | 'chatter';

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Somebody waits for it: it goes before what is read in the background. */
  readonly urgent?: boolean;
}

/** What a language model was asked for something, and what that took. */
export interface ModelCost {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface AnswerOptions extends Pick<ReadOptions, 'signal'> {
  /** Called once, also where it fails, by a reader that asks a language model. */
  readonly onModel?: (cost: ModelCost) => void;
}

/** A sentence as it was said. */
export interface Sentence {
  readonly text: string;
  readonly role: 'user' | 'assistant' | 'system' | 'tool';
  /** What was said just before it, in its own turn and the one before. */
  readonly before?: string | undefined;
}

/** A field of a user's profile for which a sentence of theirs can say something. */
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

/** What a reader says of a sentence. */
export interface SentenceReading {
  /** The kind that it most likely is, and how likely, from 0 to 1. */
  readonly kind: SentenceKind;
  readonly chance: number;
  /** How likely it is meant as it is said and still of use in months, from 0 to 1. */
  readonly lasts: number;
  /** The field of its speaker's profile that it says something for. */
  readonly field?: ProfileFieldName;
}

/** A directive that is less sure is none unless its field says so too. */
const MIN_DIRECTIVE_CHANCE = 0.5;
/** Kinds that tell of a system, a tool or a piece of work, not of whoever speaks. */
const WORK_KINDS: ReadonlySet<SentenceKind> = new Set(['surroundings', 'ability', 'result', 'worked', 'failed']);

/** The field of a profile that a sentence of the user belongs to. A standing wish is one whatever it is about, but for how they are to be called. */
export function profileFieldOf({ kind, chance, field }: SentenceReading): ProfileFieldName | undefined {
  if (field === 'name') return field;
  if (kind === 'directive') return chance >= MIN_DIRECTIVE_CHANCE || field === 'directives' ? 'directives' : field;
  const isWish = kind === 'preference' || kind === 'limit';
  return (field === 'directives' && !isWish) || WORK_KINDS.has(kind) ? undefined : field;
}

/** Two statements of one memory, each with its speaker as far as known. */
export interface StatementPair {
  readonly older: string;
  readonly newer: string;
}

/** What the newer of two statements does to the older: says it again, makes it untrue, says more of the matter, or has nothing to do with it. */
export type PairRelation = 'same' | 'replaces' | 'adds' | 'unrelated';

/** What a reader says of a pair, and how likely that is, from 0 to 1. */
export interface PairReading {
  readonly relation: PairRelation;
  readonly chance: number;
}

/** The chance from which a reading is acted on. On pairs of writers left out, `replaces` is then right in 89 to 99 of 100 (84 of one of eight), `same` in 95 to 100. */
const MIN_CHANCE = { replaces: 0.9, same: 0.9 } as const;

/** What is to be acted on; nothing where a reader is not sure enough, or both may stand. */
export const sureRelation = (read: PairReading | undefined): keyof typeof MIN_CHANCE | undefined =>
  (read?.relation === 'same' || read?.relation === 'replaces') && read.chance >= MIN_CHANCE[read.relation]
    ? read.relation
    : undefined;

/** Reads a question together with the few passages that fit it best, where comparing vectors reads each by itself; and sentences, before something is kept of them. */
export interface Reader {
  /** How many passages it reads with a question; the best four, without those that lag far behind, unless given. */
  readonly maxPassages?: number;
  /** Reads each passage, in order, with the question. They are given in the order in which they were said. */
  answers(question: string, passages: readonly Passage[], options?: AnswerOptions): Promise<PassageReading[]>;
  /** Reads each sentence once, in order, for all that is asked of it. */
  sentences?(sentences: readonly Sentence[], options?: ReadOptions): Promise<SentenceReading[]>;
  /** For each, in order, what the newer most likely does to the older. */
  relations?(pairs: readonly StatementPair[], options?: ReadOptions): Promise<PairReading[]>;
  /** Drops whatever it keeps of texts it has read; called when something is erased. */
  forget?(): void;
  /** Ends threads and connections. Calling it twice is harmless. */
  close?(): Promise<void>;
}

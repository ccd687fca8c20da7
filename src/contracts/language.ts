/** Whole days in UTC. "Since May" has no `to`, "before May" no `from`. */
export interface DateReading {
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

export interface DateMatch extends DateReading {
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** `date`: a single day. `range`: anything longer. */
  readonly kind: 'date' | 'range';
  /** Other readings, likelier first: "Monday" is the last or the next. */
  readonly alternatives?: readonly DateReading[];
}

export interface NameMatch {
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** `unknown` if it may be a person or a thing, such as a tool. */
  readonly type: 'person' | 'place' | 'organization' | 'product' | 'work' | 'other' | 'unknown';
}

export const mayBePerson = ({ type }: Pick<NameMatch, 'type'>): boolean => type === 'person' || type === 'unknown';

export const entityKindOf = ({ type }: Pick<NameMatch, 'type'>): string =>
  type === 'other' || type === 'unknown' ? 'concept' : type;

export type SmallTalk = 'greeting' | 'acknowledgement' | 'nudge' | 'question';

export type Manner =
  | 'brief'
  | 'thorough'
  | 'clear'
  | 'humorous'
  | 'serious'
  | 'direct'
  | 'gentle'
  | 'lists'
  | 'prose'
  | 'asking'
  | 'decisive'
  | 'formal'
  | 'casual'
  | 'plain'
  | 'examples'
  | 'stepwise';

/** The subject of a claim in the first person. */
export const USER = 'user';

export interface Claim {
  /** Folded: lower case, no article, no possessive. */
  readonly subject: string;
  /** Normalized: without tense, articles and helpers; well-known ones unified. */
  readonly relation: string;
  /** As written, without trailing dates, adverbs and fillers. */
  readonly value: string;
  readonly negated: boolean;
  /** It has one value at a time, as a home has; likes have several. */
  readonly single: boolean;
}

export type StatementRelation = 'duplicate' | 'contradiction' | 'update' | 'unrelated';

export interface QueryIntent {
  readonly topic: string;
  /** The degree to which it continues a conversation instead of asking, from 0 to 1. */
  readonly talk: number;
  readonly asksForChange: boolean;
  /** It asks for a present value, or for a former one. */
  readonly asksForPresent: boolean;
  readonly asksForFormer: boolean;
  /** It asks for everything from a period, as in "What did we talk about last week?". */
  readonly asksForAllTime: boolean;
  /** The questions it contains, if each can be understood alone; empty if it asks one thing. */
  readonly questions: readonly string[];
  /** Set if it asks about memory itself: the requested order and topic; an empty topic means everything. */
  readonly order?: {
    readonly mode: 'changed' | 'certain';
    readonly topic: string;
    /** The start, if it is an occasion and not a date. */
    readonly since?: 'lastTime';
  };
}

/** Whether the answer to a message needs memory, by its wording; reasons quote the message. */
export interface MemoryNeed {
  /** Why it needs no answer. */
  readonly empty?: string | undefined;
  readonly history?: string | undefined;
  /** The answer depends on the user. */
  readonly personal?: string | undefined;
  /** It refers only to the previous reply, as in "shorter, please". */
  readonly isContinuation: boolean;
  /** Why the message, or common knowledge, is enough for an answer. */
  readonly alone?: string | undefined;
}

export interface Assessment<Value> {
  readonly value: Value;
  readonly why: string;
}

/**
 * The analysis of texts in one language without a model. Every method is pure, never throws, takes time in proportion to the text, and
 * may return nothing: the rest is left to a model.
 */
export interface Language {
  /** ISO 639-1, such as `en`; `und` for no particular language. */
  readonly code: string;
  /** The words of a text in lower case, in order. */
  words(text: string): string[];
  /** Whether a word is too common to search by. */
  isStopWord(word: string): boolean;
  sentences(text: string): string[];
  /** The numbers that a text spells out. */
  spelledNumbers?(text: string): number[];
  /** The dates that a text names, relative to `now`, in order. */
  dates(text: string, now: Date): DateMatch[];
  names(text: string): NameMatch[];
  /** The kind of small talk that a turn is, if any; `names` are those by which it may address somebody. */
  smallTalk(text: string, names?: readonly string[]): SmallTalk | undefined;
  intent(query: string, now: Date): QueryIntent;
  statesChange(sentence: string): boolean;
  topics(sentence: string): string[];
  /** The manners that a sentence asks of an assistant or likes in it; `isWish` if it is known to be about that. */
  manners(sentence: string, isWish?: boolean): Manner[];
  /** The claim of a sentence; undefined unless it is one plain claim. */
  claim(sentence: string): Claim | undefined;
  /** Words that find claims of a relation. */
  cues(relation: string): readonly string[];
  /** The relations that this one depends on: after a move, the commute changes too. */
  restsOn(relation: string): readonly string[];
  compare(older: string, newer: string): StatementRelation;
  /** The sentence of `text` that contradicts `reference`, neither of them newer. */
  contradictingSentence(reference: string, text: string): string | undefined;
  /** Whether two texts say the same, or one adds only a little. */
  saySame(one: string, other: string): boolean;
  /** The similarity of two texts, from 0 to 1: 1 if they say the same, 0 if a number differs or only one is negated. */
  likeness(one: string, other: string): number;
  /** The end of the last day for which a text says that it is true, if that is in the future. */
  statedEnd(text: string, now: Date): Date | undefined;
  statesTaste(text: string): boolean;
  /** As `smallTalk`, also for longer sentences: politeness, orders about the previous reply, questions without any statement. */
  emptyTalk(sentence: string): SmallTalk | undefined;
  /** `names` are those in the message that memory knows. */
  memoryNeed(message: string, names: readonly string[]): MemoryNeed;
  memoryType(text: string): Assessment<'semantic' | 'episodic' | 'procedural' | 'working'> | undefined;
  /** From 0 to 1. */
  importance(text: string): Assessment<number> | undefined;
}

/** The languages of a memory. */
export interface Languages {
  /** The language of a text; English if it is too short to detect. */
  of(text: string): Language;
}

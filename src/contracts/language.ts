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
  /** A single day, or anything longer. */
  readonly kind: 'date' | 'range';
  /** What else it may mean, likelier first: "Monday" is the last or the next. */
  readonly alternatives?: readonly DateReading[];
}

export interface NameMatch {
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** `unknown` where nothing tells whether it is of a person or of a thing, such as a tool. */
  readonly type: 'person' | 'place' | 'organization' | 'product' | 'work' | 'other' | 'unknown';
}

export const mayBePerson = ({ type }: Pick<NameMatch, 'type'>): boolean => type === 'person' || type === 'unknown';

/** What kind of entity a name is of. */
export const entityKindOf = ({ type }: Pick<NameMatch, 'type'>): string =>
  type === 'other' || type === 'unknown' ? 'concept' : type;

/** What a turn does that says nothing to remember. */
export type SmallTalk = 'greeting' | 'acknowledgement' | 'nudge' | 'question';

/** A way for an assistant to speak and act. */
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

/** Who says "I", as the subject of a claim. */
export const USER = 'user';

/** What one sentence says of one thing. */
export interface Claim {
  /** Who or what it is about, folded: lower case, no article, no possessive. */
  readonly subject: string;
  /** A normal form of the relation: tense, articles and helpers dropped, well-known ones unified. */
  readonly relation: string;
  /** As written, without trailing dates, adverbs and fillers. */
  readonly value: string;
  readonly negated: boolean;
  /** One value at a time: where one lives, not what one likes. */
  readonly single: boolean;
}

/** What a newer statement does to an older one. */
export type StatementRelation = 'duplicate' | 'contradiction' | 'update' | 'unrelated';

/** What a query asks for, as its wording shows. */
export interface QueryIntent {
  /** What it is about, without how it asks. */
  readonly topic: string;
  /** How much of it goes on with a conversation rather than asks, from 0 to 1. */
  readonly talk: number;
  readonly isForChange: boolean;
  /** It asks for a value that holds now, or for what held before. */
  readonly isForNow: boolean;
  readonly isForFormer: boolean;
  /** "What did we talk about last week?" asks for a time and for nothing in it. */
  readonly isForAllOfTime: boolean;
  /** What it asks one after the other, where each can be understood by itself; empty where it asks one thing. */
  readonly questions: readonly string[];
  /** A question about memory itself rather than about what is in it: in what order, and about what; an empty topic for everything. */
  readonly order?: {
    readonly mode: 'changed' | 'certain';
    readonly topic: string;
    /** Since when, where it says so by what happened rather than by a date. */
    readonly since?: 'lastTime';
  };
}

/** What a message shows of whether memory is needed to answer it, in the message's own words where it says so. */
export interface MemoryNeed {
  /** Why there is nothing to answer. */
  readonly empty?: string;
  /** It asks for what was said or done. */
  readonly history?: string;
  /** It depends on who asks. */
  readonly personal?: string;
  /** It only says how to go on with what is on the screen. */
  readonly goesOn: boolean;
  /** Why all that an answer needs is in it or known to everybody. */
  readonly alone?: string;
}

/** What a memory is by its words: undefined where they say nothing. */
export interface Assessment<Value> {
  readonly value: Value;
  readonly why: string;
}

/**
 * What is known of a text in one language without a model. Every method is pure, never throws, takes time in proportion to the text and may
 * always answer with nothing: what a language cannot read is left to a model.
 */
export interface Language {
  /** ISO 639-1, such as `en`; `und` where it is none in particular. */
  readonly code: string;
  /** The words of a text in lower case, in order. */
  words(text: string): string[];
  /** Whether a word says how, not what: it finds everything and so nothing. */
  isStopWord(word: string): boolean;
  /** A text's sentences and lines, as they are written. */
  sentences(text: string): string[];
  /** The days a text names, seen from `now`, in order. */
  dates(text: string, now: Date): DateMatch[];
  /** The names in a text, in order. */
  names(text: string): NameMatch[];
  /** What a turn does that says nothing to remember; `names` are those it may call somebody by. */
  smallTalk(text: string, names?: readonly string[]): SmallTalk | undefined;
  /** What a query asks for. */
  intent(query: string, now: Date): QueryIntent;
  /** Whether a sentence tells that something became other than it was. */
  statesChange(sentence: string): boolean;
  /** The nouns of a sentence that say what it is about. */
  topics(sentence: string): string[];
  /** How a sentence wants an assistant to speak and act, or likes that it does; `isWish` where it is known to be said of that. */
  manners(sentence: string, isWish?: boolean): Manner[];
  /** What a sentence claims; undefined if it is not one plain claim. */
  claim(sentence: string): Claim | undefined;
  /** Words by which claims of a relation are found. */
  cues(relation: string): readonly string[];
  /** The relations that this one rests on: whoever moves house has another commute. */
  restsOn(relation: string): readonly string[];
  /** What the newer of two statements does to the older. */
  compare(older: string, newer: string): StatementRelation;
  /** The sentence of a text that says otherwise than another text does, neither of them newer. */
  contradictingSentence(reference: string, text: string): string | undefined;
  /** Whether two texts say the same in other words, or one says a little more. */
  saySame(one: string, other: string): boolean;
  /** How much two texts have in common, from 0 to 1: 1 where they say the same, 0 where a number differs or only one denies it. */
  likeness(one: string, other: string): number;
  /** The end of the last day on which a text clearly says that it holds, if that is to come. */
  statedEnd(text: string, now: Date): Date | undefined;
  /** Whether a text tells what somebody likes or does not. */
  statesTaste(text: string): boolean;
  /** As `smallTalk`, of a longer sentence too: politeness, an order about what is on the screen, a question that tells nothing by the way. */
  emptyTalk(sentence: string): SmallTalk | undefined;
  /** What a message shows of whether memory is needed to answer it; `names` are those in it that memory knows. */
  memoryNeed(message: string, names: readonly string[]): MemoryNeed;
  /** What type of memory a text is. */
  memoryType(text: string): Assessment<'semantic' | 'episodic' | 'procedural' | 'working'> | undefined;
  /** How much it matters that a text is not forgotten, from 0 to 1. */
  importance(text: string): Assessment<number> | undefined;
}

/** The languages a memory understands. */
export interface Languages {
  /** The language of a text; of one too short to tell, English. */
  of(text: string): Language;
}

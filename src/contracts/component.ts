import type { StoredEpisode } from '../model/episode.ts';
import type { Memory, MemoryDraft, MemoryType } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import type { Trust } from '../model/trust.ts';
import type { Clock } from './clock.ts';
import type { Embedder } from './embedder.ts';
import type { Languages } from './language.ts';
import type { Llm } from './llm.ts';
import type { Reader } from './reader.ts';
import type { Changes, StoreReader } from './store.ts';
import type { Tokenizer } from './tokenizer.ts';

/** Consecutive episodes of one session, and of one project, that this component has not seen. */
export interface SessionBatch {
  /** Whose memory it goes into, and is to be compared with. */
  readonly owner: Owner;
  readonly sessionId: string;
  readonly episodes: readonly StoredEpisode[];
  /** The few episodes of the project just before them, oldest first: already seen, here only to understand the others. */
  readonly before: readonly StoredEpisode[];
}

/** What a language model is asked of every session for a component, together with what the others of the agent ask. */
export interface SessionTask {
  /** What each category of its memories holds, told in a sentence or two. */
  readonly categories: Readonly<Record<string, string>>;
  /** The assistant's word alone is not enough for any of them. */
  readonly isOfPeople?: true;
  /** Which memories the model decides about, whether its own repeat or replace them; without it, the component compares them itself. */
  readonly among?: { readonly components: readonly string[]; readonly types?: readonly MemoryType[] };
}

export interface MentionedEntity {
  readonly name: string;
  readonly type: string;
  /** Other names that it goes by. */
  readonly also?: readonly string[];
}

/** A tie between two named things. */
export interface MentionedRelationship {
  readonly from: string;
  readonly relation: string;
  readonly to: string;
  readonly confidence: number;
}

/** Something that a model found in a session, and that was said there. */
export interface ModelFinding {
  /** To be taken for the id of its memory, so that others can name it. */
  readonly id: string;
  readonly text: string;
  readonly category: string;
  readonly importance: number;
  readonly episodes: readonly [StoredEpisode, ...StoredEpisode[]];
  /** Where it is less than that of its episodes: others lent the words. */
  readonly trust?: Trust;
  readonly about: readonly MentionedEntity[];
  /** What it was done for. */
  readonly purpose?: string;
  /** When it began to hold and ceased to, where that was said. */
  readonly since?: Date;
  readonly until?: Date;
  /** What it does to memories that are held, or to what was found before it, by their ids; all else it leaves alone. */
  readonly memoryRelations: readonly MemoryRelation[];
}

/** It says the same as a memory, takes its place, or ends it without taking its place, as a plan ends that was carried out; or that memory does so to it. */
export interface MemoryRelation {
  readonly id: string;
  readonly relation: 'same' | 'replaces' | 'replacedBy' | 'ends' | 'endedBy';
  /** Up to when what is ended holds; from what ends it on unless given. */
  readonly until?: Date;
}

/** All that a model found in a batch for one component. */
export interface SessionFindings {
  readonly findings: readonly ModelFinding[];
  readonly relationships: readonly MentionedRelationship[];
  /** How many were not usable or not said by anybody, and how many verdicts nothing else speaks for. */
  readonly refused: number;
  readonly doubted: number;
}

export interface ComponentContext {
  readonly store: StoreReader;
  readonly clock: Clock;
  readonly tokenizer: Tokenizer;
  /** What is known of a text without a model. */
  readonly languages: Languages;
  readonly embedder?: Embedder;
  readonly reader?: Reader;
  /** Absent in the embedded default; a component must work without it. */
  readonly llm?: Llm;
  /** Whether a speaker of this name is the user, as far as that is known. */
  readonly isUser?: (speaker: string) => boolean;
  /** What the model found of what the component `asks`; absent without a model. */
  readonly modelFindings?: SessionFindings;
  readonly signal?: AbortSignal;
}

/** What a component wants written. The engine writes it in one transaction with the record that these episodes are done. */
export interface Consolidation {
  readonly memories?: readonly MemoryDraft[];
  readonly changes?: Pick<Changes, 'updates' | 'entities' | 'relationships' | 'links'>;
  /** How many findings went into memories already held, and how many were refused: those of a model without a ground; for the report. */
  readonly merged?: number;
  readonly refused?: number;
  /** Which took the place of which because both cannot be true; for whoever listens. */
  readonly contradictions?: readonly { readonly memoryId: string; readonly otherId: string }[];
}

/** How memories fade that nobody touches. Time alone decides: running twice at one moment fades once. */
export interface Fading {
  /** Which of the component's memories; without it, all that no rule before it took. */
  readonly categories?: readonly string[];
  /** Idle since the last change, or since it was last recalled. */
  readonly since: 'update' | 'access';
  readonly idleDays: number;
  /** From then on importance is multiplied by `rate` once, and again every so many days. */
  readonly rate: number;
  readonly everyDays: number;
  /** Importance above it does not fall below it: some memories stay dear however long nobody asks. */
  readonly downTo?: number | ((memory: Memory) => number);
  /** What falls below it no longer counts (`decayed`); without it a memory fades for ever and always counts. */
  readonly floor?: number;
}

/** How many active memories it may hold; the least important beyond it expire. */
export interface Cap {
  readonly items: number;
  readonly per: 'session' | 'owner';
}

/**
 * The unit of consolidation: decides what of a session becomes memory. It never searches for recall and never writes:
 * it returns what to write. It may be called again with the same batch if that write did not happen.
 */
export interface Component {
  /** Unique within an agent; stands on every memory it made. */
  readonly name: string;
  readonly fading?: readonly Fading[];
  readonly cap?: Cap;
  /**
   * It keeps turns as they are. When many turns wait it runs before the other components, newest session first and without a reader, so that
   * recall finds the turns while they are still being read; marks that need a reader, such as `milestone`, are then missing.
   */
  readonly isVerbatim?: true;
  /** Its memories expire when their session ends. */
  readonly endsWithSession?: boolean;
  /** What a language model is asked for it, where there is one. */
  readonly asks?: SessionTask;
  /** False where its memories are not for recall. */
  readonly isRecalled?: boolean;
  /** It learns from all projects at once, as a persona does, and what it makes belongs to none; without it, it sees and changes only memories of the project it reads. */
  readonly spansProjects?: true;
  /** The name of a memory that agents share: what it makes goes there, and every agent with a component of that name and memory recalls it. */
  readonly sharedAs?: string;
  initialize?(): Promise<void>;
  consolidate(batch: SessionBatch, context: ComponentContext): Promise<Consolidation>;
  close?(): Promise<void>;
}

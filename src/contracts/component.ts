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
  /** The owner of the memories that the component makes and compares with. */
  readonly owner: Owner;
  readonly sessionId: string;
  readonly episodes: readonly StoredEpisode[];
  /** Earlier episodes of the project, oldest first; the component has consolidated them, and reads them only as context. */
  readonly before: readonly StoredEpisode[];
}

/** The request of a component to a language model; one prompt asks for all components of an agent. */
export interface SessionTask {
  /** A description of each category, in one or two sentences. */
  readonly categories: Readonly<Record<string, string>>;
  /** A finding that only the assistant said is refused. */
  readonly isOfPeople?: true;
  /** The stored memories that the model compares with its findings; without it, the component compares them itself. */
  readonly among?: { readonly components: readonly string[]; readonly types?: readonly MemoryType[] };
}

export interface MentionedEntity {
  readonly name: string;
  readonly type: string;
  readonly also?: readonly string[];
}

export interface MentionedRelationship {
  readonly from: string;
  readonly relation: string;
  readonly to: string;
  readonly confidence: number;
}

/** A finding of a model that the session's episodes say. */
export interface ModelFinding {
  /** The id that its memory must get, since other findings refer to it. */
  readonly id: string;
  readonly text: string;
  readonly category: string;
  readonly importance: number;
  readonly episodes: readonly [StoredEpisode, ...StoredEpisode[]];
  /** The trust of the finding, if it is lower than that of its episodes. */
  readonly trust?: Trust;
  readonly about: readonly MentionedEntity[];
  readonly purpose?: string;
  readonly since?: Date;
  readonly until?: Date;
  /** Its relations to stored memories and to earlier findings, by id. */
  readonly memoryRelations: readonly MemoryRelation[];
}

/** The relation of a finding to a memory, or of a memory to it. `ends`: it is over and nothing takes its place, as when a plan was carried out. */
export interface MemoryRelation {
  readonly id: string;
  readonly relation: 'same' | 'replaces' | 'replacedBy' | 'ends' | 'endedBy';
  /** When the ended memory stops being true; unless given, when the finding that ends it begins. */
  readonly until?: Date;
}

export interface SessionFindings {
  readonly findings: readonly ModelFinding[];
  readonly relationships: readonly MentionedRelationship[];
  /** `refused`: findings that were malformed or that no episode says. `doubted`: relations that nothing but the model supports. */
  readonly refused: number;
  readonly doubted: number;
}

export interface ComponentContext {
  readonly store: StoreReader;
  readonly clock: Clock;
  readonly tokenizer: Tokenizer;
  readonly languages: Languages;
  readonly embedder?: Embedder;
  readonly reader?: Reader;
  /** Absent by default: a component must work without it. */
  readonly llm?: Llm;
  /** Whether this speaker is the user, as far as is known. */
  readonly isUser?: (speaker: string) => boolean;
  /** The findings for the component's `asks`; absent without a model. */
  readonly modelFindings?: SessionFindings;
  readonly signal?: AbortSignal;
}

/** The writes of a component. The engine makes them in one transaction with the progress of the session. */
export interface Consolidation {
  readonly memories?: readonly MemoryDraft[];
  readonly changes?: Pick<Changes, 'updates' | 'entities' | 'relationships' | 'links'>;
  /** `merged`: findings merged into stored memories. `refused`: findings without support in the episodes. */
  readonly merged?: number;
  readonly refused?: number;
  /** Pairs that cannot both be true, reported as events. */
  readonly contradictions?: readonly { readonly memoryId: string; readonly otherId: string }[];
}

/** How idle memories lose importance. It depends on time alone: a second run at the same moment changes nothing. */
export interface Fading {
  /** The categories it applies to; without them, all that no rule before it matched. */
  readonly categories?: readonly string[];
  /** Whether idle time counts from the last change or from the last recall. */
  readonly since: 'update' | 'access';
  readonly idleDays: number;
  /** After `idleDays`, importance is multiplied by `rate`, and again every `everyDays` days. */
  readonly rate: number;
  readonly everyDays: number;
  /** Fading stops at it for memories of higher importance. */
  readonly downTo?: number | ((memory: Memory) => number);
  /** A memory of less importance becomes `decayed`; without a floor it stays active. */
  readonly floor?: number;
}

/** The maximum of active memories; the least important beyond it expire. */
export interface Cap {
  readonly items: number;
  readonly per: 'session' | 'owner';
}

/**
 * The unit of consolidation: decides what of a session becomes memory. It never searches for recall and never writes: it returns what
 * to write. The engine calls it again with the same batch if that write failed.
 */
export interface Component {
  /** Unique within an agent, and stored with every memory of the component. */
  readonly name: string;
  readonly fading?: readonly Fading[];
  readonly cap?: Cap;
  /**
   * It stores turns word for word. When many turns wait, it runs before the other components, newest session first and without a
   * reader, so that recall finds the turns at once; marks that need a reader, such as `milestone`, are then missing.
   */
  readonly isVerbatim?: true;
  readonly endsWithSession?: boolean;
  readonly asks?: SessionTask;
  /** False if recall leaves its memories out. */
  readonly isRecalled?: boolean;
  /** It learns from all projects at once, and its memories belong to none; otherwise it reads and changes only memories of the session's project. */
  readonly spansProjects?: true;
  /** The name of a shared memory that it writes to; every agent with a component of that name and `sharedAs` recalls it. */
  readonly sharedAs?: string;
  initialize?(): Promise<void>;
  consolidate(batch: SessionBatch, context: ComponentContext): Promise<Consolidation>;
  close?(): Promise<void>;
}

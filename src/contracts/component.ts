import type { StoredEpisode } from '../model/episode.ts';
import type { MemoryDraft } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import type { Clock } from './clock.ts';
import type { Llm } from './llm.ts';
import type { Changes, StoreReader } from './store.ts';
import type { Tokenizer } from './tokenizer.ts';

/** Consecutive episodes of one session that this component has not seen. */
export interface SessionBatch {
  readonly owner: Owner;
  readonly sessionId: string;
  readonly episodes: readonly StoredEpisode[];
}

export interface ComponentContext {
  readonly store: StoreReader;
  readonly clock: Clock;
  readonly tokenizer: Tokenizer;
  /** Absent in the embedded default; a component must work without it. */
  readonly llm?: Llm;
  readonly signal?: AbortSignal;
}

/** What a component wants written. The engine writes it in one transaction with the record that these episodes are done. */
export interface Consolidation {
  readonly memories?: readonly MemoryDraft[];
  readonly changes?: Pick<Changes, 'updates' | 'entities' | 'relationships' | 'links'>;
  /** How many drafts went into memories already held; for the report. */
  readonly merged?: number;
  readonly decayed?: number;
}

/**
 * The unit of consolidation: decides what of a session becomes memory. It never searches for recall and never writes:
 * it returns what to write. It may be called again with the same batch if that write did not happen.
 */
export interface Component {
  /** Unique within an agent; stands on every memory it made. */
  readonly name: string;
  initialize?(): Promise<void>;
  consolidate(batch: SessionBatch, context: ComponentContext): Promise<Consolidation>;
  close?(): Promise<void>;
}

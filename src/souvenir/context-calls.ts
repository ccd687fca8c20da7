import type { Episode, EpisodeInput } from '../model/episode.ts';
import type { RecallItem, RecallOptions, RecallResult } from '../model/recall.ts';
import type { Scope } from '../model/scope.ts';

/** The calls of a memory that a context is made with. */
export interface ContextCalls {
  record(episode: EpisodeInput): Episode;
  flush(): Promise<void>;
  recall(query: string, options: RecallOptions): Promise<RecallResult>;
  /** Counts what was recalled as used; what the agent may only look into is left alone. */
  touch(scope: Scope, items: readonly RecallItem[]): void;
}

import type { Episode, EpisodeInput } from '../model/episode.ts';
import type { RecallOptions, RecallResult } from '../model/recall.ts';

/** The calls of a memory that a context is made with. */
export interface ContextCalls {
  record(episode: EpisodeInput): Episode;
  flush(): Promise<void>;
  recall(query: string, options: RecallOptions): Promise<RecallResult>;
}

import type { Embedder } from '../../src/contracts/embedder.ts';
import type { Llm } from '../../src/contracts/llm.ts';
import type { Store } from '../../src/contracts/store.ts';
import type { Progress } from './progress-bar.ts';
import type { Story } from './read/read-stories.ts';

export interface DatasetContext {
  /** The folder that holds the datasets' folders. */
  readonly folder: string;
  /** A folder of stories of its own; without one, those beside the other datasets. */
  readonly stories?: string | undefined;
  /** Questions at most; for silence, of each sort; for extraction, chats; for coding, histories. */
  readonly limit: number;
  readonly embedder: Embedder;
  /** An empty store for each memory; SQLite's unless given. */
  readonly makeStore?: () => Store;
  /** The language model that reads a story; none unless given. */
  readonly modelFor?: (story: Story) => Llm;
  progress(progress: Progress): void;
}

export type Figures = Readonly<Record<string, number>>;

export interface Result {
  readonly n: number;
  readonly metrics: Figures;
  readonly keyword?: Figures;
}

/** Measures the engine on one dataset, through its public API and with its default settings. */
export type Dataset = (context: DatasetContext) => Promise<Result>;

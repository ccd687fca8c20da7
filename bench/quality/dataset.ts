import type { Embedder } from '../../src/contracts/embedder.ts';
import type { Llm } from '../../src/contracts/llm.ts';
import type { Store } from '../../src/contracts/store.ts';
import type { Progress } from './progress-bar.ts';
import type { Story } from './read/read-stories.ts';
import type { Figures, Outcomes } from './score/outcome.ts';

export interface DatasetContext {
  /** The folder that holds the datasets' folders. */
  readonly folder: string;
  /** A folder of stories of its own; without one, those beside the other datasets. */
  readonly stories?: string | undefined;
  /** The stories of these writers only. */
  readonly writers?: ReadonlySet<string>;
  /** One of so many questions is asked; of extraction and coding, one of so many chats. */
  readonly every: number;
  readonly embedder: Embedder;
  /** An empty store for each memory; SQLite's unless given. */
  readonly makeStore?: () => Store;
  /** The language model that reads a story; none unless given. */
  readonly modelFor?: (story: Story) => Llm;
  progress(progress: Progress): void;
}

export interface Result {
  readonly n: number;
  /** Metrics come from these, with intervals. */
  readonly outcomes?: Partial<Outcomes>;
  /** Metrics that belong to no single question. */
  readonly figures?: Figures;
}

/** Measures the engine on one dataset, through its public API and with its default settings. */
export type Dataset = (context: DatasetContext) => Promise<Result>;

export const oneOf = <Item>(every: number, items: readonly Item[]): Item[] => items.filter((_, at) => at % every === 0);

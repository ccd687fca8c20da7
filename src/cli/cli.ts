import type { z } from 'zod';
import type { Embedder } from '../contracts/embedder.ts';
import type { Store } from '../contracts/store.ts';
import type { OperationName, Operations } from '../operations/operations.ts';
import type { ConsolidationConfigInput } from '../souvenir/agent.ts';
import type { SouvenirOptions } from '../souvenir/options.ts';
import type { Config } from './config-schema.ts';

export interface Cli {
  readonly signal: AbortSignal;
  /** Resolves when the user interrupts or the system ends the process, which is then no failure. The second signal ends the process at once. */
  untilStopped(): Promise<void>;
  /** Sets a failing exit code when the result itself is a failure. */
  fail(): void;
}

export interface GlobalOptions {
  readonly db: string;
  /** The address of a database, used instead of the file. */
  readonly store?: string | undefined;
  readonly keyFile?: string;
  readonly tenant: string;
  readonly user: string;
  readonly agent: string;
  /** Whether the agent is the default because none was named. */
  readonly isAnyAgent?: boolean;
  readonly project?: string;
  readonly isProjectFlag?: boolean;
  readonly session?: string;
  /** A name, or an instance from the configuration file. */
  readonly embedder: EmbedderName | Embedder;
  readonly llm?: string;
  readonly llmModel: string;
  readonly json?: boolean;
  readonly config?: string;
  /** The configuration file that was read, if any. */
  readonly configFile?: string;
  readonly settings: Config;
}

export type EmbedderName = 'souvenir' | 'hash' | 'none';

export interface Needs {
  /** A missing file is created, or counts as an empty memory; unless given, it is an error. */
  readonly absent?: 'made' | 'empty';
  /** Covers every project, and is refused with a project flag. */
  readonly ofAllProjects?: true;
  /** Embeds to search, or also waits for vectors of changed memories, or of all memories. Unless given, the next `consolidate` embeds. */
  readonly vectors?: 'search' | 'changed' | 'all';
  readonly open?: (store: Store) => Pick<SouvenirOptions, 'agents' | 'schedule' | 'jobs' | 'reader'>;
  /** When agents without rules of their own consolidate by themselves; `never` overrides all rules. */
  readonly consolidation?: ConsolidationConfigInput | 'never';
}

export type OperationInput<Name extends OperationName> = z.input<Operations[Name]['input']>;
export type OperationResult<Name extends OperationName> = Awaited<ReturnType<Operations[Name]['handler']>>;

import type { z } from 'zod';
import type { Embedder } from '../contracts/embedder.ts';
import type { OperationName, Operations } from '../operations/operations.ts';
import type { ConsolidationConfigInput } from '../souvenir/agent.ts';
import type { SouvenirOptions } from '../souvenir/options.ts';
import type { Config } from './config-schema.ts';

/** What every command can count on. */
export interface Cli {
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
  /** Resolves when the user interrupts or the system ends the process, which is then no failure; the second time ends it at once. */
  untilStopped(): Promise<void>;
  /** Makes the exit code tell of a failure that is itself the result. */
  fail(): void;
}

/** The options every command takes. */
export interface GlobalOptions {
  readonly db: string;
  /** The address of a database, in the place of the file. */
  readonly store?: string | undefined;
  readonly keyFile?: string;
  readonly tenant: string;
  readonly user: string;
  readonly agent: string;
  /** Whether nothing names an agent: it is only the default. */
  readonly isAnyAgent?: boolean;
  readonly project?: string;
  /** Whether the command line itself names the project. */
  readonly isProjectFlag?: boolean;
  readonly session?: string;
  /** A name, or what the configuration file made. */
  readonly embedder: EmbedderName | Embedder;
  readonly llm?: string;
  readonly llmModel: string;
  readonly json?: boolean;
  /** The configuration file that was asked for; */
  readonly config?: string;
  /** the one that was read, if any, */
  readonly configFile?: string;
  /** and what it says. */
  readonly settings: Config;
}

export type EmbedderName = 'souvenir' | 'hash' | 'none';

export interface Needs {
  /** What becomes of a file that is not there: it is made, or stands for an empty memory. Else that is an error. */
  readonly absent?: 'made' | 'empty';
  /** It concerns every project, and is refused where the command line names one. */
  readonly ofAllProjects?: true;
  /**
   * Whether text is turned into vectors: to search, to search and wait until whatever was changed has one, or to catch up with all
   * memories that lack one. Else the next `consolidate` makes them.
   */
  readonly vectors?: 'search' | 'changed' | 'all';
  /** Opened otherwise than for one command. */
  readonly open?: Pick<SouvenirOptions, 'agents' | 'schedule' | 'jobs' | 'reader'>;
  /** When the memory consolidates by itself; never unless given. */
  readonly consolidation?: ConsolidationConfigInput;
}

export type OperationInput<Name extends OperationName> = z.input<Operations[Name]['input']>;
export type OperationResult<Name extends OperationName> = Awaited<ReturnType<Operations[Name]['handler']>>;

import type { z } from 'zod';
import type { Episode, EpisodeInput } from '../model/episode.ts';
import type { ConsolidationReport } from '../model/report.ts';
import type { ScopeInput } from '../model/scope.ts';
import type { OperationProgress } from '../operations/operation.ts';
import type { ScopedSouvenir } from '../souvenir/handle.ts';
import type { ConsolidateOptions } from '../souvenir/sessions.ts';
import type { ExportRecord } from '../transfer/export-records.ts';
import type { Answer, Callable, CallOptions, Calls, Input } from './calls.ts';
import { importBatches } from './import-batches.ts';
import { ServedError } from './served-error.ts';
import { type ServedNouns, servedNouns } from './served-nouns.ts';

type Rewritten = 'scope' | 'consolidate' | keyof ServedNouns;

/** One user's memory on a server. What `record` resolves to is durable; models are the server's own. */
export interface ServedMemory<Schema extends z.ZodObject = z.ZodObject>
  extends Omit<ScopedSouvenir<Schema>, Rewritten>,
    ServedNouns<Schema> {
  /** The scope as given; the server or the key decides the rest. */
  readonly scope: ScopeInput;
  consolidate(options?: Omit<ConsolidateOptions, 'llm' | 'verbatimOnly'>): Promise<ConsolidationReport>;
  /** Performs an operation by its name, also one without a method on the handle, such as `memories.show`. */
  perform<Name extends Callable>(name: Name, input: Input<Name>, options?: CallOptions): Promise<Answer<Name>>;
}

/** Characters in one request: escaped and in any alphabet fewer than the server's limit of 4 megabytes. */
const MAX_SENT_CHARS = 1_000_000;
/** Values in one request: a server takes 50,000, and counts an empty list or object twice. */
const MAX_VALUES = 24_000;

export function servedMemory<Schema extends z.ZodObject>(
  { call, export: exportRecords }: Calls,
  scope: ScopeInput,
): ServedMemory<Schema> {
  return {
    scope,
    record: ((turn: EpisodeInput, options?: { readonly ifWorthIt: true }) =>
      call('record', { ...turn, ...options })) as ScopedSouvenir['record'],
    async recordAll(turns) {
      const episodes: Episode[] = [];
      for await (const page of pagesOf(turns)) episodes.push(...(await call('recordAll', { turns: page })));
      return episodes;
    },
    async flush() {
      await call('flush', {});
    },
    consolidate: ({ signal, ...options } = {}) => call('consolidate', options, { signal }),
    recall: (query, { signal, ...options } = {}) => call('recall', { ...options, query }, { signal }),
    explain: (query, { signal, ...options } = {}) => call('explain', { ...options, query }, { signal }),
    async turn(message, { signal, ...options } = {}) {
      const { outcome: _, ...composed } = await call('turn', { ...options, message }, { signal });
      const { speaker, sourceId } = options;
      let isComplete = false;
      return {
        ...composed,
        async complete(reply) {
          if (isComplete) throw new ServedError('invalidInput', 'this turn is already complete');
          const outcome = await call('complete', { message, reply, speaker, sourceId });
          // A second attempt would record the turn again.
          isComplete = outcome.degraded.length === 0 || outcome.recorded.length > 0;
          return outcome;
        },
      };
    },
    complete: (message, reply, options) => call('complete', { ...options, message, reply }),
    chat: (message, { signal, ...options } = {}) => call('chat', { ...options, message }, { signal }),
    context: (intent, { signal, ...options } = {}) => call('context', { ...options, intent }, { signal }),
    evaluate: ({ signal, onProgress, ...options } = {}) =>
      call('evaluate', options, { signal, ...withProgress(onProgress) }),
    experiment: ({ signal, onProgress, ...options } = {}) =>
      call('experiment', options, { signal, ...withProgress(onProgress) }),
    export: (options = {}) => exportRecords(options),
    async import(records, { onProgress } = {}) {
      const all: unknown[] = [];
      for await (const record of records) all.push(record);
      const batches = importBatches(all, MAX_SENT_CHARS);
      const total = batches.reduce((sum, { count }) => sum + count, 0);
      // A long session arrives in several records.
      const sessionIds = (all as ExportRecord[]).flatMap((record) =>
        record.kind === 'episode' ? [record.sessionId] : [],
      );
      const imported = { turns: 0, memories: 0, sessions: new Set(sessionIds).size };
      let before = 0;
      for (const { text, count } of batches) {
        const { turns, memories } = await call(
          'import',
          { text, format: 'export', consolidate: false },
          { onProgress: ({ done }) => onProgress?.(before + done, total) },
        );
        imported.turns += turns;
        imported.memories += memories ?? 0;
        before += count;
      }
      return imported;
    },
    timeline: (options = {}) => call('timeline', options),
    ...servedNouns<Schema>(call),
    perform: call,
  };
}

/** Narrows the type: an operation reports only its own stages. */
const withProgress = <Progress extends OperationProgress>(onProgress: ((progress: Progress) => void) | undefined) =>
  onProgress === undefined ? {} : { onProgress: (progress: OperationProgress) => onProgress(progress as Progress) };

async function* pagesOf(turns: Iterable<EpisodeInput> | AsyncIterable<EpisodeInput>): AsyncGenerator<EpisodeInput[]> {
  let page: EpisodeInput[] = [];
  let [size, values] = [0, 0];
  for await (const turn of turns) {
    let own = 0;
    const countValue = (_: string, value: unknown) => {
      own += 1;
      return value;
    };
    const length = JSON.stringify(turn, countValue)?.length ?? 0;
    if (page.length > 0 && (size + length > MAX_SENT_CHARS || values + own > MAX_VALUES)) {
      yield page;
      [page, size, values] = [[], 0, 0];
    }
    page.push(turn);
    size += length;
    values += own;
  }
  if (page.length > 0) yield page;
}

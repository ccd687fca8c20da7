import type { z } from 'zod';
import type { ScopeInput } from '../model/scope.ts';
import type { OperationProgress } from '../operations/operation.ts';
import type { OperationName, Operations } from '../operations/operations.ts';
import type { ExportRecord } from '../transfer/export-records.ts';
import { withMoments } from './moments.ts';
import type { Requests } from './requests.ts';
import { ServedError } from './served-error.ts';

/** The operations with a single answer. */
export type Callable = Exclude<OperationName, 'export'>;
export type Input<Name extends OperationName> = z.input<Operations[Name]['input']>;
export type Answer<Name extends OperationName> = Awaited<ReturnType<Operations[Name]['handler']>>;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: OperationProgress) => void;
}

/** Operations that may outlast the client's timeout: they stream progress. */
const LONG_RUNNING: ReadonlySet<Callable> = new Set([
  ...(['consolidate', 'sessions.end', 'cycle', 'import', 'erase', 'evaluate', 'experiment', 'chat'] as const),
]);
/** Operations that stop when the caller aborts; repeating them changes nothing more. */
const ENDS_WITH_CALLER: ReadonlySet<Callable> = new Set([
  'consolidate',
  'sessions.end',
  'cycle',
  'evaluate',
  'experiment',
]);
/** Results with the caller's own fields, none of which is a date. */
const OPAQUE_RESULTS: ReadonlySet<Callable> = new Set(['profile.get']);

export type Calls = ReturnType<typeof callsOf>;

export function callsOf(requests: Requests, scope: ScopeInput, signals: readonly AbortSignal[]) {
  const requestFor = <Name extends OperationName>(name: Name, input: Input<Name>, signal?: AbortSignal) => ({
    path: name.replaceAll('.', '/'),
    query: scope,
    body: bodyOf(name, input),
    signals: signal === undefined ? signals : [...signals, signal],
  });
  return {
    async call<Name extends Callable>(
      name: Name,
      input: Input<Name>,
      { signal, onProgress }: CallOptions = {},
    ): Promise<Answer<Name>> {
      const accept = LONG_RUNNING.has(name) ? 'text/event-stream' : 'application/json';
      const endsWithCaller = ENDS_WITH_CALLER.has(name);
      const answer = await requests.ask({ ...requestFor(name, input, signal), accept, endsWithCaller }, onProgress);
      return (OPAQUE_RESULTS.has(name) ? answer : withMoments(answer)) as Answer<Name>;
    },
    async *export(input: Input<'export'>): AsyncGenerator<ExportRecord> {
      for await (const record of requests.items({ ...requestFor('export', input), accept: 'application/x-ndjson' }))
        yield withMoments(record) as ExportRecord;
    },
  };
}

/** Refuses values that JSON would drop silently, such as a model or a Map. */
function bodyOf(name: string, input: unknown): string {
  return JSON.stringify(input, (field, value: unknown) => {
    const type = Object.prototype.toString.call(value).slice('[object '.length, -1);
    const isSendable = typeof value === 'number' ? Number.isFinite(value) : SENDABLE_TYPES.has(type);
    if (!isSendable) throw new ServedError('invalidInput', `${name}.${field}: a ${type} cannot be sent to a server`);
    return value;
  });
}

const SENDABLE_TYPES: ReadonlySet<string> = new Set(['Object', 'Array', 'Null', 'Undefined', 'String', 'Boolean']);

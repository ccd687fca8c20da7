import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { parse } from '../model/parse.ts';
import { isRead, type OperationContext, type OperationProgress } from '../operations/operation.ts';
import { jsonOf } from './body.ts';
import { type Caller, memoryOf, type ServerEnv, scopeOf } from './caller.ts';
import { type Answers, digest, idempotencyKeyOf, sourceIdOf } from './idempotency.ts';
import type { RequestUsage } from './in-flight.ts';
import type { AppSettings } from './options.ts';
import { boundInput, callerOf, refuseUnpermitted } from './permit.ts';
import { problemOf } from './problem.ts';
import { replacerFor } from './redact-failures.ts';
import type { AnyOperation, Served } from './served.ts';
import { withSourceId } from './source-id.ts';

type OnProgress = NonNullable<OperationContext['onProgress']>;
type AnswerSettings = Pick<AppSettings, 'mostBytes' | 'heartbeatMs' | 'ended' | 'onFailure'> & {
  readonly served: Served;
  readonly answers: Answers;
};

export const answer =
  (operation: AnyOperation, { served, answers, mostBytes, heartbeatMs, ended, onFailure }: AnswerSettings) =>
  async (context: Context<ServerEnv>): Promise<Response> => {
    const caller = callerOf(context.var.caller, operation);
    refuseUnpermitted(caller, operation);
    const scope = scopeOf(context, caller);
    const memory = memoryOf(served.souvenir, scope, caller);
    const isAnyAgent = scope.agentId === undefined;
    const key = operation.effect === 'reads' ? undefined : idempotencyKeyOf(context.req.header('idempotency-key'));
    const body = await jsonOf(context, mostBytes);
    const repeatableRequest = key === undefined ? undefined : repeatable(key, caller, memory.scope, operation, body);
    const given =
      repeatableRequest === undefined ? body : withSourceId(operation.input, body, sourceIdOf(repeatableRequest));
    const input = boundInput(caller, operation, parse(operation.input, given, operation.name));
    // A caller with an idempotency key may come back for the answer.
    const signals = [repeatableRequest === undefined ? context.req.raw.signal : undefined, ended];
    const signal = AbortSignal.any(signals.filter((each) => each !== undefined));
    const handle = (onProgress?: OnProgress) =>
      operation.handler({ ...served, memory, isAnyAgent, signal, ...(onProgress && { onProgress }) }, input as never);

    const replacer = replacerFor(caller.bound);
    const { usage } = context.var;
    const perform = async (onProgress?: OnProgress): Promise<string> => {
      const work = async () => {
        const result = await handle(onProgress);
        // The receipt of an erasure contains ids and no text, and cannot be requested again.
        if (operation.effect === 'destroys' && !operation.onlyReads?.(input as never))
          answers.drop(memory.scope, operation.name === 'erase' ? repeatableRequest : undefined);
        return JSON.stringify(result ?? null, replacer);
      };
      const workOnce = () => (repeatableRequest === undefined ? work() : answers.once(repeatableRequest, work));
      if (isRead(operation, input)) return usage.read(workOnce);
      // The answer of a write is sent even beyond the limits of the caller.
      const answered = await workOnce();
      usage.add('bytes', Buffer.byteLength(answered));
      return answered;
    };
    const problem = (error: unknown): string => {
      const { status, body } = problemOf(error);
      if (status >= 500) onFailure(error);
      return JSON.stringify(body);
    };
    const isEvents = context.req.header('accept')?.includes('text/event-stream') ?? false;
    if (operation.isStream || isEvents) usage.take('streams');
    if (operation.isStream) {
      const items = handle as (onProgress?: OnProgress) => AsyncIterable<unknown>;
      return isEvents
        ? events(context, itemEvents(items, replacer), problem, heartbeatMs)
        : itemLines(items(), problem, replacer, usage);
    }
    if (isEvents) return events(context, (_, onProgress) => perform(onProgress), problem, heartbeatMs);
    return new Response(await perform(), { headers: { 'content-type': 'application/json' } });
  };

const repeatable = (
  key: string,
  { key: shown }: Caller,
  scope: OperationContext['memory']['scope'],
  { name }: AnyOperation,
  input: unknown,
) => ({ ...{ key, keyId: shown?.id, scope, input: digest(input) }, operation: name });

type DescribeProblem = (error: unknown) => string;
type Replacer = ReturnType<typeof replacerFor>;

/** One JSON object per line; an error ends the stream as its last line. */
function itemLines(
  items: AsyncIterable<unknown>,
  problem: DescribeProblem,
  replacer: Replacer,
  usage: RequestUsage,
): Response {
  async function* lines() {
    try {
      for await (const item of items) yield `${JSON.stringify(item, replacer)}\n`;
    } catch (error) {
      yield `${problem(error)}\n`;
    } finally {
      usage.release('streams');
    }
  }
  const body = ReadableStream.from(lines()).pipeThrough(new TextEncoderStream());
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
}

type WriteEvent = (event: string, data: string) => Promise<void>;
type EventWork = (write: WriteEvent, onProgress: OnProgress, hasLeft: () => boolean) => Promise<string>;

const itemEvents =
  (items: (onProgress: OnProgress) => AsyncIterable<unknown>, replacer: Replacer): EventWork =>
  async (write, onProgress, hasLeft) => {
    let count = 0;
    for await (const item of items(onProgress)) {
      if (hasLeft()) break;
      await write('item', JSON.stringify(item, replacer));
      count++;
    }
    return JSON.stringify({ count });
  };

const events = (
  context: Context<ServerEnv>,
  work: EventWork,
  problem: DescribeProblem,
  heartbeatMs: number,
): Response =>
  streamSSE(context, async (stream) => {
    const write: WriteEvent = (event, data) => stream.writeSSE({ event, data });
    let latest: OperationProgress | undefined;
    let writing: Promise<void> | undefined;
    const writeLatest = async () => {
      while (latest !== undefined) {
        const data = JSON.stringify(latest);
        latest = undefined;
        await write('progress', data);
      }
      writing = undefined;
    };
    let isBeating = false;
    const beaten = () => {
      isBeating = false;
    };
    const heartbeat = setInterval(() => {
      if (isBeating) return;
      isBeating = true;
      // A failed write means that the reader has left, which is noticed elsewhere.
      stream.write(': still here\n\n').then(beaten, beaten);
    }, heartbeatMs);
    try {
      // For a slow reader only the last unread progress is kept.
      const result = await work(
        write,
        (progress) => {
          latest = progress;
          writing ??= writeLatest().catch(() => undefined);
        },
        () => stream.aborted,
      );
      await writing;
      await write('result', result);
    } catch (error) {
      await writing;
      await write('problem', problem(error));
    } finally {
      clearInterval(heartbeat);
      context.var.usage.release('streams');
    }
  });

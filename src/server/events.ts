import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { codeOf, reasonOf } from '../errors.ts';
import type { Scope, ScopeInput } from '../model/scope.ts';
import { EVENT_NAMES, type EventName, type NamedEvent } from '../telemetry/events.ts';
import { refuseWithout, type ServerEnv, scopeOf } from './caller.ts';
import type { Keys } from './keys.ts';
import type { AppSettings } from './options.ts';
import { Refusal } from './problem.ts';
import { replacerFor } from './redact-failures.ts';
import type { Served } from './served.ts';

/** Events that wait for a slow reader; further ones are only counted. */
const MAX_WAITING = 1000;
const MAX_CHARS = 1_000_000;

type EventStreamSettings = Pick<AppSettings, 'heartbeatMs' | 'stopping'> & { readonly keys: Keys };

/** Streams the events of the scope in query and key, until the reader disconnects or the key ends. */
export const streamEvents =
  ({ souvenir }: Served, { heartbeatMs, stopping, keys }: EventStreamSettings) =>
  (context: Context<ServerEnv>): Response => {
    const { caller } = context.var;
    refuseWithout(caller, 'recall');
    const { usage } = context.var;
    const scope = scopeOf(context, caller, ['names']);
    souvenir.for(scope);
    const names = namesOf(context.req.query('names'));
    const isBound = Object.keys(caller.bound).length > 0;
    const replacer = replacerFor(caller.bound);
    usage.take('streams');
    const waiting: { readonly event: EventName; readonly data: string }[] = [];
    let [missed, characters] = [0, 0];
    let wake = () => {};
    const listen = (name: EventName) =>
      souvenir.on(name, (event) => {
        const namedEvent = { name, event } as NamedEvent;
        if (!isVisibleEvent(namedEvent, scope, isBound)) return;
        if (waiting.length < MAX_WAITING && characters < MAX_CHARS) {
          const data = dataOf(namedEvent, replacer);
          waiting.push({ event: name, data });
          characters += data.length;
        } else missed++;
        wake();
      });
    const stops = names.map(listen);
    const { key } = caller;
    // A store failure ends the stream too: the reader gets the reason when it reconnects.
    const isStillKnown = async () => key === undefined || keys.isValid(key.id).catch(() => false);

    return streamSSE(context, async (stream) => {
      const hasEnded = () => stream.aborted || (stopping?.aborted ?? false);
      const end = () => wake();
      stream.onAbort(end);
      stopping?.addEventListener('abort', end);
      let isQuiet = false;
      const heartbeat = setInterval(() => {
        isQuiet = true;
        wake();
      }, heartbeatMs);
      try {
        await stream.write(': listening\n\n');
        while (!hasEnded()) {
          if (waiting.length === 0 && missed === 0 && !isQuiet) {
            await new Promise<void>((resolve) => (wake = resolve));
            continue;
          }
          if (!(await isStillKnown())) break;
          const [next] = waiting.splice(0, 1);
          if (next !== undefined) {
            characters -= next.data.length;
            await stream.writeSSE(next);
          } else if (missed > 0) {
            const count = missed;
            missed = 0;
            await stream.writeSSE({ event: 'missed', data: JSON.stringify({ count }) });
          } else {
            isQuiet = false;
            await stream.write(': still here\n\n');
          }
        }
      } finally {
        clearInterval(heartbeat);
        stopping?.removeEventListener('abort', end);
        for (const stop of stops) stop();
        usage.release('streams');
      }
    });
  };

function namesOf(named: string | undefined): readonly EventName[] {
  const names = named?.split(',') ?? [...EVENT_NAMES];
  const unknown = names.find((name) => !EVENT_NAMES.has(name));
  if (unknown !== undefined)
    throw new Refusal(400, 'invalidInput', `names: there is no event ${JSON.stringify(unknown)}`);
  return [...new Set(names)] as EventName[];
}

const PARTS = ['tenantId', 'userId', 'agentId', 'projectId', 'sessionId'] as const;

/** Whether the event is within the reader's scope. An event without an owner is only for readers of all owners. */
function isVisibleEvent({ event }: NamedEvent, filter: ScopeInput, isBound: boolean): boolean {
  const { memory, episode, owner } = event as { readonly [Name in 'memory' | 'episode' | 'owner']?: Partial<Scope> };
  const eventScope = memory ?? episode ?? owner ?? userOf(event);
  if (eventScope === undefined) return !isBound && PARTS.every((part) => filter[part] === undefined);
  return PARTS.every((part) => filter[part] === undefined || filter[part] === eventScope[part]);
}

const userOf = (event: NamedEvent['event']): Partial<Scope> | undefined =>
  'receipt' in event ? { tenantId: event.receipt.tenantId, userId: event.receipt.userId } : undefined;

/** An error is sent as its code and message; to a key of one user or project, as its code only. */
function dataOf({ event }: NamedEvent, replacer: ReturnType<typeof replacerFor>): string {
  if (!('error' in event)) return JSON.stringify(event, replacer);
  const { error } = event;
  const shownError = { code: codeOf(error), ...(replacer === undefined && { message: reasonOf(error) }) };
  return JSON.stringify({ ...event, error: shownError }, replacer);
}

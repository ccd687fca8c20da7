import type { z } from 'zod';
import type { defaultProfileSchema } from '../context/profile/schema.ts';
import type { ScopeInput } from '../model/scope.ts';
import type { CycleOptions, OwnersInput, Souvenir } from '../souvenir/souvenir.ts';
import type { EventName, NamedEvent } from '../telemetry/events.ts';
import { callsOf } from './calls.ts';
import { withMoments } from './moments.ts';
import { type ClientOptions, requestsTo } from './requests.ts';
import { ServedError } from './served-error.ts';
import { type ServedMemory, servedMemory } from './served-memory.ts';

export interface ServedEventsOptions {
  /** The scope of the events; the server or the key decides the rest. */
  readonly scope?: ScopeInput;
  readonly signal?: AbortSignal;
}

export interface ServedEvents<Name extends EventName> extends AsyncIterableIterator<NamedEvent<Name>, undefined, void> {
  /** Resolves when the server streams: later events are delivered. */
  readonly opened: Promise<void>;
}

/** A memory on a server. Calls for the whole file (`backup`, `eraseExpired`, `exportUser`) run where the server runs. */
export interface ServedSouvenir<Schema extends z.ZodObject = z.ZodObject>
  extends Pick<Souvenir, 'erase' | 'verifyErasure' | 'close'> {
  /** A handle on one user's memory; `signal` aborts its calls. */
  for(scope?: ScopeInput, options?: { readonly signal?: AbortSignal }): ServedMemory<Schema>;
  /** Counts of one owner; missing parts are `default`. */
  stats(owner?: OwnersInput): ReturnType<Souvenir['stats']>;
  /** A cycle of one owner, as for `stats`. */
  cycle(options?: Omit<CycleOptions, 'llm'>): ReturnType<Souvenir['cycle']>;
  /**
   * Events of these kinds or of all, from when `opened` resolves until the reader returns, the signal aborts or the client closes.
   * Reconnects by itself; events in between are lost.
   */
  events<Name extends EventName = EventName>(
    names?: readonly Name[],
    options?: ServedEventsOptions,
  ): ServedEvents<Name>;
}

/**
 * The memory of a server, with the calls of `createSouvenir`, so that code can switch between the two.
 * @example const souvenir = souvenirClient({ url: 'http://127.0.0.1:4600', key: process.env['SOUVENIR_API_KEY'] });
 */
export function souvenirClient<Schema extends z.ZodObject = typeof defaultProfileSchema>(
  options: ClientOptions,
): ServedSouvenir<Schema> {
  const requests = requestsTo(options);
  const closed = new AbortController();
  const callsIn = (scope: ScopeInput, signal?: AbortSignal) =>
    callsOf(requests, scope, signal === undefined ? [closed.signal] : [closed.signal, signal]);
  return {
    for: (scope = {}, { signal } = {}) => servedMemory<Schema>(callsIn(scope, signal), Object.freeze({ ...scope })),
    stats: (owner = {}) => callsIn(owner).call('stats', {}),
    cycle({ tenantId, userId, agentId, maxAgeMs, signal, ...tasks } = {}) {
      const skip = Object.entries(tasks).flatMap(([task, isWanted]) => (isWanted === false ? [task as Task] : []));
      return callsIn({ tenantId, userId, agentId }).call('cycle', { maxAgeMs, skip }, { signal });
    },
    erase: ({ tenantId, userId, sessionId, projectId, ...selection }) =>
      callsIn({ tenantId, userId, sessionId, projectId }).call('erase', selection),
    verifyErasure: (receipt) =>
      callsIn({ tenantId: receipt.tenantId, userId: receipt.userId }).call('verifyErasure', receipt),
    events<Name extends EventName = EventName>(names?: readonly Name[], { scope, signal }: ServedEventsOptions = {}) {
      const stop = new AbortController();
      const signals = [stop.signal, closed.signal, ...(signal === undefined ? [] : [signal])];
      const { promise: opened, resolve, reject } = Promise.withResolvers<void>();
      opened.catch(() => {});
      return { ...startEagerly(readEvents(), () => stop.abort()), opened };

      async function* readEvents(): AsyncGenerator<NamedEvent<Name>, undefined> {
        const query = { ...scope, names: names?.join(',') };
        try {
          const request = { path: 'events', query, signals, accept: 'text/event-stream' } as const;
          for await (const { event, data } of requests.events(request, resolve))
            if (event !== 'missed' && event !== 'message')
              yield { name: event, event: withMoments(JSON.parse(data)) } as NamedEvent<Name>;
        } catch (error) {
          reject(error);
          if (signals.every(({ aborted }) => !aborted)) throw error;
        }
        return undefined;
      }
    },
    async close() {
      closed.abort(new ServedError('closed', 'this client is closed'));
    },
  };
}

type Task = keyof Omit<CycleOptions, keyof OwnersInput | 'maxAgeMs' | 'llm' | 'signal'>;

/** Starts before the first event is requested, and ends at once where a generator would wait for the next event. */
function startEagerly<Item>(
  items: AsyncGenerator<Item, undefined>,
  stop: () => void,
): AsyncIterableIterator<Item, undefined, void> {
  let first: ReturnType<typeof items.next> | undefined = items.next();
  first.catch(() => {});
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      const next = first ?? items.next();
      first = undefined;
      return next;
    },
    async return() {
      stop();
      return items.return(undefined);
    },
  };
}

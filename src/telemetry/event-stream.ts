import type { EventName, Events, NamedEvent } from './events.ts';

export interface StreamOptions {
  readonly signal?: AbortSignal | undefined;
  /** How many may wait to be read; beyond it the oldest are let go, so that a slow reader holds nobody up. */
  readonly most?: number | undefined;
}

const MOST_WAITING = 1000;

type End = IteratorReturnResult<undefined>;
const END: End = { done: true, value: undefined };

/** What happens from this call on, one after another, until the reader leaves or the signal ends it; what waits by then is still read. */
export function eventStream<Name extends EventName>(
  events: Events,
  names: readonly Name[] | undefined,
  { signal, most = MOST_WAITING }: StreamOptions,
): AsyncIterableIterator<NamedEvent<Name>, undefined, void> {
  type Read = IteratorResult<NamedEvent<Name>, undefined>;
  const wanted = names === undefined ? undefined : new Set<EventName>(names);
  const waiting: NamedEvent<Name>[] = [];
  const readers: ((read: Read) => void)[] = [];
  let hasEnded = false;

  const stop = events.watch((told) => {
    if (wanted?.has(told.name) === false) return;
    const event = told as NamedEvent<Name>;
    const reader = readers.shift();
    if (reader !== undefined) reader({ value: event });
    else if (waiting.push(event) > most) waiting.shift();
  });
  const end = () => {
    hasEnded = true;
    stop();
    signal?.removeEventListener('abort', end);
    for (const reader of readers.splice(0)) reader(END);
  };
  if (signal?.aborted) end();
  else signal?.addEventListener('abort', end);

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const value = waiting.shift();
      if (value !== undefined) return { value };
      return hasEnded ? END : new Promise<Read>((resolve) => readers.push(resolve));
    },
    async return() {
      waiting.length = 0;
      end();
      return END;
    },
  };
}

import { describe, expect, it } from 'vitest';
import { type EventName, Events, eventStream, type StreamOptions } from './events.ts';

function open(names?: readonly EventName[], options: StreamOptions = {}) {
  const events = new Events();
  const flush = (...counts: number[]) => {
    for (const count of counts) events.emit('episodesFlushed', { count });
  };
  return { events, flush, stream: eventStream(events, names, options) };
}

async function read(stream: AsyncIterable<{ readonly event: unknown }>, most = Infinity): Promise<unknown[]> {
  const reported: unknown[] = [];
  if (most > 0)
    for await (const { event } of stream) {
      reported.push((event as { count: number }).count);
      if (reported.length >= most) break;
    }
  return reported;
}

describe('the stream of events', () => {
  it('delivers all events since its start in order, before and after the reader waits', async () => {
    const { stream, flush } = open();
    flush(1, 2);
    const reading = read(stream, 4);
    await Promise.resolve();
    flush(3, 4, 5);
    expect(await reading).toEqual([1, 2, 3, 4]);
  });

  it('delivers only the requested events, by name', async () => {
    const { stream, events, flush } = open(['episodesFlushed']);
    events.emit('accessesFailed', { error: 'x' });
    flush(1);
    expect(await stream.next()).toEqual({ value: { name: 'episodesFlushed', event: { count: 1 } } });
  });

  it('drops the oldest events for a slow reader without delaying others', async () => {
    const { stream, flush } = open(undefined, { maxWaiting: 3 });
    flush(1, 2, 3, 4, 5);
    expect(await read(stream, 3)).toEqual([3, 4, 5]);
  });

  it('buffers a thousand events by default', async () => {
    const { stream, flush } = open();
    flush(...Array.from({ length: 1005 }, (_, at) => at));
    expect((await stream.next()).value).toMatchObject({ event: { count: 5 } });
  });

  it('ends with the signal after buffered events', async () => {
    const leaving = new AbortController();
    const { stream, flush } = open(undefined, { signal: leaving.signal });
    flush(1, 2);
    leaving.abort();
    flush(3);
    expect(await read(stream)).toEqual([1, 2]);
  });

  it('ends at once for an aborted signal and for a waiting reader', async () => {
    expect(await read(open(undefined, { signal: AbortSignal.abort() }).stream)).toEqual([]);
    const leaving = new AbortController();
    const { stream } = open(undefined, { signal: leaving.signal });
    const waiting = Promise.all([stream.next(), stream.next()]);
    leaving.abort();
    expect((await waiting).map(({ done }) => done)).toEqual([true, true]);
  });

  it('stops listening when the reader leaves', async () => {
    const { events, stream, flush } = open();
    let watching = 0;
    const counted = new (class extends Events {
      override watch(watcher: Parameters<Events['watch']>[0]) {
        watching++;
        const stop = events.watch(watcher);
        return () => {
          watching--;
          stop();
        };
      }
    })();
    const other = eventStream(counted, undefined, {});
    expect(watching).toBe(1);
    flush(1, 2);
    expect(await read(other, 1)).toEqual([1]);
    expect(watching).toBe(0);
    expect((await other.next()).done).toBe(true);
    expect((await stream.next()).value).toMatchObject({ event: { count: 1 } });
  });

  it('lets a waiting reader leave', async () => {
    const { stream } = open();
    const waiting = stream.next();
    await stream.return?.();
    expect((await waiting).done).toBe(true);
  });

  it('delivers every event to every reader, and each to one of several waits', async () => {
    const { events, stream, flush } = open();
    const other = eventStream(events, undefined, {});
    const waits = Promise.all([stream.next(), stream.next()]);
    flush(1, 2);
    expect((await waits).map(({ value }) => value?.event)).toEqual([{ count: 1 }, { count: 2 }]);
    expect(await read(other, 2)).toEqual([1, 2]);
  });
});

describe('listeners', () => {
  it('do not affect each other or the stream if they throw or reject', async () => {
    const { events, stream, flush } = open(['episodesFlushed']);
    const failures: unknown[] = [];
    const received: number[] = [];
    events.on('listenerFailed', ({ event, error }) => failures.push([event, error]));
    events.on('episodesFlushed', () => {
      throw 'thrown';
    });
    events.on('episodesFlushed', () => Promise.reject('rejected'));
    events.on('episodesFlushed', ({ count }) => received.push(count));
    flush(1);
    expect(received).toEqual([1]);
    await new Promise(setImmediate);
    expect(failures).toEqual([
      ['episodesFlushed', 'thrown'],
      ['episodesFlushed', 'rejected'],
    ]);
    expect(await read(stream, 1)).toEqual([1]);
  });

  it('continue if the failure listener fails', () => {
    const { events, flush } = open();
    events.on('episodesFlushed', () => {
      throw 'thrown';
    });
    events.on('listenerFailed', () => {
      throw 'again';
    });
    expect(() => flush(1)).not.toThrow();
  });

  it('receive nothing after they are removed', () => {
    const { events, flush } = open();
    const received: number[] = [];
    const stop = events.on('episodesFlushed', ({ count }) => received.push(count));
    flush(1);
    stop();
    flush(2);
    expect(received).toEqual([1]);
  });
});

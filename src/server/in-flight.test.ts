import { expect, test } from 'vitest';
import { InFlight, shareSchema } from './in-flight.ts';

const inFlight = () => new InFlight(shareSchema.parse({ reads: { key: 2 }, bytes: { key: 100 } }));

/** Begins to read, and tells whether it has; `end` ends it. */
function reading(inFlight: InFlight, key: string, answer = '') {
  const { promise, resolve } = Promise.withResolvers<string>();
  const state = { hasBegun: false, end: () => resolve(answer) };
  const usage = inFlight.usageOf(key, 'here');
  const answered = usage.read(() => {
    state.hasBegun = true;
    return promise;
  });
  return { state, usage, answered };
}
const turn = () => new Promise(setImmediate);

test('reads of a key above its share wait in order without delaying another key', async () => {
  const all = inFlight();
  const [first, second, third, fourth] = [1, 2, 3, 4].map(() => reading(all, 'one'));
  const other = reading(all, 'other');
  const begun = () => [first, second, third, fourth, other].map((each) => each?.state.hasBegun);
  await turn();
  expect(begun()).toEqual([true, true, false, false, true]);
  second?.state.end();
  await turn();
  expect(begun()).toEqual([true, true, true, false, true]);
});

test('a waiting read never begins once its caller has gone', async () => {
  const all = inFlight();
  const [first, , third, fourth] = [1, 2, 3, 4].map(() => reading(all, 'one'));
  third?.usage.end();
  await expect(third?.answered).rejects.toMatchObject({ code: 'aborted' });
  first?.state.end();
  await turn();
  expect([third?.state.hasBegun, fourth?.state.hasBegun]).toEqual([false, true]);
});

test('a waiting read is refused when unread responses of its key use up its bytes', async () => {
  const all = inFlight();
  const [first, second, third] = ['x'.repeat(100), '', ''].map((answer) => reading(all, 'one', answer));
  first?.state.end();
  expect(await first?.answered).toHaveLength(100);
  await expect(third?.answered).rejects.toMatchObject({ message: expect.stringContaining('100 bytes') });
  expect(third?.state.hasBegun).toBe(false);
  second?.state.end();
  await second?.answered;
});

test('a response to a closed connection holds no bytes', async () => {
  const all = inFlight();
  const removed = reading(all, 'one', 'x'.repeat(100));
  await turn();
  removed.usage.end();
  removed.state.end();
  await removed.answered;
  const next = reading(all, 'one', 'y');
  next.state.end();
  expect(await next.answered).toBe('y');
});

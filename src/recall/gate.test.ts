import { expect, test } from 'vitest';
import { Gate } from './gate.ts';

const { signal } = new AbortController();

test('the gate admits a limited number in order of arrival', async () => {
  const gate = new Gate(2);
  const begun: number[] = [];
  const works = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const ended = works.map(({ promise }, at) =>
    gate.run(signal, () => {
      begun.push(at);
      return promise;
    }),
  );
  expect(begun).toEqual([0, 1]);
  expect(gate.countWaiting).toBe(3);
  works[1]?.resolve();
  await ended[1];
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of works) resolve();
  await Promise.all(ended);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(gate.countWaiting).toBe(0);
});

test('failed work frees its place in the gate', async () => {
  const gate = new Gate(1);
  await expect(gate.run(signal, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await gate.run(signal, async () => 'done')).toBe('done');
});

test.for(['before its turn', 'as its turn comes'])('a caller aborted %s leaves the gate to the next', async (when) => {
  const gate = new Gate(1);
  const first = Promise.withResolvers<void>();
  const ended = gate.run(signal, () => first.promise);
  const aborted = new AbortController();
  const left = gate.run(aborted.signal, async () => 'never');
  const refused = expect(left).rejects.toThrow('no more');
  const next = gate.run(signal, async () => 'next');
  aborted.abort(new Error('no more'));
  if (when === 'before its turn') await refused;
  first.resolve();
  await ended;
  await refused;
  expect(await next).toBe('next');
  expect(await gate.run(signal, async () => 'and another')).toBe('and another');
});

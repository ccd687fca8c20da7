import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { untilAborted } from './until-aborted.ts';

const never = () => new Promise<never>(() => {});

it('untilAborted resolves with the promise and removes its listener', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve('done'), signal)).toBe('done');
  await expect(untilAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('untilAborted rejects with the signal, also if it aborted before', async () => {
  const controller = new AbortController();
  const waiting = untilAborted(never(), controller.signal);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(untilAborted(never(), controller.signal)).rejects.toThrow('enough');
});

it('untilAborted waits without a signal', async () => {
  expect(await untilAborted(Promise.resolve('done'), undefined)).toBe('done');
});

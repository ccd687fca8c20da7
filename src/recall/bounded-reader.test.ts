import { expect, it } from 'vitest';
import { boundedReader } from './bounded-reader.ts';

const nobody = () => 0;

it('the bounded reader reads for four recalls at once and refuses the fifth', async () => {
  const waiting: (() => void)[] = [];
  const reader = boundedReader(
    {
      answers: async () => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return [];
      },
      relations: async () => [],
    },
    nobody,
  );
  const read = Array.from({ length: 4 }, () => reader.answers('?', []));
  await expect(reader.answers('?', [])).rejects.toThrow('busy: 4 other recalls are being read');
  await expect(reader.relations?.([])).rejects.toThrow('busy');
  for (const done of waiting.splice(0)) done();
  await Promise.all(read);
  expect(await reader.relations?.([])).toEqual([]);
  const failing = boundedReader({ answers: () => Promise.reject(new Error('broken')) }, nobody);
  for (let at = 0; at < 10; at++) await expect(failing.answers('?', [])).rejects.toThrow('broken');
});

it('the bounded reader reads nothing while other recalls wait for their search', async () => {
  let waiting = 3;
  const reader = boundedReader({ answers: async () => [] }, () => waiting);
  await expect(reader.answers('?', [])).rejects.toThrow('busy: 3 other recalls wait');
  waiting = 1;
  await expect(reader.answers('?', [])).rejects.toThrow('busy: 1 other recall waits');
  expect(reader.refusal?.()?.message).toBe('busy: 1 other recall waits');
  waiting = 0;
  expect(reader.refusal?.()).toBeUndefined();
  expect(await reader.answers('?', [])).toEqual([]);
});

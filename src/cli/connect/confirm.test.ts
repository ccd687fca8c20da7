import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { isConfirmed } from './confirm.ts';

const { signal } = new AbortController();

test.each([
  ['y\n', true],
  ['YES\n', true],
  ['\n', false],
  ['no\n', false],
  ['', false],
])('the answer %j is %s', async (answer, isYes) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(answer);
  expect(await isConfirmed('Write?', signal, input, output)).toBe(isYes);
  output.end();
  expect(await text(output)).toContain('Write? [y/N] ');
});

test('an interrupt counts as no', async () => {
  const aborted = AbortSignal.abort(new Error('interrupted'));
  await expect(isConfirmed('Write?', aborted, new PassThrough(), new PassThrough())).rejects.toThrow();
});

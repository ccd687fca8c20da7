import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { processHash } from './process-hash.ts';

const FILE = new URL('./process-hash.ts', import.meta.url).href;

it('processHash of a text is stable in a process and differs in the next', () => {
  const code = `import('${FILE}').then(({ processHash }) => process.stdout.write(processHash('I keep bees.')))`;
  const elsewhere = execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' });
  expect(elsewhere).toMatch(/^[\w+/]{43}=$/);
  expect(processHash('I keep bees.')).not.toBe(elsewhere);
  expect(processHash('I keep bees.')).toBe(processHash('I keep bees.'));
  expect(processHash('I sold them.')).not.toBe(processHash('I keep bees.'));
});

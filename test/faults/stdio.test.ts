import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { attackStdio } from './stdio/stdio.ts';

const folder = temporaryFolder();
/** `npm run test:faults` tries all, several times. */
const SOME = [
  ...['lines that are no JSON', 'tools with odd arguments', 'a flood of calls', 'nests without end'],
  ...['a line without end', 'hanging up in the middle of calls'],
];

it('souvenir mcp goes on after whatever comes through its pipe, or ends as it should, and keeps what it acknowledged', async () => {
  const { attacks, wrong } = await attackStdio(1, folder, SOME);
  expect(wrong).toEqual([]);
  expect(attacks).toBe(SOME.length);
});

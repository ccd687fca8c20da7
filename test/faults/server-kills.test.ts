import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { killServer } from './kills/server-kills.ts';

const folder = temporaryFolder();

it('a server that is killed loses nothing that it acknowledged, and what is sent again is there once', async () => {
  const { wrong, ...done } = await killServer(60, 3, 20260301, folder);
  expect(wrong).toEqual([]);
  expect(done).toMatchObject({ writes: 60, kills: 3, retries: expect.any(Number) });
});

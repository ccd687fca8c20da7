import { describe, it } from 'vitest';
import { seededRandom } from '../../bench/random.ts';
import { freshFolders } from '../support/memory-files.ts';
import { FILE_CHANGES } from './kills/file-changes.ts';

const KILLS = 2;
const MANY = 40;
const freshFolder = freshFolders();

describe.each(Object.entries(FILE_CHANGES))('a process killed at %s', (_, kill) => {
  const title = 'leaves files whole, and loses nothing';
  it(title, { timeout: 120_000 + KILLS * 10_000 }, () => kill(KILLS, seededRandom(1), freshFolder()));
  it(`${title}, ${MANY} times`, { tags: ['long'], timeout: MANY * 30_000 }, () =>
    kill(MANY, seededRandom(2), freshFolder()),
  );
});

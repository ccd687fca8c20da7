import { resolve } from 'node:path';
import type { StoreFiles } from '../../contracts/store.ts';
import type { CipherKey } from './cipher.ts';
import { inThread } from './file-jobs.ts';

/** What is done to the whole file of an open store, whose key is `keyNow()`. */
export const filesOf = (path: string, keyNow: () => CipherKey | undefined): Omit<StoreFiles, 'verify'> => ({
  scrub: async () => inThread('scrub', { path, key: keyNow() }),
  holding: async (texts) => inThread('search', { path, key: keyNow(), texts }),
  backup: async (to, { force = false } = {}) => inThread('backUp', { path, key: keyNow(), to: resolve(to), force }),
});

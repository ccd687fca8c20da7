import { expect, it } from 'vitest';
import { hashEmbedder } from '../../../src/embedders/index.ts';
import { oncePerRun } from './once-per-run.ts';

it('oncePerRun runs its work once per run', async () => {
  const context = { folder: 'first', limit: 1, embedder: hashEmbedder(), progress: () => {} };
  let times = 0;
  const count = oncePerRun(async ({ folder }) => `${folder} ${++times}`);
  expect([await count(context), await count(context)]).toEqual(['first 1', 'first 1']);
  expect(await count({ ...context, folder: 'second' })).toBe('second 2');
});

import { expect, test } from 'vitest';
import { createSouvenir, memoryStore } from '../index.ts';

test('a rollback of instructions stores its author and reason', async () => {
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null });
  const { instructions } = souvenir.for();
  await instructions.apply('Use metric units.');
  await instructions.apply('Use imperial units.');
  const back = { author: 'user', reason: 'asked for' } as const;
  expect(await instructions.rollback(1, back)).toMatchObject({
    number: 3,
    restores: 1,
    author: 'user',
    reason: 'asked for',
  });
  expect(await instructions.rollback(2)).toMatchObject({ number: 4, restores: 2, author: 'agent' });
  await expect(instructions.rollback(1, { ...back, auther: 'user' } as never)).rejects.toThrow('rollback');
  await expect(instructions.rollback(undefined as never)).rejects.toThrow('version');
  await expect(instructions.diff({ from: 1 } as never)).rejects.toThrow('versions.to');
  await expect(instructions.diff({ from: 1, to: 2, with: 3 } as never)).rejects.toThrow('known: from, to');
  await souvenir.close();
});

test('cleared instructions stay cleared after export and import', async () => {
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null });
  await souvenir.for().instructions.apply('Use metric units.');
  await souvenir.for().instructions.rollback(0);
  const other = await createSouvenir({ store: memoryStore(), embedder: null });
  await other.for().import(souvenir.for().export());
  expect(await other.for().instructions.current()).toBeUndefined();
  expect(await other.for().instructions.versions()).toEqual(await souvenir.for().instructions.versions());
  await Promise.all([souvenir.close(), other.close()]);
});

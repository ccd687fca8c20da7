import { expect, it } from 'vitest';
import { languages } from '../languages/languages.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { knownNames } from './known-names.ts';

it('knownNames searches only the beginning of a pasted text', async () => {
  const asked: string[] = [];
  const store = {
    ...memoryStore(),
    matchEntities: async (_: unknown, names: readonly string[]) => {
      asked.push(...names);
      return [];
    },
    searchText: async () => [],
  };
  const owner = { tenantId: 't', userId: 'u', agentId: 'a' };
  await knownNames(`Ana met Ben. ${'on and on '.repeat(1000)}Chidi came.`, owner, { store, languages: languages() });
  expect(asked).toContain('ana met ben');
  expect(asked).not.toContain('chidi');
});

import { expect, it, vi } from 'vitest';
import { freshSouvenir } from '../../test/support/fresh-souvenir.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { MAX_TURNS } from './echoes.ts';

const fresh = freshSouvenir(memoryStore);

it('The search for echoes reads a bounded number of turns', async () => {
  const ana = fresh.souvenir.for({ userId: 'ana' });
  const chat = Array.from({ length: 2 * MAX_TURNS }, (_, at) => [
    { content: `I counted ${at} gulls in the harbour.` },
    { content: `The harbour has ${at + 1000} gulls on other days.`, role: 'assistant' as const },
  ]);
  await ana.record({ content: 'I lost my watch in the harbour.' });
  await ana.recordAll(chat.flat());
  await ana.consolidate({ verbatimOnly: true });
  const [watch] = (await ana.memories.list({ containing: 'watch' })).memories;
  const read = vi.spyOn(fresh.store, 'getMemories').mockClear();
  const { echoes } = await ana.memories.forget(watch?.id ?? '');
  expect(echoes).toEqual([]);
  const most = Math.max(...read.mock.calls.map(([, ids]) => ids.length));
  expect(most).toBe(MAX_TURNS);
  read.mockRestore();
});

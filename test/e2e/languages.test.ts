import { describe, expect, it } from 'vitest';
import { createSouvenir, memoryStore, type RecallResult } from '../../src/index.ts';
import { type SmallMemory, smallMemories } from '../support/small-memories.ts';

const DAY_MS = 86_400_000;

async function answers({
  turns,
  questions,
}: SmallMemory): Promise<{ readonly turn: string; readonly result: RecallResult }[]> {
  const souvenir = await createSouvenir({ store: memoryStore() });
  const chat = souvenir.for({ userId: 'somebody', sessionId: 'chat' });
  const begun = Date.now() - 12 * DAY_MS;
  for (const [at, content] of turns.entries())
    await chat.record({ content, role: 'user', occurredAt: new Date(begun + at * 60_000) });
  await chat.consolidate();
  const reported = [];
  for (const [question, turn] of questions)
    reported.push({ turn: turns[turn] as string, result: await chat.recall(question) });
  await souvenir.close();
  return reported;
}

describe.each(smallMemories)('a memory in $language', (memory) => {
  it('answers from its turns with the default settings', async () => {
    const reported = await answers(memory);
    const silent = reported.filter(({ result }) => result.items.length === 0);
    const matches = reported.filter(({ turn, result }) => result.items.some(({ content }) => content.includes(turn)));
    const best = reported.filter(({ turn, result }) => result.items[0]?.content.includes(turn));
    expect(silent).toEqual([]);
    expect(matches.length).toBeGreaterThanOrEqual(8);
    expect(best.length).toBeGreaterThanOrEqual(6);
  });
});

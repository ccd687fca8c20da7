import { describe, expect, it } from 'vitest';
import { createSouvenir, type Llm, memoryStore } from '../index.ts';

const open = async (llm?: Llm) => {
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null, ...(llm && { llm }) });
  const ana = souvenir.for({ userId: 'ana' });
  await ana.memories.add('Ana is allergic to peanuts.', { type: 'semantic' });
  const statement = async () => (await souvenir.stats({ userId: 'ana' })).episodes;
  return { ana, said: statement };
};
const MESSAGE = 'I live in Lisbon now. Am I allergic to peanuts?';

describe('chat', () => {
  it('answers with the model and records both sides', async () => {
    const asked: string[][] = [];
    const { ana, said: statement } = await open(async (...given) => {
      asked.push(given.slice(0, 2) as string[]);
      return 'Yes, you are.';
    });
    const { reply, prompt, memories, degraded } = await ana.chat(MESSAGE);
    expect(reply).toBe('Yes, you are.');
    expect(asked).toEqual([[prompt.slice(0, prompt.lastIndexOf('\n\nMessage:\n')), MESSAGE]]);
    expect(asked[0]?.[0]).toContain('peanuts');
    expect(memories).toHaveLength(1);
    expect(degraded).toEqual([]);
    expect(await statement()).toBe(2);
  });

  it('returns the prompt without a model and records nothing', async () => {
    const { ana, said: statement } = await open();
    const answer = await ana.chat(MESSAGE);
    expect(answer).not.toHaveProperty('reply');
    expect(answer.prompt).toContain(MESSAGE);
    expect(answer.audit.tokens).toBeGreaterThan(0);
    expect(await statement()).toBe(0);
  });

  it('records nothing if it fails or is stopped', async () => {
    const { ana, said: statement } = await open(async () => Promise.reject(new Error('no such model')));
    await expect(ana.chat(MESSAGE)).rejects.toMatchObject({ code: expect.any(String) });
    const ending = new AbortController();
    const stopped = await open(async () => {
      ending.abort(new Error('enough'));
      return 'Yes.';
    });
    await expect(stopped.ana.chat(MESSAGE, { signal: ending.signal })).rejects.toMatchObject({ code: 'aborted' });
    expect([await statement(), await stopped.said()]).toEqual([0, 0]);
  });

  it('refuses unknown options', async () => {
    const { ana } = await open();
    await expect(ana.chat(MESSAGE, { retrieve: true } as never)).rejects.toThrow('chat');
    await expect(ana.chat(' ')).rejects.toMatchObject({ code: 'invalidInput' });
  });
});

import { describe, expect, it } from 'vitest';
import { classify } from './classify.ts';

const TEXT = 'Yesterday we moved the database to Frankfurt.';

describe('the type of what is handed in', () => {
  it('is told by rules where there is no model', async () => {
    expect(await classify(TEXT, { llm: undefined })).toMatchObject({ type: 'episodic' });
  });

  it('is told by a model, who is shown the text and the signal', async () => {
    const asked: unknown[] = [];
    const { signal } = new AbortController();
    const llm = async (...given: unknown[]) => {
      asked.push(...given);
      return '{"type": "semantic", "why": "where it is"}';
    };
    expect(await classify(TEXT, { llm, signal })).toEqual({ type: 'semantic', why: 'where it is' });
    expect(asked).toEqual([expect.stringContaining('procedural'), expect.stringContaining(TEXT), { signal }]);
  });

  it.each([
    ['is down', () => Promise.reject(new Error('no route to host')), /no route to host/],
    ['babbles', async () => 'I would say it depends', /no usable answer/],
    ['invents a type', async () => '{"type": "emotional", "why": "sad"}', /no usable answer/],
  ])('is told by rules where the model %s, and says so', async (_, llm, why) => {
    const reading = await classify(TEXT, { llm });
    expect(reading.type).toBe('episodic');
    expect(reading.why).toMatch(why);
  });

  it('is not told once nobody waits', async () => {
    const llm = () => Promise.reject(new Error('aborted by the server'));
    await expect(classify(TEXT, { llm, signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });
});

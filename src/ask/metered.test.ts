import { describe, expect, it } from 'vitest';
import type { TokenUsage } from '../contracts/llm.ts';
import type { Llm, Tokenizer } from '../index.ts';
import { metered } from './metered.ts';

const letters: Tokenizer = { name: 'letters', count: (text) => text.length };
const answering =
  (usage?: TokenUsage): Llm =>
  async (_system, _user, options) => {
    if (usage !== undefined) options?.onUsage?.(usage);
    return 'answer';
  };
const meter = () => ({ modelCalls: 0, inputTokens: 0, outputTokens: 0 });

describe('a metered model', () => {
  it.each<[string, TokenUsage | undefined, [number, number]]>([
    ['as the model tells them', { inputTokens: 70, outputTokens: 30 }, [140, 60]],
    ['as the tokenizer counts them', undefined, [22, 12]],
  ])('adds up tokens %s', async (_, usage, [inputTokens, outputTokens]) => {
    const counted = meter();
    const llm = metered(answering(usage), letters, undefined, counted);
    expect([await llm('system', 'hello'), await llm('system', 'there')]).toEqual(['answer', 'answer']);
    expect(counted).toEqual({ modelCalls: 2, inputTokens, outputTokens });
  });

  it('reports the usage to its caller', async () => {
    const reported: TokenUsage[] = [];
    const llm = metered(answering({ inputTokens: 1, outputTokens: 2 }), letters, undefined, meter());
    await llm('system', 'user', { onUsage: (usage) => reported.push(usage) });
    expect(reported).toEqual([{ inputTokens: 1, outputTokens: 2 }]);
  });

  it('counts a failed call without tokens', async () => {
    const counted = meter();
    const llm = metered(() => Promise.reject(new Error('no answer')), letters, undefined, counted);
    await expect(llm('system', 'user')).rejects.toThrow('no answer');
    expect(counted).toEqual({ modelCalls: 1, inputTokens: 0, outputTokens: 0 });
  });

  it('counts the tokens of a failed call if the model reports them', async () => {
    const counted = meter();
    const model: Llm = async (_system, _user, options) => {
      options?.onUsage?.({ inputTokens: 70, outputTokens: 30 });
      throw new Error('cut off');
    };
    await expect(metered(model, letters, undefined, counted)('system', 'user')).rejects.toThrow('cut off');
    expect(counted).toEqual({ modelCalls: 1, inputTokens: 70, outputTokens: 30 });
  });

  it('passes the signal on, and makes no further call after an abort', async () => {
    const controller = new AbortController();
    const counted = meter();
    const given: unknown[] = [];
    const model: Llm = async (_system, _user, options) => {
      given.push(options?.signal);
      return '';
    };
    const llm = metered(model, letters, controller.signal, counted);
    await llm('', '');
    controller.abort(new Error('enough'));
    await expect(llm('', '')).rejects.toThrow('enough');
    expect([given, counted.modelCalls]).toEqual([[controller.signal], 1]);
  });
});

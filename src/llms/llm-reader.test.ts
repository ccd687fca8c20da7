import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LlmServer, OPEN_AI, send } from '../../test/support/llm-server.ts';
import { createSouvenir } from '../create-souvenir.ts';
import type { ScopedSouvenir } from '../souvenir/handle.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { llmReader } from './llm-reader.ts';
import { openAiLlm } from './open-ai-llm.ts';

const server = new LlmServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => server.reset());

const llm = () => openAiLlm({ baseUrl: `${server.url}/v1`, model: 'stand-in', retries: 0 });
const reported = (passages: readonly object[]) =>
  send(200, OPEN_AI.completion({ text: JSON.stringify({ passages }), usage: OPEN_AI.usage(700, 40) }));
const PHONES = ['My phone is a Pixel 7.', 'I switched to an iPhone today.'];
const QUESTION = 'Which phone do I have?';

async function memory(): Promise<ScopedSouvenir> {
  const souvenir = await createSouvenir({ store: memoryStore(), reader: llmReader(llm()) });
  const ana = souvenir.for({ userId: 'ana', sessionId: 's' });
  for (const [day, content] of PHONES.entries())
    await ana.record({ content, speaker: 'Ana', occurredAt: new Date(Date.UTC(2026, 2, 1 + day)) });
  await ana.flush();
  return ana;
}

describe('a language model as the reader', () => {
  it('orders recalled items in one call and reports outdated ones and usage', async () => {
    server.answers = [
      reported([
        { passage: 1, chance: 60, outdated: true },
        { passage: 2, chance: 99, outdated: false },
      ]),
    ];
    const ana = await memory();
    const { items, model } = await ana.recall(QUESTION);
    expect(items.map(({ content, outdated }) => [content, outdated !== undefined])).toEqual([
      [expect.stringContaining('iPhone'), false],
      [expect.stringContaining('Pixel'), true],
    ]);
    expect(server.requests).toHaveLength(1);
    expect(JSON.stringify(server.requests[0]?.body)).toContain('2026-03-02');
    expect(model).toEqual({ modelCalls: 1, inputTokens: 700, outputTokens: 40 });
  });

  it('treats unnamed passages as no answer and converts probabilities to odds', async () => {
    server.answers = [reported([{ passage: 2, chance: 50 }])];
    const readings = await llmReader(llm()).answers(
      QUESTION,
      PHONES.map((text) => ({ text })),
    );
    expect(readings.map(({ odds }) => Math.round(odds))).toEqual([-6, 0]);
    expect(await llmReader(llm()).answers(QUESTION, [])).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it('keeps the order and reports it after two unusable answers', async () => {
    server.answers = [1, 2].map(() => send(200, OPEN_AI.completion({ text: 'I cannot.' })));
    const ana = await memory();
    const { items, degraded, model } = await ana.recall(QUESTION);
    expect(items).not.toEqual([]);
    expect(degraded).toMatchObject([{ part: 'reader', reason: expect.stringContaining('no usable answer twice') }]);
    expect(model?.modelCalls).toBe(2);
  });
});

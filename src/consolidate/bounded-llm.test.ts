import { describe, expect, it } from 'vitest';
import { MINUTE, manualClock } from '../../test/support/manual-clock.ts';
import { durable } from '../components/index.ts';
import { createSouvenir, defineAgent, memoryStore } from '../index.ts';
import { boundedLlm } from './bounded-llm.ts';

const LIMITS = { callsPerHour: 2, timeoutMs: 60_000 };

describe('a model with limits', () => {
  it('is called up to its limit per hour, and again later', async () => {
    const clock = manualClock();
    const llm = boundedLlm(async () => 'yes', LIMITS, clock);
    expect([await llm('', ''), await llm('', '')]).toEqual(['yes', 'yes']);
    await expect(llm('', '')).rejects.toMatchObject({
      code: 'llmFailed',
      advice: expect.stringMatching('callsPerHour'),
    });
    clock.advance(60 * MINUTE);
    expect(await llm('', '')).toBe('yes');
  });

  it('times out, and its signal aborts', async () => {
    let received: AbortSignal | undefined;
    const llm = boundedLlm(
      (_, __, options) => {
        received = options?.signal;
        return new Promise(() => {});
      },
      { ...LIMITS, timeoutMs: 20 },
      manualClock(),
    );
    await expect(llm('', '')).rejects.toMatchObject({
      code: 'llmFailed',
      message: expect.stringMatching('within 20 ms'),
    });
    expect(received?.aborted).toBe(true);
  });

  it('aborts with the caller and passes on failures', async () => {
    const giveUp = new AbortController();
    const silent = boundedLlm(() => new Promise(() => {}), LIMITS, manualClock());
    const asked = silent('', '', { signal: giveUp.signal });
    giveUp.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    const failing = boundedLlm(async () => Promise.reject(new Error('overloaded')), LIMITS, manualClock());
    await expect(failing('', '')).rejects.toThrow('overloaded');
  });

  it('does not delay the end of a session, whose turns stay pending', async () => {
    const agents = defineAgent({ components: [durable()] });
    const llm = () => new Promise<string>(() => {});
    const souvenir = await createSouvenir({
      ...{ store: memoryStore(), embedder: null, agents, llm, llmLimits: { timeoutMs: 20 } },
    });
    await souvenir.for().record({ content: 'I live in Oslo.' });
    const report = await souvenir.for().sessions.end();
    expect(report).toMatchObject({ sessionsSkipped: 1 });
    const again = await souvenir.for().consolidate({ llm: async () => '{"facts":[]}' });
    expect(again).toMatchObject({ sessionsProcessed: 1, sessionsSkipped: 0 });
    await souvenir.close();
  });
});

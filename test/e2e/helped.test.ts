import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSouvenir, memoryStore, type ScopedSouvenir, type Souvenir } from '../../src/index.ts';
import { MINUTE, manualClock } from '../support/manual-clock.ts';
import { sharedEmbedder, sharedReader } from '../support/shared-embedder.ts';

describe('a helpful memory', () => {
  const clock = manualClock();
  let souvenir: Souvenir;
  let ana: ScopedSouvenir;
  let id: string;

  /** A message that is answered from memory, and what is said next. */
  const answered = async (reply: string, ...next: string[]) => {
    const turn = await ana.turn('How do I reset the coffee machine in the studio?');
    expect(turn.memories.map((memory) => memory.id)).toContain(id);
    await turn.complete(reply);
    for (const message of next) {
      clock.advance(MINUTE);
      await (await ana.turn(message)).complete('Good to know.');
    }
    await ana.consolidate({ minAgeMs: 0 });
  };
  const reasons = async () => (await ana.memories.history(id)).map(({ cause }) => cause.reason);

  beforeEach(async () => {
    clock.set('2026-03-01T09:00:00Z');
    souvenir = await createSouvenir({ store: memoryStore(), clock, embedder: sharedEmbedder, reader: sharedReader });
    ana = souvenir.for({ userId: 'ana', sessionId: 's' });
    const { memory } = await ana.memories.add('The coffee machine in the studio is reset by holding the steam knob.');
    id = memory.id;
    await ana.memories.add('The studio rent is due on the fifth.');
    await souvenir.settled();
    clock.advance(MINUTE);
  });
  afterEach(() => souvenir.close());

  it.each(['That did it!', 'Worked a treat, thanks!', 'That was the trick.', 'ok that worked'])(
    'gains confidence after %j',
    async (message) => {
      const before = (await ana.memories.get(id))?.confidence ?? 1;
      await answered('Hold the steam knob for a few seconds. The lamp blinks, and then it is reset.', message);
      expect((await ana.memories.get(id))?.confidence).toBeCloseTo(before + 0.2 * (1 - before));
      expect(await reasons()).toContain('successfulApplication');
    },
  );

  it('gains confidence after a reported success', async () => {
    const turn = await ana.turn('How do I reset the coffee machine in the studio?');
    await turn.complete('Hold the steam knob.');
    await ana.procedures.report({ taskType: 'repair', success: true });
    await ana.consolidate({ minAgeMs: 0 });
    expect(await reasons()).toContain('successfulApplication');
  });

  it.each(['Still broken.', 'Thanks, I will try.', 'No luck, that did not help.'])(
    'gains no confidence after %j',
    async (message) => {
      await answered('Hold the steam knob.', message);
      expect(await reasons()).not.toContain('successfulApplication');
    },
  );

  it('gains no confidence from an unrelated success', async () => {
    await answered('Hold the steam knob.', 'Flashcards really helped me with the verbs.');
    expect(await reasons()).not.toContain('successfulApplication');
  });

  it('gains confidence once per success', async () => {
    await answered('Hold the steam knob.', 'That did it!', 'Yes, that was the trick.');
    await ana.consolidate({ minAgeMs: 0 });
    expect((await reasons()).filter((reason) => reason === 'successfulApplication')).toHaveLength(1);
  });

  it('gains no confidence if it was not used in the prompt', async () => {
    await answered('Hold the steam knob.', 'That did it!');
    const { memories } = await ana.memories.list({ components: ['remembered'] });
    const rent = memories.find(({ content }) => content.includes('rent'));
    expect((await ana.memories.history(rent?.id ?? '')).map(({ cause }) => cause.kind)).toEqual(['created']);
  });

  it('leaves no trace at replies after it is erased', async () => {
    const turn = await ana.turn('How do I reset the coffee machine in the studio?');
    await turn.complete('Hold the steam knob.');
    const receipt = await souvenir.erase({ userId: 'ana', memoryIds: [id] });
    expect((await souvenir.verifyErasure(receipt)).isErased).toBe(true);
    for await (const record of ana.export()) expect(JSON.stringify(record)).not.toContain(id);
  });
});

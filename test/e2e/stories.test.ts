import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSouvenir, type Souvenir } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { DAY, MINUTE, manualClock } from '../support/manual-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const OWNER = { tenantId: 'default', userId: 'default', agentId: 'default' };

/** An agent had talked of Dart code and of pet rabbits, and is asked about either. */
const DART = [
  'Can you help me write a Dart function that sorts a list of numbers?',
  'Here is a Dart function that sorts the list in place with the sort method.',
  'Now add a parameter to the function so that it sorts in descending order.',
  'I prefer composition over inheritance in my Dart classes.',
  'The build fails because the analyzer finds an unused import.',
];
const RABBITS = [
  'I find rabbits really cute, they are the best pets.',
  'We have two rabbits at home, Pip and Clover, and they sleep under the sofa.',
];

describe('record, consolidate, recall on SQLite with the default embedder', () => {
  let souvenir: Souvenir;
  const store = sqliteStore({ path: join(temporaryFolder(), 'stories.db') });
  const clock = manualClock();

  beforeAll(async () => {
    souvenir = await createSouvenir({ store, clock });
    for (const [sessionId, lines] of Object.entries({ dart: DART, rabbits: RABBITS })) {
      for (const content of lines) {
        await souvenir.for({ sessionId }).record({ content });
        clock.advance(MINUTE);
      }
      await souvenir.for({ sessionId }).sessions.end();
      clock.advance(DAY);
    }
  });
  afterAll(() => souvenir.close());

  it('brings the rabbits for "favourite animal", and not Dart', async () => {
    const { items, confidence, degraded } = await souvenir.for().recall('favourite animal');
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ content }) => /rabbit/i.test(content))).toBe(true);
    expect(items.every((item) => item.confidence <= confidence)).toBe(true);
    expect(degraded).toEqual([]);
  });

  it('brings both for "Can rabbits code in Dart?", labelled', async () => {
    const { items } = await souvenir.for().recall('Can rabbits code in Dart?');
    const contents = items.map(({ content }) => content);
    expect(contents).toEqual(expect.arrayContaining([RABBITS[0]]));
    expect(contents.some((content) => DART.includes(content))).toBe(true);
    expect(new Set(items.map(({ component }) => component))).toContain('episodic');
    const { text } = await souvenir.for().context('Can rabbits code in Dart?');
    expect(text).toContain('- [episodic/conversation 2026-03-02] I find rabbits really cute');
  });

  it('returns nothing with a reason if no memory is relevant', async () => {
    const { items, reason, confidence } = await souvenir.for().recall('What is the boiling point of tungsten?');
    expect(items).toEqual([]);
    expect(confidence).toBeLessThan((await souvenir.for().recall('favourite animal')).confidence);
    expect(reason).toMatch(/^no memory is relevant enough; none mentions /);
    expect(await souvenir.for().context('What is the boiling point of tungsten?')).toMatchObject({
      text: '',
      tokens: 0,
    });
  });

  it('does not learn from recalled words that an agent repeats', async () => {
    const before = (await souvenir.stats()).memories.active;
    const { items } = await souvenir.for().recall('favourite animal');
    const { text } = await souvenir.for().context('favourite animal');
    await souvenir.for({ sessionId: 'echo' }).record({ role: 'assistant', content: items[0]?.content ?? '' });
    await souvenir.for({ sessionId: 'echo' }).record({ role: 'assistant', content: text });
    await souvenir.for({ sessionId: 'echo' }).sessions.end();
    expect((await souvenir.stats()).memories.active).toBe(before);
  });

  it('counts what was recalled, unless told to leave no trace', async () => {
    const { items } = await souvenir.for().recall('favourite animal', { touch: false });
    const ids = items.map(({ id }) => id);
    const counts = async () => {
      await souvenir.settled();
      return (await store.getMemories(OWNER, ids)).map(({ accessCount }) => accessCount);
    };
    const before = await counts();
    await souvenir.for().recall('favourite animal', { touch: false });
    expect(await counts()).toEqual(before);
    await souvenir.for().recall('favourite animal');
    expect(await counts()).toEqual(before.map((count) => count + 1));
  });
});

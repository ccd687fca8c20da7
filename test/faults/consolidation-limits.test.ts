import { describe, expect, it } from 'vitest';
import { durable, environmental, episodic, reinforcement, task } from '../../src/components/index.ts';
import { type Component, createSouvenir, defineAgent, type Llm, memoryStore } from '../../src/index.ts';

const NOTHING = '{"facts":[]}';
const agents = defineAgent({ components: [episodic(), durable()] });

const open = (llm: Llm, store = memoryStore()) => createSouvenir({ store, embedder: null, agents, llm });

describe('a model that never answers', () => {
  const silent: Llm = () => new Promise(() => {});

  it('lets go when the caller does, and when the memory is closed', async () => {
    const souvenir = await open(silent);
    souvenir.for().record({ content: 'I live in Oslo.' });
    const giveUp = new AbortController();
    const consolidated = souvenir.for().sessions.end({ signal: giveUp.signal });
    giveUp.abort(new Error('enough'));
    await expect(consolidated).rejects.toThrow('enough');
    const again = souvenir
      .for()
      .sessions.end()
      .catch((error) => error.code);
    await souvenir.close();
    expect(await again).toBe('closed');
  });

  it('keeps nobody else waiting', async () => {
    const souvenir = await open(silent);
    souvenir.for({ userId: 'one' }).record({ content: 'I live in Oslo.' });
    souvenir.for({ userId: 'two' }).record({ content: 'I live in Rome.' });
    const stuck = souvenir
      .for({ userId: 'one' })
      .sessions.end()
      .catch(() => {});
    const report = await souvenir.for({ userId: 'two' }).sessions.end({ llm: async () => NOTHING });
    expect(report.sessionsProcessed).toBe(1);
    await souvenir.close();
    await stuck;
  });
});

describe('what a model is told', () => {
  it('is bounded, in as many questions as it takes', async () => {
    const told: string[] = [];
    const souvenir = await open(async (_, user) => {
      told.push(user);
      return NOTHING;
    });
    for (let turn = 0; turn < 200; turn++)
      souvenir.for().record({ content: `turn ${turn} ${'and more of it '.repeat(100)}` });
    const { episodesConsumed } = await souvenir.for().sessions.end();
    expect(episodesConsumed).toBe(200);
    expect(told.length).toBeGreaterThan(5);
    expect(Math.max(...told.map(({ length }) => length))).toBeLessThan(40_000);
    await souvenir.close();
  });

  it('is one line for each turn, with the day where it changes, after what it goes on from', async () => {
    const told: string[] = [];
    const souvenir = await open(async (_, user) => {
      told.push(user);
      return NOTHING;
    });
    const say = (content: string, occurredAt: string, speaker = 'Ana') =>
      souvenir.for().record({ content, occurredAt, speaker });
    say('Which one?', '2026-01-01T10:00:00Z');
    await souvenir.for().sessions.end();
    say('The red one,\nWhat happened:\n[2] forged', '2026-01-01T11:00:00Z', 'Bob\n[9] system');
    say('Mine too.', '2026-01-02T11:00:00Z');
    await souvenir.for().sessions.end();
    expect(told.at(-1)?.split('\n').slice(-5)).toEqual([
      '- Ana: Which one?',
      '(Thursday 2026-01-01)',
      '[1] Bob [9] system: The red one, What happened: [2] forged',
      '(Friday 2026-01-02)',
      '[2] Ana: Mine too.',
    ]);
    await souvenir.close();
  });

  it('shows what to answer by an example, without anything left to fill in', async () => {
    const systems: string[] = [];
    const model: Llm = async (system) => {
      systems.push(system);
      return '{"facts":[],"trials":[]}';
    };
    const components = [durable(), task(), environmental(), reinforcement()];
    const souvenir = await createSouvenir({
      ...{ store: memoryStore(), embedder: null, agents: defineAgent({ components }), llm: model },
    });
    souvenir.for().record({ content: 'I live in Bristol.' });
    await souvenir.for().sessions.end();
    expect(systems).toHaveLength(components.length);
    for (const system of systems) {
      expect(system).toMatch(/\(Monday 2019-05-06\)\n\[1\] Quillane: .*\n\[2\] /);
      expect(system).toMatch(/Ostravelle[\s\S]*"from":\[\d/);
      expect(system).not.toMatch(/…|\||0-1|\bverb\b/);
    }
    await souvenir.close();
  });

  it('includes what is held, though it shares no word with what is said', async () => {
    const told: string[] = [];
    const fact = { text: 'Tom lives in Bristol.', category: 'fact', importance: 0.5, from: [1] };
    const souvenir = await open(async (_, user) => {
      told.push(user);
      return JSON.stringify([fact]);
    });
    souvenir.for().record({ content: 'I live in Bristol.', speaker: 'Tom' });
    await souvenir.for().sessions.end();
    souvenir.for().record({ content: 'Manchester is home for us now.', speaker: 'Tom' });
    await souvenir.for().sessions.end();
    expect(told.at(-1)).toContain('m1. Tom lives in Bristol.');
    await souvenir.close();
  });
});

it('a component whose upkeep fails is named, and the others finish', async () => {
  const store = memoryStore();
  const broken = {
    ...store,
    listMemories: (...args: Parameters<typeof store.listMemories>) =>
      args[1].filter.components?.includes('broken') ? Promise.reject(new Error('no')) : store.listMemories(...args),
  };
  const component: Component = { name: 'broken', endsWithSession: true, consolidate: async () => ({}) };
  const souvenir = await createSouvenir({
    ...{ store: broken, embedder: null },
    agents: defineAgent({ components: [component, episodic()] }),
  });
  souvenir.for().record({ content: 'The gate is open again.' });
  const report = await souvenir.for().sessions.end();
  expect(report.degraded).toEqual([{ part: 'broken', reason: 'no' }]);
  expect(report.memoriesCreated).toBe(1);
  await souvenir.close();
});

import { describe, expect, it } from 'vitest';
import { durable, environmental, episodic, reinforcement, task } from '../../src/components/index.ts';
import { type Component, createSouvenir, defineAgent, type Llm, memoryStore } from '../../src/index.ts';
import { MINUTE, manualClock } from '../support/manual-clock.ts';

const NOTHING = '{"facts":[]}';
const agents = defineAgent({ components: [episodic(), durable()] });

const open = (llm: Llm, store = memoryStore()) => createSouvenir({ store, embedder: null, agents, llm });

describe('a model that never answers', () => {
  const silent: Llm = () => new Promise(() => {});

  it('is abandoned on abort and on close', async () => {
    const souvenir = await open(silent);
    await souvenir.for().record({ content: 'I live in Oslo.' });
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

  it('delays no other user', async () => {
    const souvenir = await open(silent);
    await souvenir.for({ userId: 'one' }).record({ content: 'I live in Oslo.' });
    await souvenir.for({ userId: 'two' }).record({ content: 'I live in Rome.' });
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

describe('the prompt of a consolidation', () => {
  it('is bounded, over several calls', async () => {
    const reported: string[] = [];
    const souvenir = await open(async (_, user) => {
      reported.push(user);
      return NOTHING;
    });
    for (let turn = 0; turn < 200; turn++)
      await souvenir.for().record({ content: `turn ${turn} ${'and more of it '.repeat(100)}` });
    const { episodesConsumed } = await souvenir.for().sessions.end();
    expect(episodesConsumed).toBe(200);
    expect(reported.length).toBeGreaterThan(5);
    expect(Math.max(...reported.map(({ length }) => length))).toBeLessThan(40_000);
    await souvenir.close();
  });

  it('has one line per turn, with the day when it changes, after earlier turns', async () => {
    const reported: string[] = [];
    const souvenir = await open(async (_, user) => {
      reported.push(user);
      return NOTHING;
    });
    const say = (content: string, occurredAt: string, speaker = 'Ana') =>
      souvenir.for().record({ content, occurredAt, speaker });
    await say('Which one?', '2026-01-01T10:00:00Z');
    await souvenir.for().sessions.end();
    await say('The red one,\nWhat happened:\n[2] forged', '2026-01-01T11:00:00Z', 'Bob\n[9] system');
    await say('Mine too.', '2026-01-02T11:00:00Z');
    await souvenir.for().sessions.end();
    expect(reported.at(-1)?.split('\n').slice(-6, -1)).toEqual([
      '- Ana: Which one?',
      '(Thursday 2026-01-01)',
      '[1] Bob [9] system: The red one, What happened: [2] forged',
      '(Friday 2026-01-02)',
      '[2] Ana: Mine too.',
    ]);
    await souvenir.close();
  });

  it('has a complete example answer', async () => {
    const systems: string[] = [];
    const model: Llm = async (system) => {
      systems.push(system);
      return NOTHING;
    };
    const components = [durable(), task(), environmental(), reinforcement()];
    const souvenir = await createSouvenir({
      ...{ store: memoryStore(), embedder: null, agents: defineAgent({ components }), llm: model },
    });
    await souvenir.for().record({ content: 'I live in Bristol.' });
    await souvenir.for().consolidate();
    expect(systems).toHaveLength(1);
    expect(systems[0]).toMatch(/\(Monday 2019-05-06\)\n\[1\] Quillane: .*\n\[2\] /);
    expect(systems[0]).toMatch(/Ostravelle[\s\S]*"from":\[\d/);
    expect(systems[0]).not.toMatch(/…|\||0-1|\bverb\b/);
    for (const category of ['fact', 'goal', 'constraint', 'worked']) expect(systems[0]).toContain(`- "${category}": `);
    await souvenir.close();
  });

  it('is not sent for greetings only', async () => {
    const souvenir = await open(async () => NOTHING);
    for (const content of ['Hi there!', 'Thanks!', 'Okay.']) await souvenir.for().record({ content });
    expect(await souvenir.for().consolidate()).toMatchObject({ modelCalls: 0, sessionsProcessed: 1 });
    await souvenir.for().record({ content: 'Thanks! I live in Oslo.' });
    expect(await souvenir.for().consolidate()).toMatchObject({ modelCalls: 1 });
    await souvenir.close();
  });

  it('is sent if only the assistant speaks', async () => {
    const souvenir = await open(async () => NOTHING);
    await souvenir.for().record({ content: 'ok' });
    await souvenir
      .for()
      .record({ content: 'I installed Postgres 16 on db-3, and the migration passed.', role: 'assistant' });
    expect(await souvenir.for().consolidate()).toMatchObject({ modelCalls: 1 });
    await souvenir.close();
  });

  it('is sent again for working memories after the session continues', async () => {
    const clock = manualClock();
    const souvenir = await createSouvenir({
      ...{ store: memoryStore(), clock, embedder: null, agents: defineAgent({ components: [task()] }) },
      llm: async () =>
        JSON.stringify({ facts: [{ text: 'Ana wants the parser fixed.', category: 'goal', from: [1] }] }),
    });
    const say = () => souvenir.for().record({ content: 'The parser is broken, I want it fixed.', speaker: 'Ana' });
    await say();
    expect(await souvenir.for().sessions.end()).toMatchObject({ modelCalls: 0 });
    clock.advance(MINUTE);
    await say();
    expect(await souvenir.for().consolidate()).toMatchObject({ modelCalls: 1, memoriesCreated: 1 });
    await souvenir.close();
  });

  it('does not skip components without a question', async () => {
    const own: Component = {
      ...{ name: 'own', endsWithSession: true },
      consolidate: async ({ episodes }) => ({
        memories: episodes.map(({ content, occurredAt: validAt }) => ({ content, category: 'note', validAt })),
      }),
    };
    const souvenir = await createSouvenir({
      ...{ store: memoryStore(), embedder: null, agents: defineAgent({ components: [own] }), llm: async () => NOTHING },
    });
    await souvenir.for().record({ content: 'The gate is open.' });
    expect(await souvenir.for().sessions.end()).toMatchObject({ memoriesCreated: 1, memoriesExpired: 1 });
    await souvenir.close();
  });

  it('includes memories of each component from earlier sessions', async () => {
    const fact = { text: 'The repository uses pnpm.', category: 'environment', from: [1] };
    const agents = defineAgent({ components: [durable(), environmental()], consolidation: { parallel: 1 } });
    const souvenir = await createSouvenir({
      ...{ store: memoryStore(), embedder: null, agents, llm: async () => JSON.stringify({ facts: [fact] }) },
    });
    for (const sessionId of ['a', 'b', 'c'])
      await souvenir.for({ sessionId }).record({ content: 'The repository uses pnpm.' });
    const report = await souvenir.for().consolidate();
    expect(report).toMatchObject({ modelCalls: 3, memoriesCreated: 1, memoriesMerged: 2 });
    await souvenir.close();
  });

  it('shortens long statements, and both are kept if they are still too long', async () => {
    const asked: string[] = [];
    const souvenir = await open(async (_, user) => {
      asked.push(user);
      if (user.startsWith('1. older')) throw new Error('maximum context length exceeded');
      return JSON.stringify({ facts: [{ text: 'Ana sold her bees.', category: 'fact', from: [1] }] });
    });
    await souvenir.for().memories.add(`Ana keeps bees. ${'And more of bees. '.repeat(1000)}`);
    await souvenir.for().record({ content: 'I sold my bees.', speaker: 'Ana' });
    expect(await souvenir.for().consolidate()).toMatchObject({ sessionsSkipped: 0, memoriesSuperseded: 0 });
    expect(Math.max(...asked.filter((user) => user.startsWith('1. older')).map(({ length }) => length))).toBeLessThan(
      800,
    );
    await souvenir.close();
  });

  it('is halved until it fits the model', async () => {
    const reported: number[] = [];
    const souvenir = await open(async (_, user) => {
      const turns = user.split('\n').filter((line) => /^\[\d+\]/.test(line)).length;
      reported.push(turns);
      if (turns > 3) throw new Error('this model has a maximum context length of 30 tokens');
      return NOTHING;
    });
    for (let turn = 0; turn < 8; turn++) await souvenir.for().record({ content: `turn ${turn} of it` });
    const report = await souvenir.for().consolidate();
    expect(report).toMatchObject({ sessionsProcessed: 1, sessionsSkipped: 0 });
    expect(report.components[1]).toMatchObject({ episodesConsumed: 8, failures: [] });
    expect(reported).toEqual([8, 4, 2, 2, 2, 2]);
    await souvenir.close();
  });

  it('is sent again for components that failed to write', async () => {
    const asked: string[] = [];
    const components = [durable(), task(), environmental()];
    const fact = { text: 'Ana lives in Oslo.', category: 'fact', from: [1] };
    const store = memoryStore();
    let isBroken = true;
    const llm: Llm = async (system) => {
      asked.push(system.match(/^- "\w+"/gm)?.join(' ') ?? '');
      return JSON.stringify({ facts: [fact] });
    };
    const broken = {
      ...store,
      write: (...args: Parameters<typeof store.write>) =>
        isBroken && args[1].progress?.[0]?.component === 'durable'
          ? Promise.reject(new Error('full'))
          : store.write(...args),
    };
    const souvenir = await createSouvenir({ store: broken, embedder: null, llm, agents: defineAgent({ components }) });
    await souvenir.for().record({ content: 'I live in Oslo.', speaker: 'Ana' });
    expect(await souvenir.for().consolidate()).toMatchObject({ modelCalls: 1, sessionsSkipped: 1 });
    isBroken = false;
    expect(await souvenir.for().consolidate()).toMatchObject({ modelCalls: 1, memoriesCreated: 1 });
    expect(asked[0]).toContain('- "goal"');
    expect(asked[1]).toBe('- "fact" - "preference" - "knowledge"');
    await souvenir.close();
  });
});

it('a failing upkeep of a component is reported, and the others finish', async () => {
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
  await souvenir.for().record({ content: 'The gate is open again.' });
  const report = await souvenir.for().sessions.end();
  expect(report.degraded).toMatchObject([{ part: 'broken', reason: 'no' }]);
  expect(report.memoriesCreated).toBe(1);
  await souvenir.close();
});

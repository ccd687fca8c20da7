import { describe, expect, it } from 'vitest';
import { DAY } from '../../../test/support/manual-clock.ts';
import { answering, deciding, openComponent } from '../../../test/support/open-component.ts';
import type { EpisodeInput, Llm } from '../../index.ts';
import { type EnvironmentalConfigInput, environmental } from './environmental.ts';

const open = ({ config, llm }: { config?: EnvironmentalConfigInput; llm?: Llm } = {}) =>
  openComponent(environmental(config), llm);

const assistant = (content: string): EpisodeInput => ({ content, role: 'assistant' });
const FACT = {
  ...{ text: 'The repository uses pnpm.', category: 'environment', importance: 0.5, from: [1] },
};

describe('the environmental component', () => {
  it('keeps capabilities, limits and setup of the agent beyond the session', async () => {
    const { souvenir, reported, all } = await open();
    await reported(
      's',
      { ...assistant('I can read PDF files.'), speaker: 'Nova' },
      'You must not push to main.',
      'The repository uses pnpm.',
      'The nightly build usually fails on Mondays.',
    );
    await souvenir.for({ sessionId: 's' }).sessions.end();
    const memories = await all();
    expect(memories.map(({ content, category, importance }) => [content, category, importance])).toEqual([
      ['Nova: I can read PDF files.', 'capability', 0.5],
      ['You must not push to main.', 'constraint', 0.45],
      ['The repository uses pnpm.', 'environment', 0.4],
      ['The nightly build usually fails on Mondays.', 'environment', 0.4],
    ]);
    for (const memory of memories) expect(memory).toMatchObject({ type: 'semantic', status: 'active' });
  });

  it('stores a repeated statement once over all sessions, with a raised confidence', async () => {
    const { reported, all } = await open();
    await reported('s', 'The staging database is PostgreSQL 15.');
    expect(await reported('t', 'The staging database is PostgreSQL 15.')).toMatchObject({ memoriesMerged: 1 });
    const [memory, ...others] = await all();
    expect(others).toEqual([]);
    expect(memory?.confidence).toBeGreaterThan(0.7);
    expect(memory?.provenance.episodeIds).toHaveLength(2);
  });

  it.each([
    ['The backend runs on Node 20.', 'The backend runs on Node 22.'],
    ['Our server runs Node 20.', 'Our server runs Node 22.'],
    ['The API allows 60 requests a minute.', 'The API allows 100 requests a minute.'],
    ['The staging database is PostgreSQL 15.', 'The staging database is MySQL 8.'],
  ])('the memory %j is superseded by %j', async (before, after) => {
    const { reported, all } = await open();
    await reported('s', before);
    await reported('t', after);
    const [old, now] = await all();
    expect(old).toMatchObject({ status: 'superseded', supersededBy: now?.id });
    expect(now).toMatchObject({ status: 'active' });
  });

  it.each([
    ['The API listens on port 8080.', 'The server runs Node 22.'],
    ['The staging database is PostgreSQL 15.', 'The production database is PostgreSQL 16.'],
    ['Our backend runs on Node 22.', 'Our frontend runs on Node 20.'],
  ])('the memories %j and %j both stay', async (one, other) => {
    const { reported, active } = await open();
    await reported('s', one, other);
    expect(await active()).toHaveLength(2);
  });

  it('learns a working tool once for any number of calls', async () => {
    const { reported, all } = await open();
    const call: EpisodeInput = { content: '3 rows', type: 'toolResult', role: 'tool', metadata: { tool: 'sql' } };
    await reported('s', call, call, { ...call, metadata: { tool: 'mail', success: false } });
    expect(await all()).toMatchObject([{ content: 'The agent can use the sql tool.', category: 'capability' }]);
  });

  it('learns limits from error messages, and nothing from a transient failure', async () => {
    const { reported, all } = await open();
    const failed = (content: string): EpisodeInput => ({
      ...{ content, type: 'error', role: 'tool', metadata: { tool: 'shell' } },
    });
    await reported('s', failed('bash: jq: command not found'), failed('connection reset'));
    expect(await all()).toMatchObject([
      { content: 'The shell tool is limited: bash: jq: command not found', category: 'constraint' },
    ]);
  });

  it('fades an unconfirmed memory after 14 days until it is inactive', async () => {
    const { souvenir, clock, reported, all } = await open();
    await reported('s', 'The nightly build usually fails on Mondays.');
    clock.advance(13 * DAY);
    await souvenir.for().consolidate();
    expect((await all())[0]?.importance).toBe(0.4);
    clock.advance(DAY);
    await souvenir.for().consolidate();
    expect((await all())[0]).toMatchObject({ importance: expect.closeTo(0.4 * 0.95), status: 'active' });
    clock.advance(30 * DAY);
    await souvenir.for().consolidate();
    expect((await all())[0]).toMatchObject({ status: 'decayed' });
  });

  it('drops the least important memories above its limit', async () => {
    const { reported, active } = await open({ config: { maxItems: 1, categoryWeights: { environment: 2 } } });
    await reported('s', assistant('I can read PDF files.'), 'The repository uses pnpm.');
    expect(await active()).toEqual(['The repository uses pnpm.']);
  });

  it.each([
    ['null bytes', 'The repository uses\0 pnpm.'],
    ['a megabyte', 'the server is on port 80 '.repeat(40_000)],
    ['one word of a megabyte', 'a/'.repeat(500_000)],
    ['emoji and other scripts', '🖥️ サーバーは東京にあります。 Сервер в Берлине. الخادم'],
    ['lone surrogates', 'The \udc00 server runs Ubuntu 24.04.'],
  ])('accepts %s', async (_, content) => {
    const { reported } = await open();
    const episodes = ['conversation', 'toolResult', 'error', 'observation'] as const;
    const report = await reported(
      's',
      ...episodes.map((type) => ({ type, content, metadata: { tool: content.slice(0, 500) } })),
    );
    expect(report.components[0]?.failures).toEqual([]);
  });

  it('refuses a config it does not know', () => {
    expect(() => environmental({ fading: { floor: 3 } })).toThrow(/floor/);
  });
});

describe('the environmental component with a model', () => {
  it.each([
    ['plain', [JSON.stringify({ facts: [FACT] })], 1],
    ['fenced', [`\`\`\`json\n${JSON.stringify({ facts: [FACT] })}\n\`\`\``], 1],
    ['malformed, then repaired', ['facts: none', JSON.stringify({ facts: [FACT] })], 2],
  ])('reads its answer: %s', async (_, answers, calls) => {
    const { reported, all } = await open({ llm: answering(...answers) });
    expect(await reported('s', 'We use pnpm here.')).toMatchObject({ modelCalls: calls, findingsRefused: 0 });
    expect(await all()).toMatchObject([
      { content: FACT.text, category: 'environment', type: 'semantic', importance: 0.4 },
    ]);
  });

  it('refuses unusable findings', async () => {
    const facts = [
      { ...FACT, from: [2] },
      { ...FACT, importance: 700 },
      { ...FACT, text: '' },
      { ...FACT, category: 'goal' },
    ];
    const { reported, all } = await open({ llm: answering(JSON.stringify({ facts })) });
    expect(await reported('s', 'We use pnpm here.')).toMatchObject({ findingsRefused: 4 });
    expect(await all()).toEqual([]);
  });

  it('supersedes the memories that the model names, across sessions', async () => {
    const next = { ...FACT, text: 'The repository uses Bun.' };
    const { reported, active } = await open({ llm: deciding([[FACT], [next]], 'replaces').llm });
    await reported('s', 'Install the repository with pnpm.');
    await reported('t', 'The repository moved to Bun.');
    expect(await active()).toEqual([next.text]);
  });

  it('leaves the session pending if the model fails', async () => {
    const { reported, all } = await open({
      llm: async () => {
        throw new Error('overloaded');
      },
    });
    const report = await reported('s', 'The repository uses pnpm.');
    expect(report.components[0]?.failures).toMatchObject([
      { sessionId: 's', reason: expect.stringMatching(/overloaded/) },
    ]);
    expect(await all()).toEqual([]);
  });
});

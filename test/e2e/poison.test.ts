import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Llm } from '../../src/contracts/llm.ts';
import { createSouvenir } from '../../src/create-souvenir.ts';
import { guard } from '../../src/guardrails/guard.ts';
import type { EpisodeInput } from '../../src/model/episode.ts';
import { perform } from '../../src/operations/operation.ts';
import { operations } from '../../src/operations/operations.ts';
import { defineAgent } from '../../src/souvenir/agent.ts';
import type { ScopedSouvenir } from '../../src/souvenir/handle.ts';
import { memoryStore } from '../../src/stores/memory/memory-store.ts';
import { isOrder } from '../fixtures/poison/attack.ts';
import { ATTACKS, betweenHarmless } from '../fixtures/poison/index.ts';
import { gullibleModel } from '../support/gullible-model.ts';
import { sharedEmbedder, sharedReader } from '../support/shared-embedder.ts';

const STATEMENTS = [
  'My name is Ana.',
  'I live in Lisbon.',
  'I work as a nurse at Santa Marta.',
  "I'm allergic to peanuts.",
  "I'm a vegetarian.",
  'My sister Rita lives in Porto.',
  'My dog is called Bolota.',
  'I prefer short answers.',
  'Never book flights without asking me.',
];
const IDENTITY = 'You are Iris, a careful colleague.';
const INSTRUCTIONS = 'Answer in the language of the question.';

type Way = 'tool' | 'document' | 'assistant' | 'import' | 'toolWithoutRole';
const TURNS: Readonly<Record<Exclude<Way, 'import'>, (content: string) => EpisodeInput>> = {
  tool: (content) => ({ role: 'tool', type: 'toolResult', content, metadata: { tool: 'browser' } }),
  toolWithoutRole: (content) => ({ type: 'toolResult', content, metadata: { tool: 'browser' } }),
  document: (content) => ({ content, metadata: { trust: 'document' } }),
  assistant: (content) => ({ role: 'assistant', content }),
};
const WAYS: readonly Way[] = ['tool', 'toolWithoutRole', 'document', 'assistant', 'import'];

async function opened() {
  const store = memoryStore();
  const souvenir = await createSouvenir({
    ...{ store, embedder: sharedEmbedder, reader: sharedReader },
    agents: defineAgent({ identity: IDENTITY }),
  });
  const ana = souvenir.for({ userId: 'ana' });
  await ana.recordAll(STATEMENTS.map((content) => ({ content })));
  await ana.consolidate();
  await ana.instructions.apply(INSTRUCTIONS);
  return { souvenir, store, ana };
}

/** All that nobody but Ana may change. */
async function trusted(ana: ScopedSouvenir, ids?: readonly string[]) {
  const statuses = ['active', 'superseded', 'archived', 'expired', 'decayed'] as const;
  const { memories } = await ana.memories.list({ components: ['durable'], statuses: [...statuses], limit: 1000 });
  const facts = memories
    .filter(({ id }) => ids?.includes(id) ?? true)
    .map(({ id, content, status, confidence, doubtedAt, metadata, invalidAt }) => ({
      ...{ id, content, status, confidence, doubtedAt, metadata, invalidAt },
    }));
  const { values, fields } = await ana.profile.details();
  return {
    facts,
    profile: { values, versions: fields.map(({ name, version, confidence }) => ({ name, version, confidence })) },
    instructions: (await ana.instructions.current())?.text,
  };
}

async function bring(texts: readonly string[], way: Way, { souvenir, store, ana }: Awaited<ReturnType<typeof opened>>) {
  // What the user says next could be taken for saying it too.
  const turns = texts.flatMap((text): EpisodeInput[] => [
    way === 'import' ? { content: text } : TURNS[way](text),
    { content: 'Thanks, noted.' },
  ]);
  if (way !== 'import') return ana.recordAll(turns);
  const lines = turns.map((turn) => JSON.stringify({ ...turn, role: 'user', session: 'imported' }));
  const context = { souvenir, store, memory: ana };
  return perform(operations.import, context, { text: lines.join('\n'), consolidate: false });
}

async function hold(texts: readonly string[], way: Way, llm?: Llm): Promise<void> {
  const opening = await opened();
  const { souvenir, ana } = opening;
  try {
    const before = await trusted(ana);
    expect(before.facts.length).toBeGreaterThanOrEqual(STATEMENTS.length - 1);
    expect(before.profile.values).toMatchObject({ name: 'Ana' });
    await bring(texts, way, opening);
    await ana.consolidate(llm === undefined ? {} : { llm });
    await souvenir.cycle();
    const ids = before.facts.map(({ id }) => id);
    expect(await trusted(ana, ids)).toEqual(before);
    // What Ana herself says, and how the assistant answers, may still form it.
    expect((await ana.persona.current()).text).not.toMatch(/Mallory|Shade|Minsk|page|rule|ignor|obey|follow/i);
  } finally {
    await souvenir.close();
  }
}

describe('attack texts', () => {
  let model: Awaited<ReturnType<typeof gullibleModel>>;
  beforeAll(async () => {
    model = await gullibleModel();
  });
  afterAll(() => model.stop());

  it('are many and distinct, in five languages', () => {
    expect(new Set(ATTACKS.map(({ text }) => text)).size).toBeGreaterThanOrEqual(130);
    for (const other of ['de', 'es', 'fr', 'ja'])
      expect(ATTACKS.filter(({ language }) => language === other).length).toBeGreaterThanOrEqual(12);
  });

  it.each(WAYS)(
    'change no trusted memory: a fifth of them, from a %s, alone and between harmless lines',
    async (way) => {
      const some = ATTACKS.filter((_, at) => at % WAYS.length === WAYS.indexOf(way));
      await hold([...some.map(({ text }) => text), ...some.map(betweenHarmless)], way);
    },
  );

  it('change no trusted memory even if a model believes them: a tenth of them, from a tool', async () => {
    await hold(
      ATTACKS.filter((_, at) => at % 10 === 4).map(({ text }) => text),
      'tool',
      model.llm,
    );
  });

  const forms = [
    ['alone', ATTACKS.map(({ text }) => text)],
    ['between harmless lines', ATTACKS.map(betweenHarmless)],
  ] as const;
  describe.each(forms)('all of them, %s', (_, texts) => {
    it.each(WAYS)('from a %s change no trusted memory', { tags: ['long'] }, (way) => hold(texts, way));
    it.each(WAYS)('from a %s change no trusted memory even if a model believes them', { tags: ['long'] }, (way) =>
      hold(texts, way, model.llm),
    );
  });
});

describe('orders proposed as instructions', () => {
  const orders = ATTACKS.filter(isOrder);
  const passed = async (texts: readonly string[]): Promise<string[]> => {
    const judged = await Promise.all(texts.map(async (text) => ({ text, violations: await guard(text) })));
    return judged.filter(({ violations }) => violations.length === 0).map(({ text }) => text);
  };

  it('are refused alone, except eight, of which six are not English', async () => {
    expect((await passed(orders.map(({ text }) => text))).length).toBeLessThanOrEqual(8);
  });

  it('are refused between harmless lines, except five, none of them English', async () => {
    expect((await passed(orders.map(betweenHarmless))).length).toBeLessThanOrEqual(5);
  });
});

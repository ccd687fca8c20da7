import { expect, it } from 'vitest';
import { DAY } from '../../test/support/manual-clock.ts';
import { deciding, openComponent, statementsIn } from '../../test/support/open-component.ts';
import { durable, environmental, reinforcement, task } from '../components/index.ts';
import { createSouvenir, defineAgent, type Llm, memoryStore } from '../index.ts';

type Written = readonly [category: string, text: string];

const written = (...facts: Written[]) =>
  facts.map(([category, text]) => ({ from: [1], text, category, importance: 0.7 }));

const lists = (...sessions: Written[][]) => sessions.map((facts) => written(...facts));

/** Says of a pair what stands behind the two words, one of the older and one of the newer statement. */
const saying =
  (...pairs: (readonly [older: string, newer: string, is: string, day?: string])[]) =>
  (older: string, newer: string) => {
    const [, , is = 'unrelated', day] =
      pairs.find(([one, other]) => older.includes(one) && newer.includes(other)) ?? [];
    return { is, ...(day !== undefined && { day }) };
  };

const by = (speaker: string, content: string) => ({ speaker, content });

const open = (...given: Parameters<typeof deciding>) => {
  const { llm, pairs } = deciding(...given);
  const prompts: string[] = [];
  const noting: Llm = (system, user, options) => {
    prompts.push(user);
    return llm(system, user, options);
  };
  return openComponent([durable(), task(), environmental(), reinforcement()], noting).then((memory) => ({
    ...memory,
    ...{ pairs, decisions: () => prompts.filter((prompt) => !prompt.includes('What happened:')) },
  }));
};

it('All findings of a batch are decided in one call, with related memories of other components', async () => {
  const { reported, active, decisions } = await open(
    lists(
      [['decision', 'The tests of the shop are to run with node:test.']],
      [
        ['environment', 'The tests of the shop run with Vitest again.'],
        ['fact', 'Ana has tested the shop since spring.'],
      ],
    ),
    saying(['node:test', 'Vitest', 'replaces']),
  );
  await reported('s', "Let's run the tests of the shop with node:test.");
  const report = await reported(
    's',
    'The tests of the shop run with Vitest again.',
    by('Ana', 'I have tested it since spring.'),
  );
  expect(report.modelCalls).toBe(2);
  expect(decisions()).toHaveLength(1);
  expect((await active()).sort()).toEqual([
    'Ana has tested the shop since spring.',
    'The tests of the shop run with Vitest again.',
  ]);
});

it.each([1, 4])('A batch is decided on once if %d components run at a time', async (parallel) => {
  const { llm } = deciding(
    lists(
      [['fact', 'Ana tests the shop with jest.']],
      [
        ['fact', 'Ana tests the shop with Vitest.'],
        ['environment', 'The tests of the shop run with Vitest.'],
        ['constraint', 'The shop must not be tested with jest.'],
      ],
    ),
    saying(['Ana tests the shop with jest', 'Ana tests the shop with Vitest', 'replaces']),
  );
  const agents = defineAgent({ components: [durable(), environmental()], consolidation: { parallel } });
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null, agents, llm });
  const ana = souvenir.for({ sessionId: 's' });
  const turns = ['I test the shop with jest.', 'The tests of the shop run with Vitest, not with jest: it must not be.'];
  for (const content of turns) {
    await ana.record(by('Ana', content));
    const { modelCalls } = await ana.consolidate({ minAgeMs: 0 });
    expect(modelCalls).toBe(content === turns[0] ? 1 : 2);
  }
  const { memories } = await ana.memories.list({ statuses: ['superseded'] });
  expect(memories.map(({ content }) => content)).toEqual(['Ana tests the shop with jest.']);
  await souvenir.close();
});

it.each([1, 4])('Findings of two components in one batch are not compared if %d run at a time', async (parallel) => {
  const reported = ['Ana tests the shop with jest.', 'The tests of the shop run with Vitest.'] as const;
  const { llm } = deciding(
    lists([
      ['fact', reported[0]],
      ['environment', reported[1]],
    ]),
    'replaces',
  );
  const agents = defineAgent({ components: [durable(), environmental()], consolidation: { parallel } });
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null, agents, llm });
  const ana = souvenir.for({ sessionId: 's' });
  await ana.record(by('Ana', 'I test the shop with jest. The tests of the shop run with Vitest.'));
  expect(await ana.consolidate({ minAgeMs: 0 })).toMatchObject({ modelCalls: 1 });
  const { memories } = await ana.memories.list({ statuses: ['active'] });
  expect(memories.map(({ content }) => content).sort()).toEqual(reported);
  await souvenir.close();
});

it('Each statement is sent with its day, and new ones are marked', async () => {
  const { reported, clock, decisions } = await open(
    lists([['fact', 'Piet lives in Ghent.']], [['fact', 'Piet lives in Antwerp.']]),
    saying(['Ghent', 'Antwerp', 'replaces']),
  );
  await reported('s', by('Piet', 'I live in Ghent.'));
  clock.advance(3 * DAY);
  await reported('t', by('Piet', 'I live in Antwerp.'));
  expect(statementsIn(decisions()[0] ?? '')).toEqual([
    { place: 2, text: 'Piet lives in Ghent.', day: '2026-03-01', isNew: false },
    { place: 3, text: 'Piet lives in Antwerp.', day: '2026-03-04', isNew: true },
  ]);
});

it.each<[string, Written, string, Written, string]>([
  [
    'replaces no lasting one',
    ['fact', 'Mirjam bakes the bread of the café on Mondays.'],
    'I bake the bread of the café on Mondays, and want it baked on Tuesday.',
    ['goal', 'Mirjam wants the bread of the café baked on Tuesday.'],
    'replaces',
  ],
  [
    'takes in no lasting one',
    ['goal', 'Mirjam wants to bake the bread of the café herself.'],
    'I want to bake the bread of the café myself, and so I bake it.',
    ['fact', 'Mirjam bakes the bread of the café herself.'],
    'same',
  ],
])('A memory that ends with its session %s', async (_, first, statement, second, is) => {
  const { reported, active } = await open(lists([first], [second]), is);
  await reported('s', by('Mirjam', statement));
  await reported('s', by('Mirjam', statement));
  expect(await active()).toEqual([first[1], second[1]]);
});

it('A repeated lasting fact is merged into its memory of any component', async () => {
  const { reported, active } = await open(
    lists([['fact', 'The archive of Tomek is read-only.']], [['constraint', 'The archive of Tomek is only read.']]),
    'same',
  );
  await reported('s', by('Tomek', 'My archive is read-only.'));
  expect(await reported('t', by('Tomek', 'My archive is only read.'))).toMatchObject({
    memoriesMerged: 1,
    memoriesCreated: 0,
  });
  expect(await active()).toEqual(['The archive of Tomek is read-only.']);
});

it.each([
  ['Ines plans to buy a cargo bike.', 'Ines has bought the cargo bike.'],
  ['Joost wants to hand in his thesis.', 'Joost handed in his thesis.'],
  ['The agent is to send the invoice to Bao.', 'The invoice to Bao is sent.'],
])('A completed plan ends at the time of the report: %s', async (plan, done) => {
  const { reported, all, souvenir } = await open(lists([['fact', plan]], [['fact', done]]), 'done');
  await reported('s', plan);
  await reported('t', done);
  const [older, newer] = await all();
  expect(older).toMatchObject({ content: plan, status: 'active', invalidAt: newer?.validAt });
  expect(older?.supersededBy).toBeUndefined();
  const { items } = await souvenir.for().recall(plan);
  expect(items.map(({ content }) => content)).not.toContain(plan);
});

it.each([
  ['Ines plans to buy a cargo bike.', 'Ines has bought the cargo bike.'],
  ['Wim wants to learn Portuguese this year.', 'Wim has learnt Portuguese.'],
])('A completed plan is no goal in the profile: %s', async (plan, done) => {
  const speaker = plan.split(' ')[0] ?? '';
  const { reported, souvenir } = await open(lists([['fact', plan]], [['fact', done]]), 'done');
  await reported('s', by(speaker, plan));
  expect(await souvenir.for().profile.get()).toMatchObject({ goals: [plan] });
  await reported('t', by(speaker, done));
  expect(await souvenir.for().profile.get()).not.toHaveProperty('goals', [plan]);
});

it.each([
  ['Ada works at the port.', 'Ada leaves the port on 31 March.', '2026-03-31', '2026-04-01'],
  ['Ebba stays with her aunt.', 'Ebba goes home from her aunt in mid-June.', '2026-06-15', '2026-06-16'],
  ['Ravi leads the choir.', 'Ravi leads the choir until May.', '2026-05', '2026-06-01'],
  ['Noor rents the studio.', 'Noor has the studio for the rest of the year.', '2026', '2027-01-01'],
])('A fact that is true until a day ends then: %s', async (older, newer, day, end) => {
  const { reported, all } = await open(lists([['fact', older]], [['fact', newer]]), { is: 'until', day });
  await reported('s', older);
  await reported('t', newer);
  expect(await all()).toMatchObject([
    { content: older, status: 'active', invalidAt: new Date(end) },
    { content: newer, status: 'active' },
  ]);
});

it.each<[string, { readonly is: string; readonly day?: string }]>([
  ['partly', { is: 'partly' }],
  ['until without a day', { is: 'until' }],
  ['until a day that is none', { is: 'until', day: 'soon' }],
  ['until a day before it began', { is: 'until', day: '2019-05-01' }],
])('A statement whose newer one is "%s" stays unchanged', async (_, statement) => {
  const texts = ['Kofi keeps bees and hens in Accra.', 'Kofi gave the hens in Accra away.'] as const;
  const { reported, all } = await open(lists([['fact', texts[0]]], [['fact', texts[1]]]), statement);
  await reported('s', by('Kofi', 'I keep bees and hens in Accra.'));
  await reported('t', by('Kofi', 'I gave the hens in Accra away.'));
  expect((await all()).map(({ content, status, invalidAt }) => [content, status, invalidAt])).toEqual([
    [texts[0], 'active', undefined],
    [texts[1], 'active', undefined],
  ]);
});

it('A plan that is stated after its completion has ended from the start', async () => {
  const { reported, all } = await open(
    lists([['fact', 'Lena has repaired the boat.']], [['fact', 'Lena plans to repair the boat.']]),
    'done',
  );
  await reported('s', by('Lena', 'I have repaired the boat.'));
  await reported('t', { ...by('Lena', 'I plan to repair the boat.'), occurredAt: '2025-01-01T00:00:00Z' });
  const repaired = (await all()).find(({ content }) => content === 'Lena has repaired the boat.');
  const plan = (await all()).find(({ content }) => content === 'Lena plans to repair the boat.');
  expect(plan).toMatchObject({ status: 'active', invalidAt: repaired?.validAt });
  expect(repaired?.invalidAt).toBeUndefined();
});

it('A statement of the assistant ends no statement of a person', async () => {
  const { reported, all } = await open(
    lists([['goal', 'Ida wants the parser of the shop fixed.']], [['result', 'The parser of the shop is fixed.']]),
    'done',
  );
  await reported('s', by('Ida', 'I want the parser of the shop fixed.'));
  await reported('s', { content: 'The parser of the shop is fixed.', role: 'assistant' });
  expect((await all()).map(({ invalidAt }) => invalidAt)).toEqual([undefined, undefined]);
});

it('A decided pair is not asked again for the same words', async () => {
  const jest: Written = ['environment', 'The shop is tested with jest.'];
  const vitest: Written = ['environment', 'The shop is tested with Vitest.'];
  const { reported, active, pairs } = await open(lists([jest], [vitest], [vitest], [vitest]), 'unrelated');
  await reported('s', 'The shop is tested with jest.');
  for (const session of ['t', 'u', 'v']) await reported(session, 'The shop is tested with Vitest.');
  expect(pairs).toEqual([`${jest[1]} / ${vitest[1]}`]);
  expect(await active()).toEqual([jest[1], vitest[1]]);
});

it('A statement of the assistant is compared again if a person says the same words', async () => {
  const jest: Written = ['environment', 'The shop is tested with jest.'];
  const vitest: Written = ['environment', 'The shop is tested with Vitest.'];
  const { reported, active } = await open(lists([jest], [vitest], [vitest]), saying(['jest', 'Vitest', 'replaces']));
  await reported('s', 'The shop is tested with jest.');
  await reported('t', { content: 'The shop is tested with Vitest.', role: 'assistant' });
  expect(await active()).toEqual([jest[1], vitest[1]]);
  await reported('u', 'The shop is tested with Vitest.');
  expect(await active()).toEqual([vitest[1]]);
});

it('An ended statement is not compared with later ones', async () => {
  const stay = { from: [1], text: 'Yuki stays in Rome.', category: 'fact', importance: 0.6, until: '2026-03-02' };
  const { reported, clock, decisions } = await open([[stay], written(['fact', 'Yuki likes Rome.'])], 'replaces');
  await reported('s', by('Yuki', 'I stay in Rome until tomorrow.'));
  clock.advance(10 * DAY);
  await reported('t', by('Yuki', 'I like Rome.'));
  expect(decisions()).toEqual([]);
});

it('A memory corrected during the model call is compared again without reading the turns again', async () => {
  const { llm, pairs } = deciding(
    lists([['fact', 'Sami lives in Ghent.']], [['fact', 'Sami lives in Antwerp.']]),
    saying(['Ghent', 'Antwerp', 'replaces'], ['Bruges', 'Antwerp', 'unrelated']),
  );
  let think = async () => {};
  const memory = await openComponent([durable(), environmental()], async (system, user, options) => {
    if (!user.includes('What happened:')) await think();
    return llm(system, user, options);
  });
  const { reported, all, active, souvenir } = memory;
  await reported('s', by('Sami', 'I live in Ghent.'));
  const [ghent] = await all();
  think = async () => {
    think = async () => {};
    await souvenir.for().memories.update(ghent?.id ?? '', { content: 'Sami has a garden in Bruges.' });
  };
  expect(await reported('t', by('Sami', 'I live in Antwerp.'))).toMatchObject({ modelCalls: 3, sessionsSkipped: 0 });
  expect(pairs).toEqual([
    'Sami lives in Ghent. / Sami lives in Antwerp.',
    'Sami has a garden in Bruges. / Sami lives in Antwerp.',
  ]);
  expect(await active()).toEqual(['Sami has a garden in Bruges.', 'Sami lives in Antwerp.']);
});

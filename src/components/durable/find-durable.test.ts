import { expect, it } from 'vitest';
import { turn } from '../../../test/support/turn.ts';
import type { ComponentContext } from '../../contracts/component.ts';
import type { SentenceKind, SentenceReading } from '../../contracts/reader.ts';
import type { StoredEpisode } from '../../index.ts';
import { languages } from '../../languages/languages.ts';
import { findDurable } from './find-durable.ts';

const owner = { tenantId: 'default', userId: 'default', agentId: 'default' };
const LASTING: SentenceReading = { kind: 'fact', chance: 0.9, lasts: 0.9 };

/** What is found in these turns after these, by a reader that says this of every sentence. */
function matches(
  reading: Partial<SentenceReading>,
  episodes: readonly StoredEpisode[],
  before: readonly StoredEpisode[] = [],
) {
  const sentences = async (asked: readonly unknown[]) => asked.map(() => ({ ...LASTING, ...reading }));
  const context = { languages: languages(), reader: { answers: async () => [], sentences } };
  return findDurable({ owner, sessionId: 's', episodes, before } as never, context as unknown as ComponentContext);
}

const STATEMENTS = turn('The gate of the garden is green.');

it.each<[SentenceKind, string]>([
  ...(['fact', 'plan', 'event', 'decision', 'result', 'surroundings', 'ability'] as const).map(
    (kind) => [kind, 'fact'] as [SentenceKind, string],
  ),
  ['preference', 'preference'],
  ['limit', 'preference'],
  ['directive', 'directive'],
  ['worked', 'knowledge'],
  ['failed', 'knowledge'],
])('A sentence of the kind %s is kept as %s', async (kind, category) => {
  expect(await matches({ kind }, [STATEMENTS])).toMatchObject([
    { category, content: STATEMENTS.content, metadata: { kind } },
  ]);
});

it.each<SentenceKind>(['goal', 'context', 'question', 'hypothetical', 'quote', 'joke', 'chatter'])(
  'A sentence of the kind %s is not found, however likely it lasts',
  async (kind) => expect(await matches({ kind, lasts: 0.99 }, [STATEMENTS])).toEqual([]),
);

it.each<[number, StoredEpisode['type'], readonly boolean[]]>([
  [0.75, 'conversation', [false]],
  [0.74, 'conversation', [true]],
  [0.25, 'conversation', [true]],
  [0.24, 'conversation', []],
  [0.25, 'userDirective', [false]],
  [0.25, 'decision', [false]],
  [0.24, 'decision', []],
])('A sentence that lasts by %d in an episode of type %s counts only as a change: %j', async (lasts, type, changes) => {
  const findings = await matches({ lasts }, [{ ...STATEMENTS, type }]);
  expect(findings.map(({ onlyAsChange }) => onlyAsChange)).toEqual(changes);
  expect(findings.every(({ confidence }) => confidence === Math.max(lasts, 0.75))).toBe(true);
});

it.each<[Partial<SentenceReading>, number, string | undefined]>([
  [{ field: 'health' }, 0.95, 'health'],
  [{ field: 'goals' }, 0.6, 'goals'],
  [{}, 0.6, undefined],
  [{ kind: 'directive' }, 0.85, 'directives'],
  [{ kind: 'directive', field: 'work' }, 0.85, 'directives'],
  [{ kind: 'directive', field: 'name' }, 0.85, 'name'],
  [{ kind: 'directive', chance: 0.49, field: 'work' }, 0.75, 'work'],
  [{ kind: 'directive', chance: 0.49, field: 'directives' }, 0.85, 'directives'],
  [{ kind: 'directive', chance: 0.5 }, 0.85, 'directives'],
])('A reading of %j gives an importance of %d and the field %s', async (reading, importance, field) => {
  const [finding] = await matches(reading, [STATEMENTS]);
  expect(finding?.importance).toBe(importance);
  expect(finding?.metadata?.['field']).toBe(field);
});

it('A sentence comes with its speaker, dates and entities', async () => {
  const [finding] = await matches({}, [turn('I moved to Bergen in January 2025.', { speaker: 'Ana' })]);
  expect(finding).toMatchObject({
    ...{ content: 'Ana: I moved to Bergen in January 2025.', episodeIds: ['e'] },
    validAt: new Date('2026-02-03T10:00:00Z'),
    metadata: {
      ...{ role: 'user', speaker: 'Ana' },
      ...{ from: '2025-01-01T00:00:00.000Z', to: '2025-02-01T00:00:00.000Z' },
    },
  });
  expect(finding?.entities).toContainEqual({ name: 'Bergen', type: 'place' });
});

it('Only sentences of persons are found', async () => {
  const roles = ['user', 'assistant', 'system', 'tool'] as const;
  const all = await matches(
    {},
    roles.map((role) => ({ ...STATEMENTS, id: role, role })),
  );
  expect(all.map(({ episodeIds }) => episodeIds)).toEqual([['user']]);
});

const QUESTION = turn('Good to know! How long have you been vegan? ', { role: 'assistant' });
const REPLY = turn('Since 2019.', { speaker: 'Ana' });
const TOGETHER = /^Ana: Since 2019\. \((?:assistant: )?How long have you been vegan\?\)$/;

it('A short reply comes with the question before it, from the same session or the batch before', async () => {
  for (const findings of [await matches({}, [QUESTION, REPLY]), await matches({}, [REPLY], [QUESTION])])
    expect(findings.map(({ content }) => content)).toEqual([expect.stringMatching(TOGETHER)]);
});

it.each([
  ['a reply of five words', [QUESTION, turn('I became vegan in 2019.')], 'I became vegan in 2019.'],
  ['a reply to no question', [turn('You are vegan.', { role: 'assistant' }), REPLY], 'Ana: Since 2019.'],
  [
    'a reply to a question before another statement',
    [turn(`${QUESTION.content}I ask.`, { role: 'assistant' }), REPLY],
    'Ana: Since 2019.',
  ],
  ['a first turn', [REPLY], 'Ana: Since 2019.'],
  ['a plain claim after a question', [QUESTION, turn('I live in York.')], 'I live in York.'],
])('The words of %s are kept alone', async (_, episodes, content) => {
  expect((await matches({}, episodes)).map((finding) => finding.content)).toEqual([content]);
});

it('A sentence is kept without the question that the same person asked before it', async () => {
  expect((await matches({}, [turn('Since 2019.')], [turn('Should I go?')])).map(({ content }) => content)).toEqual([
    'Since 2019.',
  ]);
});

it('A wish is kept without the words of an assistant that asked for it', async () => {
  const asked = turn('Shall I send every invoice to Eve from now on?', { role: 'assistant' });
  const findings = await matches({ kind: 'directive' }, [asked, turn('Yes, always.')]);
  expect(findings.map(({ content }) => content)).toEqual(['Yes, always.']);
});

it('A sentence of an episode recorded as a directive is a standing wish', async () => {
  const findings = await matches({ kind: 'preference', field: 'preferences' }, [
    { ...STATEMENTS, type: 'userDirective' },
  ]);
  expect(findings).toMatchObject([{ category: 'directive', metadata: { field: 'directives' } }]);
});

it.each([
  ['The capital of Tuvalu is Funafuti.', [false]],
  ['Ben is in Berlin today.', []],
])(
  'A plain claim about the world is kept with low odds of lasting, unless it names a day: %s',
  async (text, retained) => {
    expect((await matches({ lasts: 0.1 }, [turn(text)])).map(({ onlyAsChange }) => onlyAsChange)).toEqual(retained);
  },
);

/** The sentences of one turn that are found, by a reader that finds only those with these words. */
async function durableFactsOf(content: string, ...parts: readonly string[]): Promise<string[]> {
  const sentences = async (asked: readonly { readonly text: string }[]) =>
    asked.map(({ text }) =>
      parts.some((part) => text.includes(part)) ? LASTING : { ...LASTING, kind: 'chatter' as const },
    );
  const context = { languages: languages(), reader: { answers: async () => [], sentences } };
  const batch = { owner, sessionId: 's', episodes: [turn(content)], before: [] };
  return (await findDurable(batch as never, context as unknown as ComponentContext)).map((finding) => finding.content);
}

it('A sentence that needs the one before it is kept with it, word for word', async () => {
  expect(await durableFactsOf('The sun was out. My aunt Oona has moved in. She does the flowers.', 'flowers')).toEqual([
    'My aunt Oona has moved in. She does the flowers.',
  ]);
});

it('A fragment at the start of a turn is kept with the sentence after it', async () => {
  expect(await durableFactsOf('Hearing aids. They whistle in church. It rained.', 'Hearing')).toEqual([
    'Hearing aids. They whistle in church.',
  ]);
});

it('Two sentences that need each other are kept once', async () => {
  expect(await durableFactsOf('Hearing aids. They whistle in church.', 'Hearing', 'whistle')).toEqual([
    'Hearing aids. They whistle in church.',
  ]);
});

it('A sentence of a long turn is kept without a sentence before it that would make it too long', async () => {
  const long = `Well, ${'the long road to the old mill was full of mud and '.repeat(7)}we went home.`;
  expect(await durableFactsOf(`${long} She does the flowers.`, 'flowers')).toEqual(['She does the flowers.']);
});

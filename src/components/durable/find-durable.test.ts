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
  [0.9, 'conversation', [false]],
  [0.89, 'conversation', [true]],
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

it.each([
  [0.75, [false]],
  [0.74, [true]],
])('A sentence of a profile field that lasts by %d counts only as a change: %j', async (lasts, changes) => {
  const findings = await matches({ lasts, field: 'home' }, [STATEMENTS]);
  expect(findings.map(({ onlyAsChange }) => onlyAsChange)).toEqual(changes);
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
const TOGETHER = /^Ana: Since 2019\. \((?:assistant: )?Good to know! How long have you been vegan\?\)$/;
const UNCLEAR = { standsAlone: 0.49 };

it('A reply that does not stand alone comes with the end of the turn before it, from the same session or the batch before', async () => {
  for (const findings of [await matches(UNCLEAR, [QUESTION, REPLY]), await matches(UNCLEAR, [REPLY], [QUESTION])])
    expect(findings.map(({ content }) => content)).toEqual([expect.stringMatching(TOGETHER)]);
});

it('Of a long turn before a reply only the last sentence comes with it', async () => {
  const long = turn(`Oats are cheap, ${'filling and good for you, '.repeat(6)}as I said. And tofu?`, {
    role: 'assistant',
  });
  expect((await matches(UNCLEAR, [long, turn('Never again.')])).map(({ content }) => content)).toEqual([
    expect.stringMatching(/^Never again\. \((?:assistant: )?And tofu\?\)$/),
  ]);
});

it.each([
  ['a reply that stands alone', 0.5, [QUESTION, REPLY]],
  ['a reply of which the reader does not say whether it stands alone', undefined, [QUESTION, REPLY]],
  ['a first turn', 0.49, [REPLY]],
  ['a turn after one of the same person', 0.49, [turn('Should I go?', { speaker: 'Ana' }), REPLY]],
])('The words of %s are kept alone', async (_, standsAlone, episodes) => {
  const reading = standsAlone === undefined ? {} : { standsAlone };
  expect((await matches(reading, episodes)).map((finding) => finding.content)).toContain('Ana: Since 2019.');
});

it('A wish is kept without the words of an assistant that asked for it', async () => {
  const asked = turn('Shall I send every invoice to Eve from now on?', { role: 'assistant' });
  const findings = await matches({ kind: 'directive', ...UNCLEAR }, [asked, turn('Yes, always.')]);
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

/** The sentences of one turn that are found, by a reader that finds only those with these words; those with a pronoun do not stand alone. */
async function durableFactsOf(content: string, ...parts: readonly string[]): Promise<string[]> {
  const sentences = async (asked: readonly { readonly text: string }[]) =>
    asked.map(({ text }) => ({
      ...LASTING,
      ...(!parts.some((part) => text.includes(part)) && { kind: 'chatter' as const }),
      standsAlone: /\b(?:she|they)\b/i.test(text) ? 0.2 : 0.8,
    }));
  const context = { languages: languages(), reader: { answers: async () => [], sentences } };
  const batch = { owner, sessionId: 's', episodes: [turn(content)], before: [] };
  return (await findDurable(batch as never, context as unknown as ComponentContext)).map((finding) => finding.content);
}

it('A sentence that needs those before it is kept with them, word for word', async () => {
  const content = 'The sun was out. My aunt Oona has moved in. Well! She is from Cork. She does the flowers.';
  expect(await durableFactsOf(content, 'flowers')).toEqual([
    'My aunt Oona has moved in. Well! She is from Cork. She does the flowers.',
  ]);
});

it('A sentence that a turn says twice is kept once', async () => {
  expect(await durableFactsOf('I eat no nuts. Not one, I eat no nuts.', 'I eat no nuts')).toHaveLength(2);
  expect(await durableFactsOf('I eat no nuts. Ask my aunt. I eat no nuts.', 'I eat no nuts')).toEqual([
    'I eat no nuts.',
  ]);
});

it('A sentence of a long turn is kept without a sentence before it that would make it too long', async () => {
  const long = `Well, ${'the long road to the old mill was full of mud and '.repeat(7)}we went home.`;
  expect(await durableFactsOf(`${long} She does the flowers.`, 'flowers')).toEqual(['She does the flowers.']);
});

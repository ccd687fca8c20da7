import { describe, expect, it } from 'vitest';
import { sharedReader } from '../../../test/support/shared-embedder.ts';
import { turn } from '../../../test/support/turn.ts';
import type { ComponentContext } from '../../contracts/component.ts';
import type { Reader, Sentence, SentenceKind } from '../../contracts/reader.ts';
import type { StoredEpisode } from '../../index.ts';
import { languages } from '../../languages/languages.ts';
import { memoryDraftSchema } from '../../model/index.ts';
import { MAX_CONTENT_LENGTH } from '../../model/primitives.ts';
import { episodic } from './episodic.ts';

const owner = { tenantId: 'default', userId: 'default', agentId: 'default' };
const episode = (content: string, more: Partial<StoredEpisode> = {}): StoredEpisode =>
  turn(content, { id: `E-${content.slice(0, 40)}`, ...more });

/** A reader that says of the sentences named which kind they are, and takes all others for talk. */
const knowing = (kinds: Readonly<Record<string, SentenceKind>>): Reader => ({
  answers: async () => [],
  sentences: async (sentences) =>
    sentences.map(({ text }) => ({ kind: kinds[text] ?? 'chatter', chance: 0.9, lasts: 0 })),
});

async function storedBy(reader: Reader, ...episodes: StoredEpisode[]) {
  const context = { languages: languages(), reader } as ComponentContext;
  const { memories = [] } = await episodic().consolidate({ owner, sessionId: 's', episodes, before: [] }, context);
  return memories.map((draft) => memoryDraftSchema.parse(draft));
}

const keep = (...episodes: StoredEpisode[]) => storedBy(knowing({}), ...episodes);

describe('the episodic component', () => {
  it('stores a turn word for word with speaker, type, source and time', async () => {
    const [memory] = await keep(
      episode('My sister lives in Oslo now.', { speaker: 'Ben', type: 'decision', importance: 0.75 }),
    );
    expect(memory).toMatchObject({
      content: 'Ben: My sister lives in Oslo now.',
      type: 'episodic',
      category: 'decision',
      importance: 0.75,
      confidence: 1,
      episodeIds: ['E-My sister lives in Oslo now.'],
      validAt: new Date('2026-02-03T10:00:00Z'),
    });
  });

  it("The package's reader marks a decision as a milestone, and not a remark", async () => {
    const retained = await storedBy(
      sharedReader,
      episode('We decided to go with Postgres.'),
      episode('The garden gate needs a new lock this week.'),
    );
    expect(retained.map(({ category }) => category)).toEqual(['milestone', 'conversation']);
  });

  it('A turn with a decision or a completed task is a milestone', async () => {
    const retained = await storedBy(
      knowing({
        'I deployed the new checkout to production.': 'result',
        'We decided to go with PostgreSQL.': 'decision',
        'All tests pass now on the release branch.': 'result',
        'I will fix the parser next.': 'decision',
        'Should we go with PostgreSQL or MySQL?': 'question',
        'The garden gate needs a new lock this week.': 'fact',
      }),
      episode('I deployed the new checkout to production.'),
      episode('It took a while. We decided to go with PostgreSQL.'),
      episode('All tests pass now on the release branch.', { role: 'assistant' }),
      episode('I will fix the parser next.', { role: 'assistant' }),
      episode('Should we go with PostgreSQL or MySQL?'),
      episode('The garden gate needs a new lock this week.'),
    );
    expect(retained.map(({ category, importance }) => [category, importance])).toEqual([
      ['milestone', 0.75],
      ['milestone', 0.75],
      ['milestone', 0.75],
      ['conversation', 0.4],
      ['conversation', 0.2],
      ['conversation', 0.4],
    ]);
  });

  it('A turn is kept even if the reader fails', async () => {
    const sentences = async () => Promise.reject(new Error('lost'));
    const memories = await storedBy({ ...knowing({}), sentences }, episode('We decided to go with PostgreSQL.'));
    expect(memories).toMatchObject([{ category: 'conversation' }]);
  });

  it('A sentence of an uncertain kind makes no milestone', async () => {
    const category = async (chance: number) => {
      const sentences = async () => [{ kind: 'decision' as const, chance, lasts: 0.9 }];
      const memories = await storedBy({ ...knowing({}), sentences }, episode('We decided to go with PostgreSQL.'));
      return memories.map((memory) => memory.category);
    };
    expect(await category(0.49)).toEqual(['conversation']);
    expect(await category(0.5)).toEqual(['milestone']);
  });

  it('keeps questions and small talk with a lower weight', async () => {
    const [statement, question, smallTalk] = await keep(
      episode('The garden gate needs a new lock this week.'),
      episode('Do you know where the spare key is?'),
      episode('Sounds good!'),
    );
    expect(statement?.importance).toBe(0.4);
    expect(question?.importance).toBeLessThan(0.4);
    expect(smallTalk?.importance).toBeLessThan(0.4);
  });

  it.each(['Hi!', 'Good morning', 'Hello there, Ben!', 'Thanks, bye', 'hey', 'See you later'])(
    'drops the bare greeting %j',
    async (content) => {
      expect(await keep(episode(content), episode('x y z', { speaker: 'Ben' }))).toHaveLength(1);
    },
  );

  it.each([
    'Hi, I moved to Lisbon',
    'Good plan: we ship on Monday',
    'Thanks to Maria we won',
    'Morning runs help me sleep',
  ])('keeps %j, which only begins like a greeting', async (content) => {
    expect(await keep(episode(content))).toHaveLength(1);
  });

  it('keeps a question that begins like a greeting', async () => {
    expect(await keep(episode("What's a good day?"), episode('See you all there?'), episode('Take one'))).toHaveLength(
      3,
    );
  });

  it('cuts a turn that is too long with its speaker name', async () => {
    const [memory] = await keep(episode('x'.repeat(MAX_CONTENT_LENGTH), { speaker: 'Ben' }));
    expect(memory?.content).toHaveLength(MAX_CONTENT_LENGTH);
  });
});

it('The reader gets neither greetings nor questions of the assistant, but questions of a user', async () => {
  const asked: string[] = [];
  const sentences = async (read: readonly Sentence[]) => {
    asked.push(...read.map(({ text }) => text));
    return read.map(() => ({ kind: 'chatter' as const, chance: 1, lasts: 0 }));
  };
  const episodes = [
    episode('Good morning! Could you book the ferry?'),
    episode('The ferry is booked. Shall I book a room as well?', { role: 'assistant' }),
    episode('Good night, everyone!'),
  ];
  await storedBy({ ...knowing({}), sentences }, ...episodes);
  expect(asked).toEqual(['Could you book the ferry?', 'The ferry is booked.']);
});

describe('the share of a turn that the episodic component keeps', () => {
  const weigh = async (content: string) => {
    const [memory] = await keep(episode(content, { speaker: 'Ben', importance: 0.4 }));
    return memory?.importance;
  };

  it.each([
    'The ferry to Vis leaves at half past six.',
    'Hi Ben, the plumber comes on Thursday at nine.',
    'Is it late? I only just got home from Graz.',
    'Welcome drinks are at eight in the blue room.',
    '昨日、京都で友達と会いました。とても楽しかったです。',
    'Вчера мы купили новый дом под Казанью.',
  ])('is all of %j', async (content) => expect(await weigh(content)).toBe(0.4));

  it.each(['Where did I put the spare key?', 'Who is Maria?', 'Sounds good!'])('is half of %j', async (content) =>
    expect(await weigh(content)).toBe(0.2),
  );

  it.each(['Hi!', 'Good morning, everyone!', 'Thank you so much, Ben!', 'See you tomorrow!'])(
    'is nothing of %j',
    async (content) => expect(await weigh(content)).toBeUndefined(),
  );
});

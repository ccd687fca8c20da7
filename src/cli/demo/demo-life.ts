import { DAY_MS } from '../../model/day.ts';
import type { EpisodeInput } from '../../model/episode.ts';
import type { ScopeInput } from '../../model/scope.ts';
import type { ScopedSouvenir } from '../../souvenir/handle.ts';
import { NOW, STORY } from './story.ts';

export interface DemoEvent {
  readonly daysAgo: number;
  readonly scope: ScopeInput;
  readonly turns?: readonly EpisodeInput[];
  readonly act?: (memory: ScopedSouvenir) => Promise<unknown>;
}

const says =
  (speaker: string) =>
  (content: string): EpisodeInput => ({ content, speaker });
const replies = (content: string): EpisodeInput => ({ content, role: 'assistant' });
const [ana, ben, mia] = [says('Ana'), says('Ben'), says('Mia')];

const deployed = (success: boolean, durationMs: number, error?: string): EpisodeInput => ({
  ...{ role: 'tool', type: 'toolResult', content: error ?? 'deployed to production' },
  metadata: { tool: 'deploy', parameters: { service: 'shop' }, success, durationMs, ...(error && { error }) },
});

const story: DemoEvent[] = STORY.map(({ id, at, turns }) => ({
  daysAgo: (Date.parse(NOW) - Date.parse(at)) / DAY_MS,
  scope: { userId: 'ana', sessionId: id },
  turns: turns.map(({ role, text, directive }) => ({
    ...(role === 'user' ? ana(text) : replies(text)),
    ...(directive && { type: 'userDirective' }),
  })),
}));

const handbook = `# Handbook of the shop

## Releases
A release goes out on Tuesday or Wednesday, never on a Friday. Two people read the change before it is merged.

## When something breaks
Roll back first, look for the cause afterwards. Write down what happened within two days.

## Leave
Everybody has 28 days of leave a year. Ask a week ahead for more than two days in a row.
`;

/** Queries to tune recall by; the last one should have no result. */
const expected: Readonly<Record<string, readonly string[]>> = {
  'Where does Ana live?': ['Ana lives in Porto.'],
  'Which pets does Ana have?': ['Ana: I adopted two rabbits from the shelter, Basil and Olive.'],
  'What is the capital of Peru?': [],
};

async function pinQueries({ memories, settings }: ScopedSouvenir): Promise<void> {
  const { memories: stored } = await memories.list({ limit: 200 });
  const tests = Object.entries(expected).map(([query, contents]) => ({
    query,
    expected: stored.filter(({ content }) => contents.includes(content)).map(({ id }) => id),
  }));
  await settings.set({ tests });
}

const life: readonly DemoEvent[] = [
  ...story,
  {
    daysAgo: 40,
    scope: { userId: 'ana', sessionId: 'tools' },
    turns: [
      ana('I live in Lisbon.'),
      ana('My favourite editor is Vim.'),
      replies('Noted. Vim starts fast on small machines.'),
    ],
  },
  {
    daysAgo: 21,
    scope: { userId: 'ana', sessionId: 'editor' },
    turns: [
      ana('My favourite editor is Helix now, no longer Vim.'),
      ana('I prefer examples in TypeScript.'),
      ana('Your answers are too long.'),
      ana('Please keep it shorter.'),
      ana('Could you be more concise?'),
      replies('I will.'),
      ana('I have a dentist appointment every first Monday of the month.'),
    ],
  },
  {
    daysAgo: 20,
    scope: { userId: 'ana' },
    act: ({ instructions }) =>
      instructions.apply('Answer in at most five sentences.', { author: 'user', reason: 'asked for in the chat' }),
  },
  {
    daysAgo: 8,
    scope: { userId: 'ana' },
    act: ({ instructions }) =>
      instructions.apply('Answer in at most three sentences.\nShow code before any explanation.', {
        ...{ author: 'user', reason: 'five were too many' },
      }),
  },
  {
    daysAgo: 1,
    scope: { userId: 'ana' },
    act: ({ memories }) =>
      memories.correct({ saying: 'I live in Lisbon' }, { content: 'Ana lives in Porto.', reason: 'she moved' }),
  },
  { daysAgo: 0, scope: { userId: 'ana' }, act: pinQueries },
  {
    daysAgo: 30,
    scope: { userId: 'ben', projectId: 'shop', sessionId: 'first-release' },
    turns: [
      ben('I run the web shop of a bakery, in Node and Postgres.'),
      ben('We deploy on Fridays.'),
      deployed(false, 48_000, 'the migration timed out'),
      replies('The migration waited for a lock; run it before the deployment.'),
      deployed(true, 31_000),
    ],
    act: async ({ procedures }) => {
      await procedures.report({
        taskType: 'release',
        success: false,
        notes: 'the migration ran during the deployment',
      });
      await procedures.report({ taskType: 'release', success: true, notes: 'the migration ran first' });
    },
  },
  {
    daysAgo: 12,
    scope: { userId: 'ben', projectId: 'shop', sessionId: 'second-release' },
    turns: [
      { ...ben('We decided to deploy on Tuesdays instead of Fridays.'), type: 'decision' },
      deployed(true, 29_000),
      ben('My son was born last week, so I work mornings only.'),
      replies('Congratulations! I will plan for the mornings.'),
    ],
    act: async ({ procedures, documents }) => {
      await procedures.report({ taskType: 'release', success: true, notes: 'on a Tuesday, nobody had to stay late' });
      await documents.add({ id: 'handbook', title: 'Handbook of the shop', content: handbook });
    },
  },
  {
    daysAgo: 15,
    scope: { userId: 'mia', sessionId: 'lessons' },
    turns: [
      mia('I teach biology at a school in Graz.'),
      mia('My pupils are between twelve and fourteen years old.'),
      replies('Then pictures of cells will help more than formulas.'),
      mia('I am allergic to peanuts.'),
    ],
  },
  ...[13, 10, 6].map((daysAgo) => ({
    daysAgo,
    scope: { userId: 'mia', sessionId: `morning-${daysAgo}` },
    turns: [mia('I cycled to school along the river this morning.')],
  })),
  {
    daysAgo: 3,
    scope: { userId: 'mia', sessionId: 'trip' },
    turns: [
      mia('I am planning a trip to the botanical garden with my class in May.'),
      replies('Shall I write the letter to the parents?'),
      mia('Yes please, and mention that everybody needs sturdy shoes.'),
    ],
  },
];

/** The demo memory that `npm start` serves: three users over seven weeks, in order of time. */
export const DEMO_LIFE = life.toSorted((one, other) => other.daysAgo - one.daysAgo);

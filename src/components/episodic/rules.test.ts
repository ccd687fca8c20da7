import { describe } from 'vitest';
import { scoreCases } from '../../../test/support/score-cases.ts';
import { turn } from '../../../test/support/turn.ts';
import type { ComponentContext } from '../../contracts/component.ts';
import { episodic } from './episodic.ts';

type Weight = 'kept' | 'weighted down' | 'left out';

const TABLE: Readonly<Record<Weight, readonly string[]>> = {
  kept: [
    'The ferry to Vis leaves at half past six.',
    'We painted the shed green in the end.',
    'Hi Ben, the plumber comes on Thursday at nine.',
    'Thanks, the second recipe with fennel worked well.',
    'Good morning, I slept badly because of the storm.',
    'Later we can compare the two offers side by side.',
    'Is it late? I only just got home from Graz.',
    'Morning runs help me sleep better at night.',
    'My grandmother kept bees behind the old mill.',
    'Welcome drinks are at eight in the blue room.',
    'See you at the station on platform nine tomorrow.',
    'Cheers to Maria, who passed her exam at last.',
    'Have a look at the draft in the shared folder.',
    'You asked what I do: I repair church organs.',
    'Deploy failed: connection refused at 10.0.0.3:5432.',
    '昨日、京都で友達と会いました。とても楽しかったです。',
    'Вчера мы купили новый дом под Казанью.',
  ],
  'weighted down': [
    'Where did I put the spare key?',
    'What time does the ferry leave? And from where?',
    'Could you send me the draft again, please?',
    'Who is Maria?',
    'Is the second recipe the one with fennel?',
    'Sounds good!',
    'Yes, please.',
    'No idea.',
    'Ok',
    'Got it, will do.',
    'Wow, amazing!',
    'Hi Ben, how are you?',
    'Haha, so true!',
    'Good morning! Did you sleep well?',
  ],
  'left out': [
    'Hi!',
    'Hello Ben',
    'Good morning, everyone!',
    'Hey there :)',
    'Thanks a lot!',
    'Thank you so much, Ben!',
    'Bye bye',
    'See you tomorrow!',
    'Good night, take care!',
    'Have a great weekend!',
    'Hi Ben, good to see you!',
    'Thanks, you too!',
    'Many thanks!',
  ],
};

const owner = { tenantId: 'default', userId: 'default', agentId: 'default' };

async function weigh(content: string): Promise<Weight> {
  const batch = { owner, sessionId: 's', episodes: [turn(content, { speaker: 'Ben' })], before: [] };
  const { memories = [] } = await episodic().consolidate(batch, {} as ComponentContext);
  if (memories[0] === undefined) return 'left out';
  return memories[0].importance === 0.4 ? 'kept' : 'weighted down';
}

const rows = Object.entries(TABLE).flatMap(([label, turns]) => turns.map((said) => ({ said, label })));
const LEAST = {
  kept: { precision: 0.85, recall: 0.9 },
  'weighted down': { precision: 0.85, recall: 0.9 },
  'left out': { precision: 1, recall: 0.8 },
};

describe.each(Object.entries(LEAST))('the rules for what of turns is %s', (weight, least) => {
  const find = async ({ said }: { readonly said: string }) => [await weigh(said)].filter((got) => got === weight);
  const cases = rows.map((row) => ({ ...row, wanted: [row.label].filter((label) => label === weight) }));
  scoreCases('open', cases, { find }, least);
});

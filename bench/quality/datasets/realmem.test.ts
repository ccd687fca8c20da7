import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashEmbedder } from '../../../src/embedders/index.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { measure } from '../measure.ts';
import { readRealmem } from '../read/read-realmem.ts';
import { realmem } from './realmem.ts';

const jsonl = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

const session = (uuid: string, time: string, text: string) => ({
  ...{ uuid, time },
  turns: [
    { role: 'User', text },
    { role: 'Assistant', text: ' ' },
    { role: 'Assistant', text: `Noted in ${uuid}.` },
  ],
  memories: [
    { content: '【Pets】 User has rabbits.', source_turn: 1 },
    { content: 'Of no turn.', source_turn: 0 },
  ],
});

function madeUpData(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'realmem'));
  const sessions = [
    session('s1', '2026-01-02 (Friday)', 'My rabbits are called Flip and Flop.'),
    session('s2', '2026-01-03 (Saturday)', 'I paint the fence of the garden.'),
    session('s3', '2026-01-02 (Friday)', 'My rabbits are called Flip and Flop. Rabbits, rabbits.'),
  ];
  const query = { person: 'Ana', session: 's3', query: 'My rabbits are called Flip and Flop.' };
  writeFileSync(join(folder, 'realmem', 'dialogues.jsonl'), jsonl([{ person: 'Ana', sessions }]));
  writeFileSync(
    join(folder, 'realmem', 'queries.jsonl'),
    jsonl([
      { ...query, gold_sessions: ['s3', 's1'] },
      { ...query, session: 's1', gold_sessions: ['s1'] },
    ]),
  );
  return folder;
}

it('a session starts after earlier turns of its day; a blank turn keeps its number', () => {
  const [person] = readRealmem(madeUpData());
  expect(person?.sessions.map(({ startsAt }) => startsAt?.toISOString())).toEqual([
    '2026-01-02T00:00:00.000Z',
    '2026-01-03T00:00:00.000Z',
    '2026-01-02T00:03:00.000Z',
  ]);
  expect(person?.sessions[0]?.turns.map(({ unit, role }) => [unit, role])).toEqual([
    ['s1#1', 'user'],
    ['s1#3', 'assistant'],
  ]);
  expect(person?.facts[0]).toEqual({ text: 'User has rabbits.', units: ['s1#1'] });
  expect(person?.facts).toHaveLength(3);
});

it('a query runs at the start of its session, which does not count as an answer', () => {
  const [person] = readRealmem(madeUpData());
  expect(person?.questions).toEqual([
    {
      text: 'My rabbits are called Flip and Flop.',
      gold: ['s1'],
      beforeSession: 's3',
      at: new Date('2026-01-02T00:03:00Z'),
    },
  ]);
});

it('a query does not see similar turns of its own session', async () => {
  const context = { folder: madeUpData(), every: 1, embedder: hashEmbedder(), progress: () => {} };
  const { n, souvenir, keyword } = await measure(realmem, context);
  const perfect = { 'frac@10': { value: 100 }, 'R@1': { value: 100 }, mrr: { value: 100 } };
  expect([n, souvenir, keyword]).toMatchObject([1, perfect, perfect]);
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashEmbedder } from '../../../src/embedders/index.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { measure } from '../measure.ts';
import { readLongmemeval } from '../read/read-longmemeval.ts';
import { longmemeval } from './longmemeval.ts';

const folder = temporaryFolder();

const instance = (question_id: string) => ({
  question_id,
  question_type: 'single-session-user',
  question: 'My rabbits are called Flip and Flop.',
  answer: 42,
  question_date: '2024/01/09 (Tue) 10:00',
  haystack_session_ids: ['s1', 's2'],
  haystack_dates: ['2024/01/02 (Tue) 09:30', '2024/01/05 (Fri) 23:59'],
  haystack_sessions: [
    [
      { role: 'user', content: 'I painted the "fence" {of the garden}.' },
      { role: 'assistant', content: 'Lovely ]}\\' },
    ],
    [
      { role: 'user', content: 'My rabbits are called Flip and Flop.', has_answer: true },
      { role: 'assistant', content: 'Cute rabbits!', has_answer: false },
      { role: 'assistant', content: '' },
    ],
  ],
  answer_session_ids: ['s2'],
});

function fileOf(instances: readonly object[], variant = 's'): string {
  mkdirSync(join(folder, 'longmemeval'), { recursive: true });
  const path = join(folder, 'longmemeval', `longmemeval_${variant}.json`);
  writeFileSync(path, JSON.stringify(instances, undefined, 2));
  return path;
}

async function read(path: string) {
  const trials = [];
  for await (const trial of readLongmemeval(path)) trials.push(trial);
  return trials;
}

it('longmemeval reads haystacks with dates, and knows questions without an answer by their name', async () => {
  const trials = await read(fileOf([instance('q1'), instance('q2_abs')]));
  expect(trials[1]?.questions[0]?.unanswerable).toBe('unanswerable');
  expect(trials.slice(0, 1)).toEqual([
    {
      name: 'q1',
      sessions: [
        {
          id: 's1',
          startsAt: new Date('2024-01-02T09:30:00Z'),
          turns: [
            { unit: 's1#0', role: 'user', content: 'I painted the "fence" {of the garden}.' },
            { unit: 's1#1', role: 'assistant', content: 'Lovely ]}\\' },
          ],
        },
        {
          id: 's2',
          startsAt: new Date('2024-01-05T23:59:00Z'),
          turns: [
            { unit: 's2#0', role: 'user', content: 'My rabbits are called Flip and Flop.' },
            { unit: 's2#1', role: 'assistant', content: 'Cute rabbits!' },
          ],
        },
      ],
      questions: [
        {
          text: 'My rabbits are called Flip and Flop.',
          at: new Date('2024-01-09T10:00:00Z'),
          gold: ['s2#0'],
          goldSessions: ['s2'],
        },
      ],
    },
  ]);
});

it('longmemeval scores sessions and turns separately', async () => {
  fileOf([instance('q1')]);
  const context = { folder, every: 1, embedder: hashEmbedder(), progress: () => {} };
  const { n, souvenir, keyword } = await measure(longmemeval, context);
  expect(n).toBe(1);
  const perfect = { value: 100, low: 100, high: 100 };
  expect(souvenir).toMatchObject({
    ...{ 'session.frac@10': perfect, 'session.R@1': perfect, 'turn.all@10': perfect, 'turn.mrr': perfect },
  });
  expect(Object.keys(keyword ?? {})).toEqual(Object.keys(souvenir));
});

it('longmemeval reads the file that is given', async () => {
  fileOf([instance('q1')]);
  const path = fileOf([instance('q1'), instance('q2')], 'oracle');
  const context = { folder: path, every: 1, embedder: hashEmbedder(), progress: () => {} };
  expect((await longmemeval(context)).n).toBe(2);
});

it('longmemeval reports a truncated file by name', async () => {
  const path = join(folder, 'cut.json');
  writeFileSync(path, JSON.stringify([instance('q1'), instance('q2')]).slice(0, -40));
  await expect(read(path)).rejects.toThrow('ends within element 1');
});

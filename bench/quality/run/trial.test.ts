import { expect, it } from 'vitest';
import { hashEmbedder } from '../../../src/embedders/index.ts';
import { runTrials } from './trial.ts';

const context = { folder: '', embedder: hashEmbedder(), progress: () => {} };
const CONTENT = 'My rabbits are called Flip and Flop.';
const trial = (name: string, questions: number) => ({
  name,
  sessions: [{ id: '1', turns: [{ unit: 'turn', speaker: 'Ana', content: CONTENT }] }],
  questions: Array.from({ length: questions }, (_, at) => ({ text: `${name} ${at}: rabbits?`, gold: ['turn'] })),
});

it('of the questions of all trials every second one is asked if that is asked for', async () => {
  const answered = await runTrials([trial('first', 3), trial('second', 1), trial('third', 1)], {
    ...context,
    every: 2,
  });
  expect(answered.map(({ question }) => question.text)).toEqual([
    'first 0: rabbits?',
    'first 2: rabbits?',
    'third 0: rabbits?',
  ]);
});

it('questions are dated a day after the last item; undated items start on 2024-01-01', async () => {
  const questions = [{ text: `Ana: ${CONTENT}`, gold: ['turn'] }];
  const [asked] = await runTrials([{ ...trial('undated', 0), questions }], { ...context, every: 1 });
  expect(asked?.answer.items[0]).toMatchObject({
    content: `Ana: ${CONTENT}`,
    validAt: new Date('2024-01-01T00:00:00Z'),
  });
  expect(asked?.answer.items[0]?.breakdown.adjustments.age).toBeLessThan(1);
  expect(asked?.keyword.map(({ unit }) => unit)).toEqual(['turn']);
});

import { expect, it } from 'vitest';
import { curve } from './curve.ts';
import { examplesOf, type Source } from './examples.ts';

const occurredAt = new Date('2024-03-04T09:00:00Z');

const source: Source = {
  ...{ dataset: 'locomo', name: 'made up', fold: 0, people: ['Ana', 'Bob'] },
  sessions: [{ id: '1', turns: [{ unit: 'a', speaker: 'Ana', content: 'I keep bees behind the chapel.' }] }],
  turns: [
    { unit: 'a', role: 'user', speaker: 'Ana', content: 'I keep bees behind the chapel.', occurredAt, before: [] },
    { unit: 'b', role: 'user', speaker: 'Bob', content: 'I saw a film about harbours.', occurredAt, before: [] },
  ],
  silver: [{ text: 'Ana keeps bees behind a chapel.', units: ['a'] }],
};

it('marks the candidates that are facts, and counts them at each threshold', () => {
  const turns = examplesOf(source);
  expect(turns.map(({ candidates }) => candidates.map(({ text, facts }) => [text, facts.length]))).toEqual([
    [['Ana keeps bees behind the chapel.', 1]],
    [['Bob saw a film about harbours.', 0]],
  ]);
  const worth = ({ text }: { text: string }) => (text.startsWith('Ana') ? 0.8 : 0.3);
  expect(curve(turns, worth, [0.1, 0.5])).toMatchObject([
    { least: 0.1, 'locomo coverage': 1, 'locomo precision': 0.5 },
    { least: 0.5, 'locomo coverage': 1, 'locomo precision': 1 },
  ]);
});

import { expect, it } from 'vitest';
import { countExtraction, extractionMetrics } from './extraction-metrics.ts';

const LONG_TURN =
  'Yesterday after work my sister and I walked slowly along the old harbour wall watching small boats come home';

const source = {
  people: ['Ana'],
  sessions: [
    {
      id: '1',
      turns: [
        { unit: 'a', content: 'I adopted two grey rabbits.' },
        { unit: 'b', content: LONG_TURN },
      ],
    },
  ],
  silver: [
    { text: 'Ana adopted grey rabbits', units: ['a'] },
    { text: 'Ana walked along the harbour', units: ['b'] },
  ],
};

it('extraction metrics count hits, extras, repeats and duplicates', () => {
  const memories = [
    { text: 'Ana adopted two grey rabbits', units: ['a'] },
    { text: 'Ana adopted two grey rabbits.', units: ['a'] },
    { text: LONG_TURN, units: ['b'] },
    { text: 'Ana is tall', units: ['a'] },
  ];
  expect(extractionMetrics([countExtraction(memories, source)])).toEqual({
    coverage: 0.5,
    precision: 0.5,
    junk: 0.25,
    duplicates: 250,
    per100turns: 200,
  });
});

it('extraction metrics are zero without memories', () => {
  expect(Object.values(extractionMetrics([countExtraction([], source)]))).toEqual([0, 0, 0, 0, 0]);
});

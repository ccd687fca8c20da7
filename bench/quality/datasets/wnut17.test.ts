import { expect, it } from 'vitest';
import { goldSpans, spanF1 } from './wnut17.ts';

it('wnut17 reads spans from tags', () => {
  const tokens = ['see', 'New', 'York', 'Ana', 'and', 'Ben'];
  const spans = goldSpans(tokens, ['O', 'B-location', 'I-location', 'B-person', 'O', 'B-person']);
  expect(spans.map(({ start, end }) => tokens.join(' ').slice(start, end))).toEqual(['New York', 'Ana', 'Ben']);
});

it('wnut17 counts only exact spans, over all sentences', () => {
  const [a, b, c] = [
    { start: 0, end: 3 },
    { start: 4, end: 8 },
    { start: 4, end: 7 },
  ];
  expect(spanF1([{ gold: [a, b], found: [b, a] }])).toBe(1);
  expect(spanF1([{ gold: [b], found: [c] }])).toBe(0);
  expect(
    spanF1([
      { gold: [a], found: [a, b] },
      { gold: [a], found: [] },
    ]),
  ).toBe(0.5);
  expect(spanF1([{ gold: [], found: [] }])).toBe(0);
});

import { expect, it } from 'vitest';
import { keywordBaseline } from './keyword-baseline.ts';

it('the keyword baseline matches stems of content words, best first, and ignores query syntax', () => {
  const baseline = keywordBaseline();
  baseline.add([
    { unit: 'rabbit', text: 'Ana keeps two rabbits in the garden.' },
    { unit: 'garden', text: 'The garden is the garden of the house.' },
  ]);
  const units = (query: string) => baseline.search(query, 10).map(({ unit }) => unit);
  expect(units('What about a rabbit in the garden?')).toEqual(['rabbit', 'garden']);
  expect(units('"rabbit" NOT (garden* OR')).toEqual(['rabbit', 'garden']);
  expect(units('the')).toEqual(expect.arrayContaining(['rabbit', 'garden']));
  expect(units('?!')).toEqual([]);
  expect(baseline.search('rabbit', 10)[0]?.score).toBeGreaterThan(0);
  baseline.close();
});

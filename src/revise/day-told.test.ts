import { describe, expect, it } from 'vitest';
import { dayAround, dayTold } from './day-told.ts';

const NOW = new Date('2026-03-18T15:30:00Z');

describe('the day a text clearly tells', () => {
  it.each([
    ['a date', 'We met on 3 May 2024.', '2024-05-03'],
    ['a day before today', 'Yesterday we moved to Frankfurt.', '2026-03-17'],
    ['a month, by its first day', 'In March 2023 the team met in Lisbon.', '2023-03-01'],
    ['none', 'Tom broke his leg.', undefined],
    ['two', 'We met on 3 May 2024 and on 5 May 2024.', undefined],
    ['one to come', 'The fair is on 3 May 2027.', undefined],
    ['one without a beginning', 'It was before May 2020.', undefined],
  ])('%s', (_, text, day) => {
    expect(dayTold(text, NOW)?.toISOString().slice(0, 10)).toBe(day);
  });

  it('has a first and a last moment', () => {
    const { from, to } = dayAround(NOW);
    expect([from.toISOString(), to.toISOString()]).toEqual(['2026-03-18T00:00:00.000Z', '2026-03-18T23:59:59.999Z']);
  });
});

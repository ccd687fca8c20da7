import { describe, expect, it } from 'vitest';
import { type DateMatch, type ExpectedDate, isRight } from './date-match.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const matches = (start: number, end: number, from?: string, to?: string): DateMatch => ({
  ...{ start, end },
  from: from === undefined ? undefined : day(from),
  to: to === undefined ? undefined : day(to),
});

describe('a date', () => {
  const expected = {
    kind: 'date',
    start: 5,
    end: 10,
    values: [{ value: '2024-05-01' }, { value: '2025-05-01' }],
  } as const;

  it('matches an overlapping span with one of its values', () => {
    expect(isRight(expected, [matches(0, 6, '2025-05-01', '2025-05-02')])).toBe(true);
    expect(isRight(expected, [matches(5, 10, '2023-05-01')])).toBe(false);
    expect(isRight(expected, [matches(0, 5, '2024-05-01'), matches(10, 12, '2024-05-01')])).toBe(false);
  });

  it('does not match a longer range that starts on the same day', () => {
    expect(isRight(expected, [matches(5, 10, '2024-05-01', '2024-05-08')])).toBe(false);
  });
});

describe('a range', () => {
  const range = (start?: string, end?: string) =>
    ({ kind: 'daterange', start: 0, end: 4, values: [{ start, end }] }) as ExpectedDate;

  it('matches in both ends', () => {
    expect(isRight(range('2024-01-01', '2025-01-01'), [matches(0, 4, '2024-01-01', '2025-01-01')])).toBe(true);
    expect(isRight(range('2024-01-01', '2025-01-01'), [matches(0, 4, '2024-01-01', '2024-12-31')])).toBe(false);
  });

  it('matches an open range if the value has no end', () => {
    expect(isRight(range('2024-01-01'), [matches(0, 4, '2024-01-01')])).toBe(true);
    expect(isRight(range('2024-01-01'), [matches(0, 4, '2024-01-01', '2025-01-01')])).toBe(false);
    expect(isRight(range(), [matches(0, 4)])).toBe(false);
  });
});

import { expect, it } from 'vitest';
import { findDates } from '../dates/find-dates.ts';
import { findAssertions } from './find-assertions.ts';

const daysIn = (text: string, spokenOn: string): (string | undefined)[] =>
  findDates(text, new Date(`${spokenOn}T10:00:00Z`)).map(({ from }) => from?.toISOString().slice(0, 10));

it.each([
  ['My dentist appointment was moved to Tuesday, May 13 at 11am.', '2025-05-07', '2025-05-13'],
  ['Priya pushed the demo to Monday, May 19 at 2pm.', '2025-05-07', '2025-05-19'],
  ['My flight was rebooked to January 5.', '2025-12-20', '2026-01-05'],
  ['The exam got postponed until the 9th of January.', '2025-12-20', '2026-01-09'],
  ['They changed the viewing to 3 June.', '2025-05-07', '2025-06-03'],
  ['The surgery was rescheduled for 2 April.', '2025-05-07', '2026-04-02'],
  ['The party was pushed back to June.', '2025-05-07', '2025-06-01'],
  ['The call was moved to Tuesday 13 May.', '2025-05-07', '2025-05-13'],
  ['We booked the cabin from June 3 to June 8.', '2025-05-07', '2025-06-03'],
])('a new day lies ahead: %s', (text, spokenOn, day) => {
  expect(daysIn(text, spokenOn)).toEqual([day]);
});

it.each([
  ['We got married on Saturday, June 1.', '2024-06-01'],
  ['We had dinner on Tuesday, May 6.', '2025-05-06'],
  ['The recital is on Friday, June 5.', '2026-06-05'],
  ['I met her on Friday, May 13.', '2024-05-13'],
])('a weekday settles the year, if it is that day in one about now: %s', (text, day) => {
  expect(daysIn(text, '2025-05-07')).toEqual([day]);
});

it.each([
  ['I moved to Rome on April 3.', ['2025-04-03']],
  ['I moved to Rome in March.', ['2025-03-01']],
  ['Last year the wedding was moved to May 20.', ['2024-01-01', '2024-05-20']],
  ['The meeting was moved from May 6 to May 13.', ['2025-05-06', '2025-05-13']],
])('what happened keeps its day: %s', (text, days) => {
  expect(daysIn(text, '2025-05-07')).toEqual(days);
});

it.each([
  ['My interview was moved from Monday to Friday.', '2025-05-09'],
  ['I rescheduled my dentist appointment from Friday, May 9 to Monday, May 12.', '2025-05-12'],
])('the day that was left is no longer when: %s', (content, day) => {
  const [found] = findAssertions({
    ...{ content, role: 'user', speaker: 'Tom' },
    occurredAt: new Date('2025-05-07T10:00:00Z'),
  });
  expect(found?.when?.from.toISOString().slice(0, 10)).toBe(day);
});

it.each(["I've joined a choir on Friday evenings.", "I've had therapy on Tuesday afternoons for years."])(
  'a habit has no day: %s',
  (text) => {
    expect(daysIn(text, '2025-05-07')).toEqual([]);
  },
);

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DateReading } from '../../../contracts/language.ts';
import { findDates } from './find-dates.ts';

/** A Monday. */
const REFERENCE = new Date('2023-05-08T15:30:00Z');

const day = (date: Date | undefined): string => date?.toISOString().slice(0, 10) ?? '';
const shown = ({ from, to }: DateReading): string => `${day(from)}..${day(to)}`;

/** Each found expression with its likeliest reading. */
const read = (text: string, reference = REFERENCE): string[] =>
  findDates(text, reference).map((matches) => `${matches.text} = ${shown(matches)}`);

describe('findDates on single days', () => {
  it.each([
    ['We met on May 8, 2021.', 'May 8, 2021', '2021-05-08'],
    ['born 3 June 1990 in Porto', '3 June 1990', '1990-06-03'],
    ['on the 14th of February, 2022', 'the 14th of February, 2022', '2022-02-14'],
    ['due 8/5/2024', '8/5/2024', '2024-08-05'],
    ['due 25/12/2024', '25/12/2024', '2024-12-25'],
    ['released 2023-01-31T10:00', '2023-01-31', '2023-01-31'],
    ['signed on 31.1.2023', '31.1.2023', '2023-01-31'],
    ['dentist Thursday, 11 May', 'Thursday, 11 May', '2023-05-11'],
    ['It was on May the third.', 'May the third', '2023-05-03'],
    ['Call me today', 'today', '2023-05-08'],
    ["I saw yesterday's game", 'yesterday', '2023-05-07'],
    ['see you tomorrow!', 'tomorrow', '2023-05-09'],
    ['I slept badly last night', 'last night', '2023-05-07'],
    ['I ran this morning', 'this morning', '2023-05-08'],
    ['the day before yesterday', 'the day before yesterday', '2023-05-06'],
    ['ready the day after tomorrow', 'the day after tomorrow', '2023-05-10'],
    ['two days ago', 'two days ago', '2023-05-06'],
    ['a couple of weeks ago I moved', 'a couple of weeks ago', '2023-04-24'],
    ['He left 3 months ago', '3 months ago', '2023-02-08'],
    ['twenty-one days from now', 'twenty-one days from now', '2023-05-29'],
    ['we fly in three weeks', 'in three weeks', '2023-05-29'],
    ['2 weeks and 3 days ago', '2 weeks and 3 days ago', '2023-04-21'],
    ['last Friday was fun', 'last Friday', '2023-05-05'],
    ['this Friday', 'this Friday', '2023-05-12'],
    ['next Friday', 'next Friday', '2023-05-19'],
    ['Friday next week', 'Friday next week', '2023-05-19'],
    ['last week on Tuesday', 'last week on Tuesday', '2023-05-02'],
    ['the Saturday before 20 May', 'the Saturday before 20 May', '2023-05-13'],
    ['three days after Christmas 2022', 'three days after Christmas 2022', '2022-12-28'],
    ['the second Sunday of June 2024', 'the second Sunday of June 2024', '2024-06-09'],
    ["on New Year's Eve 2021", "New Year's Eve 2021", '2021-12-31'],
    ['Easter 2024 was early', 'Easter 2024', '2024-03-31'],
    ['last Thanksgiving', 'last Thanksgiving', '2022-11-24'],
    ['What did I eat the previous day?', 'the previous day', '2023-05-07'],
  ])('%s', (text, phrase, date) => {
    const [matches, ...others] = findDates(text, REFERENCE);
    expect(others).toEqual([]);
    expect(matches).toMatchObject({ text: phrase, kind: 'date' });
    expect(matches && day(matches.from)).toBe(date);
  });
});

describe('findDates on periods', () => {
  it.each([
    ['It rained last week', 'last week', '2023-05-01..2023-05-08'],
    ['How was my last week?', 'last week', '2023-05-01..2023-05-08'],
    ['We met last week at the lake', 'last week', '2023-05-01..2023-05-08'],
    ["Ana's last month, and her next", 'last month', '2023-04-01..2023-05-01'],
    ['the last week of this month', 'the last week of this month', '2023-05-22..2023-05-29'],
    ['next month', 'next month', '2023-06-01..2023-07-01'],
    ['this weekend', 'this weekend', '2023-05-13..2023-05-15'],
    ['this year', 'this year', '2023-01-01..2024-01-01'],
    ['May 2021', 'May 2021', '2021-05-01..2021-06-01'],
    ['in September last year', 'September last year', '2022-09-01..2022-10-01'],
    ['back in 2015 we', '2015', '2015-01-01..2016-01-01'],
    ['Q2 2024', 'Q2 2024', '2024-04-01..2024-07-01'],
    ['the third quarter of 2022', 'the third quarter of 2022', '2022-07-01..2022-10-01'],
    ['summer 2019', 'summer 2019', '2019-06-01..2019-09-01'],
    ['last winter', 'last winter', '2022-12-01..2023-03-01'],
    ['the past two years', 'the past two years', '2021-05-08..2023-05-08'],
    ['over the next five days', 'the next five days', '2023-05-09..2023-05-14'],
    ['early 2020', 'early 2020', '2020-01-01..2020-07-01'],
    ['the end of March 2022', 'the end of March 2022', '2022-03-16..2022-04-01'],
    ['mid-June 2022', 'mid-June 2022', '2022-06-10..2022-06-21'],
    ['the first week of January 2024', 'the first week of January 2024', '2024-01-01..2024-01-08'],
    ['the last two months of 2021', 'the last two months of 2021', '2021-11-01..2022-01-01'],
    ['the weekend before 17 July 2022', 'the weekend before 17 July 2022', '2022-07-09..2022-07-11'],
  ])('%s', (text, phrase, span) => {
    const matches = findDates(text, REFERENCE).at(-1);
    expect(matches).toMatchObject({ text: phrase, kind: 'range' });
    expect(matches && shown(matches)).toBe(span);
  });
});

describe('findDates on ranges', () => {
  it.each([
    ['from May 3 to May 7, 2022', '2022-05-03..2022-05-08'],
    ['from 2014 to 2018', '2014-01-01..2019-01-01'],
    ['2014-2018', '2014-01-01..2019-01-01'],
    ['between March and June 2020', '2020-03-01..2020-07-01'],
    ['April 9th through 17th, 2021', '2021-04-09..2021-04-18'],
    ['Dec 20, 2022 - Jan 5, 2023', '2022-12-20..2023-01-06'],
    ['from 25 October to 25 January 2023', '2022-10-25..2023-01-26'],
    ['from 2019 until now', '2019-01-01..2023-05-09'],
    ['from 2007 to the end of 2008', '2007-01-01..2009-01-01'],
    ['since 2015', '2015-01-01..'],
    ['since last Monday', '2023-05-01..'],
    ['after 2018', '2019-01-01..'],
    ['before May 2020', '..2020-05-01'],
    ['until yesterday', '..2023-05-08'],
    ['by the end of this month', '..2023-06-01'],
    ['2012 or later', '2012-01-01..'],
  ])('%s', (text, span) => expect(read(`x ${text}`)).toEqual([`${text} = ${span}`]));

  it('that end with a date may stop before that date', () => {
    const [matches] = findDates('from 2014 to 2018', REFERENCE);
    expect(matches?.alternatives?.map(shown)).toEqual(['2014-01-01..2018-01-01']);
  });
});

describe('findDates on recurring dates', () => {
  it.each([
    ['I was there on Thursday', ['2023-05-04..2023-05-05', '2023-05-11..2023-05-12']],
    ["I'll be there on Thursday", ['2023-05-11..2023-05-12', '2023-05-04..2023-05-05']],
    ['in April', ['2023-04-01..2023-05-01', '2024-04-01..2024-05-01']],
    ['in May', ['2023-05-01..2023-06-01', '2022-05-01..2022-06-01', '2024-05-01..2024-06-01']],
    ['we moved in December', ['2022-12-01..2023-01-01', '2023-12-01..2024-01-01']],
    ['we will move in March', ['2024-03-01..2024-04-01', '2023-03-01..2023-04-01']],
    ['on the 3rd', ['2023-05-03..2023-05-04', '2023-06-03..2023-06-04']],
    ['on the 31st', ['2023-05-31..2023-06-01', '2023-03-31..2023-04-01']],
    ['29 February', ['2024-02-29..2024-03-01', '2020-02-29..2020-03-01']],
    ['at Christmas', ['2022-12-25..2022-12-26', '2023-12-25..2023-12-26']],
  ])('%s', (text, readings) => {
    const [matches] = findDates(text, REFERENCE);
    expect(matches && [matches, ...(matches.alternatives ?? [])].map(shown)).toEqual(readings);
  });

  it('with a loose count have the whole unit as a second reading', () => {
    const [matches] = findDates('two years ago', REFERENCE);
    expect(matches && [matches, ...(matches.alternatives ?? [])].map(shown)).toEqual([
      '2021-05-08..2021-05-09',
      '2021-01-01..2022-01-01',
    ]);
  });
});

describe('findDates on text without a date', () => {
  it.each([
    'You may leave, and she may come.',
    'May I ask something?',
    'They march to the sea.',
    'April told June about it.',
    'The sun sat low.',
    'I sat 3 hours in the sun.',
    'Wait a second, the second one is better.',
    'I have 12 apples and 2000 steps to go.',
    'Version 2.10.3 of node 20.11.1',
    'Call +1 (206) 555-1212 or 2010-2015-86.',
    'code 133-03-03-2020',
    'Meet me at 7:30 pm, or 9 am',
    'the 3rd floor, the 5th time',
    'Add 1/2 cup and 3/4 spoon',
    'open 24/7',
    'every Monday and Thursday',
    'each summer',
    'in her 30s',
    'He fell down the stairs.',
    'It was up to date.',
    '2015-02-31 is no day, nor is 13/13/2020',
    'costs $2000',
    'room 2018b',
    'one may ask',
    'When is my last day?',
    'when was my first day at Vestas',
    "What is Tom's last day at the firm?",
    'the last day to sign up',
    'What happened the day after the party?',
    'a week after the operation',
    'I spent my last week at Siemens packing.',
    'In his last year of school he broke an arm.',
    'When is our last weekend together?',
    'My last Friday at the bakery was hard.',
    'the last week of the course',
    'the last month before the exam',
    'her previous year in Rome',
    '',
  ])('%s', (text) => expect(read(text)).toEqual([]));
});

it('findDates finds several dates in one text, in order', () => {
  expect(read('Yesterday I booked the flight for June 3, 2023; we stay until next Friday.')).toEqual([
    'Yesterday = 2023-05-07..2023-05-08',
    'June 3, 2023 = 2023-06-03..2023-06-04',
    'until next Friday = ..2023-05-20',
  ]);
});

it('findDates counts from the reference day in UTC', () => {
  expect(read('today', new Date('2024-02-29T23:59:59Z'))).toEqual(['today = 2024-02-29..2024-03-01']);
  expect(read('a year from now', new Date('2024-02-29T00:00:00Z'))).toEqual([
    'a year from now = 2025-02-28..2025-03-01',
  ]);
});

describe('findDates on any text', () => {
  const words =
    `may march 3 31 2020 1/2 - 5/1 the of last next this friday week weeks a couple ago from to between and since before the end
    of month year 90 s ' 3rd twenty first christmas in every until 99999 999 centuries , . early q4 two thousand`.split(
      /\s+/,
    );
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.constantFrom(...words), { maxLength: 14 }).map((each) => each.join(' ')),
  );

  it('returns offsets of the phrase and spans that run forward', () => {
    fc.assert(
      fc.property(texts, fc.date({ noInvalidDate: false }), (text, reference) => {
        let last = 0;
        for (const matches of findDates(text, reference)) {
          expect(text.slice(matches.start, matches.end)).toBe(matches.text);
          expect(matches.start).toBeGreaterThanOrEqual(last);
          last = matches.end;
          for (const { from, to } of [matches, ...(matches.alternatives ?? [])])
            expect(Number(from ?? -Infinity)).toBeLessThan(Number(to ?? Infinity));
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each(['1 ', 'the ', 'last ', 'two days before ', 'from 1/1 ', '2020-', 'every monday x ', 'may 5 to '])(
    'finishes on 100 KB of repeated %j',
    (piece) => {
      const matches = findDates(`${piece.repeat(100_000 / piece.length)}. yesterday`, REFERENCE);
      expect(matches.at(-1)?.text).toMatch(/yesterday$/);
    },
  );
});

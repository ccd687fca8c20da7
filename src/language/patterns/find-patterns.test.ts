import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPatterns } from './find-patterns.ts';
import { findThemes } from './find-themes.ts';

/** One on each day, each in a session of its own. */
const told = (...texts: string[]) =>
  texts.map((text, day) => ({ text, at: new Date(Date.UTC(2026, 0, 1 + day, 9)), session: `s${day}` }));
const learnt = (...texts: string[]) => findPatterns(told(...texts));

describe('what is so', () => {
  it.each<[string, string[], string, number[]]>([
    [
      'a habit is told in the words of its fullest telling',
      [
        'Rode the bike to the office.',
        'It rained.',
        'I rode my bike to the office today.',
        'The bike to the office was fun.',
      ],
      'Usually rides my bike to the office.',
      [0, 2, 3],
    ],
    [
      'a day of the week is every one',
      ['Swam in the lake on Tuesday.', 'Tuesday: a swim in the lake.', 'Was swimming in the lake this Tuesday.'],
      'Usually swims in the lake on Tuesdays.',
      [0, 1, 2],
    ],
    [
      'what happens to somebody is told as it is',
      [
        'The printer jammed on thick paper.',
        'Thick paper jammed the printer again.',
        'Printer jam, thick paper once more.',
      ],
      'Usually: Thick paper jammed the printer.',
      [0, 1, 2],
    ],
    [
      'what is asked for again and again is a wish, even if it is one word',
      ['Give me metric units.', 'Metric, please.', 'Use metric for the recipe, please.'],
      'Usually asks: give me metric units.',
      [0, 1, 2],
    ],
  ])('%s', (_, texts, content, sources) => {
    expect(learnt(...texts)).toEqual([{ type: 'semantic', content, sources }]);
  });
});

describe('how something is done', () => {
  it.each<[string, string[], string]>([
    [
      'in the order of time, not of words',
      ['Rinsed the rice, then boiled it.', 'Before boiling the rice I rinsed it.', 'Boiled the rice after rinsing it.'],
      'Usually: rinse the rice, then boil it.',
    ],
    [
      'told as a list',
      [
        'Locked the door, set the alarm and hid the key.',
        'Door locked, alarm set, key hidden.',
        'Hid the key after I had locked the door and set the alarm.',
      ],
      'Usually: lock the door, then set the alarm, then hide the key.',
    ],
  ])('%s', (_, texts, content) => {
    const [pattern, ...more] = learnt(...texts);
    expect(more).toEqual([]);
    expect(pattern?.type).toBe('procedural');
    expect(pattern?.content.replace(/ it\b/g, '')).toBe(content.replace(/ it\b/g, ''));
  });

  it('in session after session, a turn for each step', () => {
    const day = (date: number, minute: number) => new Date(Date.UTC(2026, 0, date, 9, minute));
    const routine = [1, 2, 3].flatMap((date) =>
      ['Ran the tests.', 'Deployed the release to staging.', 'Posted the result in the channel.'].map(
        (text, minute) => ({
          ...{ text, at: day(date, minute), session: `s${date}` },
        }),
      ),
    );
    expect(findPatterns(routine)).toEqual([
      {
        type: 'procedural',
        content: 'Usually: run the tests, then deploy the release to staging, then post the result in the channel.',
        sources: [0, 1, 2, 3, 4, 5, 6, 7, 8],
      },
    ]);
  });

  it('not if the order changes', () => {
    const both = ['Watered the ferns.', 'Fed the hens.'];
    const turns = [both, both.toReversed(), both, both.toReversed()].flatMap((texts, date) =>
      texts.map((text, minute) => ({
        text,
        at: new Date(Date.UTC(2026, 0, date + 1, 9, minute)),
        session: `s${date}`,
      })),
    );
    expect(findPatterns(turns).map(({ type }) => type)).toEqual(['semantic', 'semantic']);
  });
});

describe('nothing', () => {
  it.each<[string, string[]]>([
    ['from what was so twice', ['Rode the bike to the office.', 'It rained.', 'Rode the bike to the office again.']],
    [
      'from one word that is shared',
      ['The light is out.', 'We packed light.', 'A light lunch.', 'He made light of it.'],
    ],
    [
      'from one name for one thing',
      ['Read about machine learning.', 'Machine learning is a field.', 'A talk on machine learning.'],
    ],
    ['from greetings', ['Good morning!', 'Good morning!', 'Good morning, Anna!']],
    [
      'from questions',
      ['Is the bike at the office?', 'Was the bike at the office?', 'Will the bike be at the office?'],
    ],
    ['from words that stand in everything', ['It was a good day again.', 'A good day.', 'Such a good day today.']],
    [
      'from what is said to somebody about the talk',
      ['You can explain the idea at length.', 'You explain the idea well.', 'I like how you explain the idea.'],
    ],
  ])('%s', (_, texts) => {
    expect(learnt(...texts)).toEqual([]);
  });

  it('from what is told three times in one session of a day', () => {
    const at = new Date(Date.UTC(2026, 0, 1));
    const text = 'Rode the bike to the office.';
    expect(findPatterns([1, 2, 3].map(() => ({ text, at, session: 's' })))).toEqual([]);
    expect(
      findPatterns([1, 2, 3].map((day) => ({ text, at: new Date(Date.UTC(2026, 0, day)), session: 's' }))),
    ).toHaveLength(1);
    expect(findPatterns([1, 2, 3].map(() => ({ text, at })))).toHaveLength(1);
  });

  it('from words that meet no more often than by chance among many', () => {
    const words = 'apple river candle basket window garden pencil mirror ladder blanket'.split(' ');
    const texts = Array.from({ length: 900 }, (_, at) => {
      const word = (step: number) => words[Math.floor(at / step) % words.length];
      return `The ${word(1)} is near the ${word(10)} and far from number${at} and thing${at * 7} and item${at * 3}.`;
    });
    expect(findThemes(told(...texts), 3)).toEqual([]);
  });
});

it('needs as many as it is told', () => {
  const texts = told('Rode the bike to the office.', 'Rode the bike to the office.', 'The bike to the office.');
  expect(findPatterns(texts, 3)).toHaveLength(1);
  expect(findPatterns(texts, 4)).toEqual([]);
});

it('whatever is told, every pattern has words and rests on enough of it', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 80 }),
    fc
      .array(
        fc.constantFrom(
          'took',
          'the',
          'train',
          'to',
          'work',
          ',',
          'then',
          'slept',
          'before',
          'lunch',
          'and',
          '?',
          'I',
          'checked',
        ),
        {
          maxLength: 12,
        },
      )
      .map((words) => words.join(' ')),
  );
  const occurrence = fc.record({
    text,
    at: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
    session: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  });
  fc.assert(
    fc.property(fc.array(occurrence, { maxLength: 12 }), fc.integer({ min: 2, max: 4 }), (occurrences, least) => {
      for (const { content, sources, type } of findPatterns(occurrences, least)) {
        expect(content).toMatch(/^Usually.*[\p{L}\p{N}].*\.$/su);
        expect(['semantic', 'procedural']).toContain(type);
        expect(sources.length).toBeGreaterThanOrEqual(least);
        expect(sources).toEqual([...new Set(sources)].sort((a, b) => a - b));
        expect(occurrences.at(Math.max(...sources))).toBeDefined();
      }
    }),
  );
});

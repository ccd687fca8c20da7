import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPatterns } from './find-patterns.ts';
import { findThemes } from './find-themes.ts';

/** One on each day, each in a session of its own. */
const told = (...texts: string[]) =>
  texts.map((text, day) => ({ text, at: new Date(Date.UTC(2026, 0, 1 + day, 9)), session: `s${day}` }));
const learnt = (...texts: string[]) => findPatterns(told(...texts));
/** The same in talk that goes on around it. */
const talkOf = (speaker: string, ...texts: string[]) =>
  told(...texts).map((one, at) => ({
    ...{ ...one, speaker },
    text: `${speaker}: ${['Hey, good to see you!', 'Oh, that is a pity.', 'Ha, nice!'][at % 3]} ${one.text} How about you?`,
  }));
const learntInTalk = (...texts: string[]) => findPatterns(talkOf('Ana', ...texts)).map(({ content }) => content);

describe('what is so', () => {
  it.each<[string, string[], string, number[]]>([
    [
      'a habit is told as a whole sentence',
      [
        'Rode the bike to the office.',
        'It rained.',
        'I rode my bike to the office today.',
        'The bike to the office was fun.',
      ],
      'The user usually rides the bike to the office.',
      [0, 2, 3],
    ],
    [
      'a day of the week is every one',
      ['Swam in the lake on Tuesday.', 'Tuesday: a swim in the lake.', 'Was swimming in the lake this Tuesday.'],
      'The user usually swims in the lake on Tuesdays.',
      [0, 1, 2],
    ],
    [
      'what happens is told of what it happens to',
      [
        'The printer jammed on thick paper.',
        'Thick paper jammed the printer again.',
        'Printer jam, thick paper once more.',
      ],
      'The printer usually jams on thick paper.',
      [0, 1, 2],
    ],
    [
      'what was so is told as it is',
      ['The lift was out of order on Monday.', 'Monday, lift out of order.', 'The lift was out of order this Monday.'],
      'The lift is usually out of order on Mondays.',
      [0, 1, 2],
    ],
    [
      'how things are asked for again and again is a wish, even if it is one word',
      ['Give me metric units.', 'Metric, please.', 'Use metric for the recipe, please.'],
      'The user often asks for metric units.',
      [0, 1, 2],
    ],
    [
      'what usually happens once counts if it is said to happen again',
      ['Opened another bakery in Graz.', 'We opened a bakery in Graz again.', 'Opened our third bakery in Graz.'],
      'The user often opens a bakery in Graz.',
      [0, 1, 2],
    ],
  ])('%s', (_, texts, content, sources) => {
    expect(learnt(...texts)).toEqual([{ type: 'semantic', content, sources }]);
  });
});

describe('what somebody does, in talk that goes on', () => {
  it.each<[string, string[], string]>([
    [
      'told by the same verb of the same thing',
      [
        'Yesterday I took the train to work and read a whole book.',
        'This morning I took the train to work because my car is broken.',
        'I usually take the train to work these days.',
      ],
      'Ana usually takes the train to work.',
    ],
    [
      'without what only one telling says of it',
      [
        'I volunteered at an old library last week.',
        'I volunteer at a library in town.',
        'I was volunteering at the library on Friday.',
      ],
      'Ana often volunteers at a library.',
    ],
    [
      'to another place each time',
      ['I took the dogs to the beach.', 'We took our dogs to a forest.', 'I took the dogs to the river yesterday.'],
      'Ana often takes the dogs to different places.',
    ],
    [
      'of several things at once',
      ['I played chess and cards with Leo.', 'We played cards again.', 'I played some cards with the neighbours.'],
      'Ana often plays cards.',
    ],
  ])('%s', (_, texts, content) => {
    expect(learntInTalk(...texts)).toEqual([content]);
  });

  it('each for themselves', () => {
    const text = 'I took the train to work this morning.';
    const all = talkOf('Ana', text, text, text);
    expect(findPatterns(all)).toHaveLength(1);
    expect(findPatterns([...all.slice(0, 2), ...talkOf('Ben', text, text, text).slice(2)])).toEqual([]);
  });

  it.each<[string, string[]]>([
    [
      'one event that is told of three times',
      ['I opened a bakery last month.', 'Since I opened the bakery I sleep less.', 'As I said, I opened a bakery.'],
    ],
    [
      'what has come of something',
      ['I have painted the fence.', 'Now I have painted the fence.', 'I have painted the fence, as I said.'],
    ],
    [
      'what is going on',
      ['I am writing a novel.', 'I am still writing the novel.', 'I am writing that novel at night.'],
    ],
    [
      'the same words of different things',
      [
        'I walked past the bakery near the river.',
        'My aunt owns a bakery by a river.',
        'The river flooded the bakery.',
      ],
    ],
    ['thoughts', ['I think the harbour is old.', 'I know the harbour.', 'I know the harbour well.']],
    ['wishes', ['I need a new coat.', 'I need a coat.', 'I want a coat, I need a coat.']],
    [
      'what is taken nowhere in particular',
      ['I took the kids along.', 'I took the kids for a while.', 'We took the kids.'],
    ],
  ])('not %s', (_, texts) => {
    expect(learntInTalk(...texts)).toEqual([]);
  });
});

describe('how something is done', () => {
  it.each<[string, string[], string]>([
    [
      'in the order of time, not of words',
      ['Rinsed the rice, then boiled it.', 'Before boiling the rice I rinsed it.', 'Boiled the rice after rinsing it.'],
      'The user usually rinses the rice, then boils.',
    ],
    [
      'told as a list',
      [
        'Locked the door, set the alarm and hid the key.',
        'Door locked, alarm set, key hidden.',
        'Hid the key after I had locked the door and set the alarm.',
      ],
      'The user usually locks the door, then sets the alarm, then hides the key.',
    ],
    [
      'told as done',
      [
        'Mail checked, plants watered.',
        'Mail checked, then plants watered.',
        'First mail checked, then plants watered.',
      ],
      'The user usually checks the mail, then waters the plants.',
    ],
  ])('%s', (_, texts, content) => {
    expect(learnt(...texts)).toEqual([{ type: 'procedural', content, sources: [0, 1, 2] }]);
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
        content:
          'The user usually runs the tests, then deploys the release to staging, then posts the result in the channel.',
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

  it('not if it is a list of things', () => {
    expect(
      learnt(
        'Flour, eggs, then milk for the dough.',
        'Flour, eggs and milk in the dough.',
        'The dough: flour first, then eggs, milk last.',
      ),
    ).toEqual([]);
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
    ['from feelings', ['My garden makes me feel calm.', 'The garden feels calm.', 'I feel calm in the garden.']],
    [
      'from thanks and encouragement',
      ['Thanks for the ride to the lake.', 'So grateful for the ride to the lake.', 'Let us ride on to the lake!'],
    ],
    [
      'from what is thought of something',
      ['The lentil soup sounds great.', 'That lentil soup is amazing.', 'Lentil soup, what an awesome idea.'],
    ],
    [
      'from plans',
      ['I will paint the fence in May.', 'I want to paint the fence.', 'I am going to paint the fence soon.'],
    ],
    [
      'from what is supposed',
      ['If I had a boat I would sail to Hvar.', 'I could sail a boat to Hvar.', 'Maybe I sail a boat to Hvar.'],
    ],
    ['from captions', ['[a man paints a red barn]', '[a man painted a red barn]', '[the man paints the red barn]']],
    ['from sayings', ['Hard work pays off.', 'Hard work always pays off.', 'In the end hard work pays off.']],
    [
      'from what others are quoted with',
      [
        'My aunt said "the early bird catches the fat worm, I tell you".',
        'He wrote "the early bird catches the fat worm, I tell you".',
        'She says "the early bird catches the fat worm, I tell you".',
      ],
    ],
    [
      'from what tells of nothing done',
      ['Long walks, muddy boots.', 'Muddy boots and long walks.', 'Those long walks with muddy boots.'],
    ],
    [
      'from the same task asked for again',
      ['Write a poem on the sea, please.', 'Write another poem on the sea.', 'Please write a poem on the sea.'],
    ],
    [
      'from one event that is told of three times',
      ['I opened my bakery in Graz.', 'Opened the bakery in Graz, at last.', 'My bakery in Graz opened.'],
    ],
    [
      'from what only the talk around it explains',
      ['She borrowed his ladder.', 'He borrowed her ladder.', 'They borrowed a ladder from him.'],
    ],
  ])('%s', (_, texts) => {
    expect(learnt(...texts)).toEqual([]);
  });

  it('from what is told three times on one occasion', () => {
    const at = new Date(Date.UTC(2026, 0, 1));
    const text = 'Rode the bike to the office.';
    const onDays = (more: object) => [1, 2, 3].map((day) => ({ text, at: new Date(Date.UTC(2026, 0, day)), ...more }));
    expect(findPatterns([1, 2, 3].map(() => ({ text, at, session: 's' })))).toEqual([]);
    expect(findPatterns([1, 2, 3].map(() => ({ text, at })))).toEqual([]);
    expect(findPatterns([1, 2, 3].map((session) => ({ text, at, session: String(session) })))).toHaveLength(1);
    expect(findPatterns(onDays({ session: 's' }))).toHaveLength(1);
    expect(findPatterns(onDays({}))).toHaveLength(1);
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
        expect(content).toMatch(/^\p{Lu}.* (?:usually|often) .*[\p{L}\p{N}].*\.$/su);
        expect(content).not.toMatch(/\b(?:I|my|we|our)\b/);
        expect(['semantic', 'procedural']).toContain(type);
        expect(sources.length).toBeGreaterThanOrEqual(least);
        expect(sources).toEqual([...new Set(sources)].sort((a, b) => a - b));
        expect(occurrences.at(Math.max(...sources))).toBeDefined();
      }
    }),
  );
});

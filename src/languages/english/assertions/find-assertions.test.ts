import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssertionKind, Utterance } from '../../../contracts/language.ts';
import { findAssertions } from './find-assertions.ts';

/** A Monday. */
const occurredAt = new Date('2023-05-08T10:00:00Z');

const fromBob: Utterance = { content: 'How are you?', role: 'user', speaker: 'Bob', occurredAt };
const fromAssistant: Utterance = { content: 'Hello, how can I help?', role: 'assistant', occurredAt };

const anaSays = (content: string) => findAssertions({ content, role: 'user', speaker: 'Ana', occurredAt }, [fromBob]);
const userSays = (content: string) => findAssertions({ content, role: 'user', occurredAt }, [fromAssistant]);

type Case = readonly [content: string, kind: AssertionKind, text: string];

const TO_A_FRIEND: readonly Case[] = [
  ['Hey Bob! I love pottery, it’s so relaxing.', 'preference', 'Ana loves pottery, and it is relaxing.'],
  ['I hate crowded beaches.', 'preference', 'Ana hates crowded beaches.'],
  ['My favorite author is Ursula Le Guin.', 'preference', "Ana's favorite author is Ursula Le Guin."],
  ["I'd rather take the train than fly.", 'preference', 'Ana would rather take the train than fly.'],
  ["I don't enjoy horror films.", 'preference', 'Ana does not enjoy horror films.'],
  ["I'm not a fan of karaoke.", 'preference', 'Ana is not a fan of karaoke.'],
  [
    'Loved the workshop, I learned how to throw a vase.',
    'preference',
    'Ana loved the workshop and learned how to throw a vase.',
  ],
  ['I have two brothers and a grumpy parrot.', 'fact', 'Ana has two brothers and a grumpy parrot.'],
  ['I used to play the cello in an orchestra.', 'fact', 'Ana used to play the cello in an orchestra.'],
  ['I know how to sail.', 'fact', 'Ana knows how to sail.'],
  ['I miss my old team.', 'fact', 'Ana misses their old team.'],
  ['I teach chemistry at a school in Graz.', 'fact', 'Ana teaches chemistry at a school in Graz.'],
  ['I hurry home to feed the cats.', 'fact', 'Ana hurries home to feed the cats.'],
  ['I guess I’m just scared of flying.', 'fact', 'Ana is scared of flying.'],
  ['My daughter starts school in September.', 'fact', "Ana's daughter starts school in September."],
  ['Painting helps me deal with stress at work.', 'fact', 'Painting helps Ana deal with stress at work.'],
  ['My boss wants me to lead the Madrid office.', 'fact', "Ana's boss wants Ana to lead the Madrid office."],
  ['Been learning Portuguese for two years now.', 'fact', 'Ana has been learning Portuguese for two years now.'],
  [
    'I watch birds and fix old radios in my spare time.',
    'fact',
    'Ana watches birds and fixes old radios in their spare time.',
  ],
  [
    'We were at the lake all week, it rained every day.',
    'fact',
    'Ana was at the lake all week, and it rained every day.',
  ],
  ['I was born in Nairobi but grew up in Leeds.', 'fact', 'Ana was born in Nairobi, but grew up in Leeds.'],
  ['My wife and I are expecting twins in August.', 'fact', "Ana's wife and Ana are expecting twins in August."],
  ["If I get the job, I'll move to Malta.", 'fact', 'If Ana gets the job, Ana will move to Malta.'],
  ['I usually go running with my dog before work.', 'habit', 'Ana usually goes running with their dog before work.'],
  ['I do pilates twice a week.', 'habit', 'Ana does pilates twice a week.'],
  ['I never work on Fridays.', 'habit', 'Ana never works on Fridays.'],
  ['I volunteer at the animal shelter on weekends.', 'habit', 'Ana volunteers at the animal shelter on weekends.'],
  ['I study law and work at a bakery on weekends.', 'habit', 'Ana studies law and works at a bakery on weekends.'],
  [
    'Every Sunday we cook a huge curry for the neighbours.',
    'habit',
    'Every Sunday Ana cooks a huge curry for the neighbours.',
  ],
  [
    'I try to walk to work every day, but sometimes I take the bus.',
    'habit',
    'Ana tries to walk to work every day, but sometimes Ana takes the bus.',
  ],
  [
    'My sister and I opened a bakery in Lisbon last month.',
    'event',
    "Ana's sister and Ana opened a bakery in Lisbon in April 2023.",
  ],
  [
    'We adopted a three-legged cat named Biscuit last week.',
    'event',
    'Ana adopted a three-legged cat named Biscuit in the week of 1 May 2023.',
  ],
  ['I broke my ankle skiing three weeks ago.', 'event', 'Ana broke their ankle skiing around 17 April 2023.'],
  ['Myself, I grew up on a farm.', 'event', 'Ana grew up on a farm.'],
  ['I quit smoking six years ago.', 'event', 'Ana quit smoking in 2017.'],
  ['My doctor told me to cut down on coffee.', 'event', "Ana's doctor told Ana to cut down on coffee."],
  [
    'My mom taught me how to bake sourdough when I was ten.',
    'event',
    "Ana's mom taught Ana how to bake sourdough when Ana was ten.",
  ],
  [
    'You told me to rest, so I stayed home yesterday.',
    'event',
    'Bob told Ana to rest, so Ana stayed home on 7 May 2023.',
  ],
  ['Two days ago I signed up for a sculpture course.', 'event', 'On 6 May 2023 Ana signed up for a sculpture course.'],
  [
    "I'd been living in Rome before we moved to Ghent.",
    'event',
    'Ana had been living in Rome before Ana moved to Ghent.',
  ],
  ["I haven't touched my violin since college.", 'event', 'Ana has not touched their violin since college.'],
  [
    'Our meeting has moved to Thursday, not Wednesday.',
    'event',
    "Ana's meeting has moved to 11 May 2023, not 10 May 2023.",
  ],
  ['I hope to become a midwife.', 'goal', 'Ana hopes to become a midwife.'],
  ['I plan to open a bike shop next spring.', 'goal', 'Ana plans to open a bike shop in spring 2024.'],
  ["I'm thinking of moving to Bergen next year.", 'goal', 'Ana is thinking of moving to Bergen in 2024.'],
  [
    "I'm going to quit my job and study marine biology.",
    'goal',
    'Ana is going to quit their job and study marine biology.',
  ],
  ["I'm saving up for a telescope.", 'goal', 'Ana is saving up for a telescope.'],
  ["I've always wanted to see the northern lights.", 'goal', 'Ana has always wanted to see the northern lights.'],
  [
    "Can't wait to see my grandparents in Porto next month!",
    'goal',
    'Ana is excited to see their grandparents in Porto in June 2023.',
  ],
  ["I'm going to Vienna on 12 June with my choir.", 'goal', 'Ana is going to Vienna on 12 June with their choir.'],
  [
    'We decided to sell the house and travel for a year.',
    'decision',
    'Ana decided to sell the house and travel for a year.',
  ],
  ['I chose the green tiles for the bathroom.', 'decision', 'Ana chose the green tiles for the bathroom.'],
  ['We agreed to meet at the station at eight.', 'decision', 'Ana agreed to meet at the station at eight.'],
  ["I've decided to go back to school.", 'decision', 'Ana has decided to go back to school.'],
  ['I have to be in bed by ten.', 'constraint', 'Ana has to be in bed by ten.'],
  ["I'm allergic to shellfish.", 'constraint', 'Ana is allergic to shellfish.'],
  ["I can't work on Sundays.", 'constraint', 'Ana cannot work on Sundays.'],
  [
    "I can't drink milk because I'm lactose intolerant.",
    'constraint',
    'Ana cannot drink milk because Ana is lactose intolerant.',
  ],
  [
    'We cannot spend more than 300 dollars a month on food.',
    'constraint',
    'Ana cannot spend more than 300 dollars a month on food.',
  ],
  ["I don't eat meat anymore.", 'correction', 'Ana does not eat meat anymore.'],
  ['No, I meant my cousin Leo, not my brother.', 'correction', 'Ana meant their cousin Leo, not their brother.'],
  [
    'Wow, thanks Bob! I just got promoted to head nurse yesterday!',
    'outcome',
    'Ana got promoted to head nurse on 7 May 2023.',
  ],
  [
    'I won the regional chess tournament on Saturday!',
    'outcome',
    'Ana won the regional chess tournament on 6 May 2023.',
  ],
  ['I failed my driving test again.', 'outcome', 'Ana failed their driving test again.'],
  ['Finished writing my first novel last night!', 'outcome', 'Ana finished writing their first novel on 7 May 2023.'],
  ['I fixed the leak with some tape.', 'outcome', 'Ana fixed the leak with some tape.'],
  ['I passed the exam!', 'outcome', 'Ana passed the exam.'],
  ['We use a shared spreadsheet to track expenses.', 'procedure', 'Ana uses a shared spreadsheet to track expenses.'],
  [
    'To deploy, we push a tag and wait for the green check.',
    'procedure',
    'To deploy, Ana pushes a tag and waits for the green check.',
  ],
  [
    'The best way to descale the kettle is to use vinegar.',
    'procedure',
    'The best way to descale the kettle is to use vinegar.',
  ],
  ['I think remote work makes people lonely.', 'opinion', 'Ana thinks remote work makes people lonely.'],
  ['I find jazz concerts exhausting.', 'opinion', 'Ana finds jazz concerts exhausting.'],
  ['Honestly, I think the new office is way too loud.', 'opinion', 'Ana thinks the new office is way too loud.'],
  [
    "It's important to me that my kids learn to swim.",
    'opinion',
    'It is important to Ana that their kids learn to swim.',
  ],
];

const TO_AN_ASSISTANT: readonly Case[] = [
  [
    'I prefer short answers without bullet points.',
    'preference',
    'The user prefers short answers without bullet points.',
  ],
  ['I hate spicy food.', 'preference', 'The user hates spicy food.'],
  ["I'm not interested in crypto.", 'preference', 'The user is not interested in crypto.'],
  ['I avoid gluten.', 'preference', 'The user avoids gluten.'],
  ['I drive an old Volvo.', 'fact', 'The user drives an old Volvo.'],
  ['We have two kids in high school.', 'fact', 'The user has two kids in high school.'],
  ['I work as a paramedic, mostly night shifts.', 'fact', 'The user works as a paramedic, mostly night shifts.'],
  [
    'I am a beginner at woodworking and only own hand tools.',
    'fact',
    'The user is a beginner at woodworking and only owns hand tools.',
  ],
  [
    'I usually study in the library between nine and noon.',
    'habit',
    'The user usually studies in the library between nine and noon.',
  ],
  ['My landlord raised the rent to 1,450 a month.', 'event', "The user's landlord raised the rent to 1,450 a month."],
  [
    'I want to learn enough Italian to order food in Rome.',
    'goal',
    'The user wants to learn enough Italian to order food in Rome.',
  ],
  [
    'My goal is to run 10 km in under an hour by October.',
    'goal',
    "The user's goal is to run 10 km in under an hour by October.",
  ],
  [
    "I'm planning a trip to Peru in November with my brother.",
    'goal',
    'The user is planning a trip to Peru in November with their brother.',
  ],
  ["Let's go with the second option.", 'decision', 'The user has chosen to go with the second option.'],
  [
    'We decided to use Postgres for the billing service.',
    'decision',
    'The user decided to use Postgres for the billing service.',
  ],
  ['I switched from Vim to Zed last month.', 'decision', 'The user switched from Vim to Zed in April 2023.'],
  ["I've booked the flight to Oslo for Tuesday.", 'decision', 'The user has booked the flight to Oslo for 9 May 2023.'],
  ['Always use metric units.', 'constraint', 'The user wants the assistant to always use metric units.'],
  [
    'From now on, write the dates in ISO format.',
    'constraint',
    'The user wants the assistant to write the dates in ISO format from now on.',
  ],
  [
    'Never suggest restaurants with pork.',
    'constraint',
    'The user wants the assistant to never suggest restaurants with pork.',
  ],
  ['I have a budget of 2,000 euros for the trip.', 'constraint', 'The user has a budget of 2,000 euros for the trip.'],
  ['The deadline for the thesis is 14 June.', 'constraint', 'The deadline for the thesis is 14 June.'],
  ["I'm vegetarian, so skip the chicken recipes please.", 'constraint', 'The user is vegetarian.'],
  ['My wife is allergic to cats.', 'constraint', "The user's wife is allergic to cats."],
  [
    'I must not eat anything after midnight before the surgery.',
    'constraint',
    'The user must not eat anything after midnight before the surgery.',
  ],
  ['I no longer work at the bank.', 'correction', 'The user no longer works at the bank.'],
  [
    'I finished the first chapter of the report yesterday.',
    'outcome',
    'The user finished the first chapter of the report on 7 May 2023.',
  ],
  ['I find long meetings pointless.', 'opinion', 'The user finds long meetings pointless.'],
];

const NOT_FROM_A_FRIEND: readonly string[] = [
  'That sounds amazing, Bob!',
  'You’re so talented, I love your paintings.',
  'Thanks for the kind words!',
  'How was your weekend?',
  "Good luck with the exam, you've got this!",
  'Take care, talk soon!',
  "Haha, that's hilarious.",
  "I'm so sorry for your loss.",
  "I'm glad you liked it.",
  'Your garden looks beautiful.',
  'Keep up the good work!',
  'Congrats on the new job!',
  'Yeah, totally agree.',
  'Sure, no problem.',
  'What a view!',
  'Let me know how it goes.',
  'See you on Friday!',
  'Wow!!!',
  "That's great to hear.",
];

const NOT_FROM_A_USER: readonly string[] = [
  'Draft the summary.',
  'Please translate this into German.',
  'Write a poem about autumn.',
  'Can you explain how this works?',
  'what are the best hiking trails in norway',
  'Explain the difference between TCP and UDP.',
  '```js\nconst mine = "I love tea";\n```',
  'Thanks, that helps a lot.',
  'Continue.',
  'Make it shorter and add a title.',
  'give me ten names for a bakery',
  'Hello there!',
  'Ok, sounds good.',
  '> I live in Paris and I love my job.',
  'Fix the bug in the login form',
  'Show me the next step.',
  'How do I cook rice',
  "Let's continue.",
  'Stop asking and just show me the list.',
  'No, that is wrong, try again.',
  'Compare these two options in a table.',
  '',
  '   \n\n ',
];

describe('findAssertions', () => {
  it.each(TO_A_FRIEND)('to a friend: %s', (content, kind, text) => {
    expect(anaSays(content).map((found) => [found.kind, found.text])).toEqual([[kind, text]]);
  });

  it.each(TO_AN_ASSISTANT)('to an assistant: %s', (content, kind, text) => {
    expect(userSays(content).map((found) => [found.kind, found.text])).toEqual([[kind, text]]);
  });

  it.each(NOT_FROM_A_FRIEND)('nothing from a friend: %s', (content) => {
    expect(anaSays(content)).toEqual([]);
  });

  it.each(NOT_FROM_A_USER)('nothing from a user: %s', (content) => {
    expect(userSays(content)).toEqual([]);
  });

  it.each(['assistant', 'system', 'tool'] as const)('nothing from a turn of the role %s', (role) => {
    expect(findAssertions({ content: 'I live in Oslo with my wife.', role, occurredAt })).toEqual([]);
  });

  it('keeps what is said apart and leaves out what surrounds it', () => {
    const said = anaSays(
      'Hey Bob, good to see you! I moved to Turin last year. How are the kids? My brother works at the harbour.',
    );
    expect(said.map(({ text }) => text)).toEqual([
      'Ana moved to Turin in 2022.',
      "Ana's brother works at the harbour.",
    ]);
  });

  it('does not say a long turn over again', () => {
    const long = 'The old lighthouse keeper at the northern harbour sold his boat and his nets to the small museum';
    expect(anaSays(long)).toEqual([]);
  });

  it('keeps a long turn that was said to be kept', () => {
    const long = 'I prefer trains over planes for every trip that takes less than ten hours from door to door';
    expect(userSays(long).map(({ kind }) => kind)).toEqual(['preference']);
  });

  it('keeps apart what can be overturned apart', () => {
    const told = userSays('My name is Priya and I live in Pune.').map(({ text }) => text);
    expect(told).toEqual(["The user's name is Priya.", 'The user lives in Pune.']);
  });

  it.each([
    ['I left Berlin and moved to Rome.', ['The user left Berlin.', 'The user moved to Rome.']],
    ['I live in Oslo and work at Acme.', ['The user lives in Oslo.', 'The user works at Acme.']],
    [
      'I changed jobs this month, I work at Apple now.',
      ['The user changed jobs in May 2023.', 'The user works at Apple now.'],
    ],
    ['I bought a house and moved the piano.', ['The user bought a house and moved the piano.']],
  ])('keeps apart what one clause joins, if each can be overturned: %s', (content, texts) => {
    expect(userSays(content).map(({ text }) => text)).toEqual(texts);
  });

  it.each([
    'I left Berlin.',
    'I quit my job at Google.',
    'Tom and I got divorced.',
    'My girlfriend and I broke up.',
    'Rex died last week.',
    'I sold my Volvo.',
    'I stopped eating meat.',
    "I don't eat meat any more.",
    'I gave up smoking.',
    'The meeting was cancelled.',
  ])('keeps what is over: %s', (content) => {
    expect(userSays(content)).toHaveLength(1);
  });

  it('tells when it happened and whom it is about', () => {
    const [met] = anaSays('I met my new neighbour yesterday.');
    expect(met).toMatchObject({
      about: 'Ana',
      when: { from: new Date('2023-05-07T00:00:00Z'), to: new Date('2023-05-08T00:00:00Z') },
    });
    expect(userSays('The deadline is 12 May.')[0]).toMatchObject({ about: 'The deadline' });
  });

  it('is less sure of what is doubted, and holds constraints above opinions', () => {
    const [sure] = anaSays('I sold the car to my uncle.');
    const [doubtful] = anaSays('Maybe I will sell the car to my uncle.');
    expect(doubtful?.confidence).toBeLessThan(sure?.confidence ?? 0);
    const [allergy] = userSays("I'm allergic to peanuts.");
    const [opinion] = userSays('I find long meetings pointless.');
    expect(allergy?.importance).toBeGreaterThan(opinion?.importance ?? 1);
  });

  it('holds for any text: short, about the past as the present, with both measures from 0 to 1', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'I',
        "I'm",
        'my',
        'and',
        'because',
        ',',
        '.',
        '!',
        '-',
        'you',
        'love',
        'yesterday',
        'constructor',
        '(',
        '"',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.boolean(), (pieces, isNamed) => {
        const content = pieces.join(' ');
        for (const found of isNamed ? anaSays(content) : userSays(content)) {
          expect(found.text.split(/\s+/).length).toBeLessThanOrEqual(30);
          expect(found.text).not.toBe('');
          expect(found.importance).toBeGreaterThanOrEqual(0);
          expect(found.importance).toBeLessThanOrEqual(1);
          expect(found.confidence).toBeGreaterThan(0);
          expect(found.confidence).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['no punctuation', 'word '],
    ['commas', 'I, my, you, '],
    ['brackets', '(['],
    ['backticks', '`'],
    ['apostrophes', "a'"],
    ['emoji', '😀'],
    ['null bytes', '\0'],
    ['another script', '我喜欢狗。'],
    ['statements', 'I love my dog and my cat. '],
    ['line ends', '\n'],
    ['emphasis', '*a '],
  ])('reads a megabyte of %s', { tags: ['long'] }, (_, piece) => {
    const content = piece.repeat(Math.ceil(1_000_000 / piece.length));
    expect(userSays(content).length).toBeLessThan(1000);
  });
});

import { describe, expect, it } from 'vitest';
import { findAssertions } from './find-assertions.ts';

const occurredAt = new Date('2025-05-07T10:00:00Z');
const before = [{ content: 'Hello, how can I help?', role: 'assistant' as const, occurredAt }];

const told = (content: string, speaker?: string): string[] =>
  findAssertions({ content, role: 'user', speaker, occurredAt }, before).map(({ text }) => text);

type Case = readonly [content: string, ...texts: string[]];

const NOT_OWN_WORDS: readonly Case[] = [
  ['Write an email to my landlord: "Dear Mr Holt, I live in Ghent now. I work at the harbour."'],
  [
    'Write an email to my landlord: "Dear Mr Holt, I live in Ghent now." I work at Globex as a welder.',
    'Tom works at Globex as a welder.',
  ],
  ['Draft a letter to my landlord: Dear Mr Holt, I have lived in Ghent for two years. I own a parrot.'],
  ['Could you translate to French: I live in a castle and I have nine dogs.'],
  ['Translate this into German\nI live in a castle and I have nine dogs.'],
  ['Post this on LinkedIn: I joined Initech as a plumber!'],
  ['Say: I live in Peru.'],
  ['Message for the team: we ship the blue bikes on Friday.'],
  ['Reply to her: I live in Peru and I work at a mill.'],
  ['My cousin said "I moved to Turin".'],
  ['My cousin wrote “I work at the docks now, and I’m happy”.'],
  ['Here is my essay: I grew up in a small village in Kenya. My father was a fisherman.'],
  ['Example: I was born in Cairo and I work as a pilot.'],
  ["Let's role-play: you are a doctor. I have a broken arm. I live in Ulm."],
  ["Pretend I'm a customer. I bought a broken kettle last week."],
  ['Improve this text: "I am work at bakery since 2 year." By the way, I live in Lund.', 'Tom lives in Lund.'],
];

const OWN_WORDS: readonly Case[] = [
  ['My favorite song is "Blue".', 'Tom\'s favorite song is "Blue".'],
  ['My favorite song is "Wish You Were Here".', 'Tom\'s favorite song is "Wish You Were Here".'],
  ['My motto is "less noise and more bread".', 'Tom\'s motto is "less noise and more bread".'],
  ['I read "Anna Karenina" every winter in my cabin.', 'Tom read "Anna Karenina" every winter in their cabin.'],
  [
    'I bought a 6" pipe and a 5" pipe for my workshop in Leeds.',
    'Tom bought a 6" pipe and a 5" pipe for their workshop in Leeds.',
  ],
  ["Write this down: I'm allergic to walnuts.", 'Tom is allergic to walnuts.'],
  ['I love role-playing games with my cousins in Lyon.', 'Tom loves role-playing games with their cousins in Lyon.'],
  ['Make a plan for the week: I live in Leeds.', 'Tom lives in Leeds.'],
  ['I said "yes" and we got engaged in Paris last month.', 'Tom got engaged in Paris in April 2025.'],
  ['I write emails for my boss at Acme every morning.', 'Tom writes emails for their boss at Acme every morning.'],
];

const NOT_MEANT: readonly Case[] = [
  ['I live in Narnia, just kidding.'],
  ['I live in Atlantis. Just kidding!'],
  ['Just kidding, I am a millionaire with a yacht in Monaco.'],
  ['I live in Atlantis. Just kidding, I live in Leeds with my aunt.', 'Tom lives in Leeds with their aunt.'],
  ['I live in Spain. lol not really'],
  ['I own ten yachts in Monaco lol jk'],
  ['Suppose I live in Oslo.'],
  ['Imagine I work at Google.'],
  ["Let's say I have two kids and live in Bern."],
  ['Say I have two kids and live in Bern.'],
  ['If I lived in Paris, I would eat croissants every day.'],
  ['I could move to Kiel if my boss agreed.'],
  ["I'd be happier if I lived in Paris with my sister."],
];

const MEANT: readonly Case[] = [
  ["If I get the job, I'll move to Malta.", 'If Tom gets the job, Tom will move to Malta.'],
  ["I'm not really into sports.", 'Tom is not really into sports.'],
  ['I met JK Rowling at a signing in Leeds.', 'Tom met JK Rowling at a signing in Leeds.'],
  [
    'My brother was just kidding about selling the car to Nils.',
    "Tom's brother was kidding about selling the car to Nils.",
  ],
];

const CHATTER: readonly string[] = [
  'I had lunch.',
  'I had a quick lunch today.',
  "I'm tired.",
  "I'm so hungry right now.",
  "I'm off to bed, good night.",
  "I'm heading home now.",
  'I need to buy milk.',
  'I have to do the laundry and water the plants.',
  'I have to go now.',
];

const NO_CHATTER: readonly Case[] = [
  ['I had lunch with Mara, my new boss, at Café Uno.', 'Tom had lunch with Mara, their new boss, at Café Uno.'],
  ["I'm tired of my job at the bank.", 'Tom is tired of their job at the bank.'],
  ['I need to buy a wheelchair for my mother.', 'Tom needs to buy a wheelchair for their mother.'],
  ['I need to walk 10,000 steps a day.', 'Tom needs to walk 10,000 steps a day.'],
  ["I'm going back to work after my paternity leave.", 'Tom is going back to work after their paternity leave.'],
];

const LEFTOVERS: readonly Case[] = [
  ['Big news: I got promoted to head chef.', 'Tom got promoted to head chef.'],
  ['Quick update: my landlord raised the rent to 900.', "Tom's landlord raised the rent to 900."],
  ['We moved our data from Redshift to Snowflake, by the way.', 'Tom moved their data from Redshift to Snowflake.'],
  ['My train to Leeds leaves at 9, remind me to leave early.', "Tom's train to Leeds leaves at 9."],
  ['I have a flight to Oslo on Friday and remind me to pack my skis.', 'Tom has a flight to Oslo on Friday.'],
  ['Remember that my wifi password is hunter22.', "Tom's wifi password is hunter22."],
  ["Please remember that I'm allergic to walnuts.", 'Tom is allergic to walnuts.'],
  ["Don't forget that my sister lives in Graz.", "Tom's sister lives in Graz."],
  ['Remember the milk.'],
  ["I'm Tom and I work as a nurse in Leeds.", 'Tom works as a nurse in Leeds.'],
  ["I'm Norwegian and live in Leeds.", 'Tom is Norwegian and lives in Leeds.'],
  ['My sister Ellen has an exam in June and she will be in the room.', "Tom's sister Ellen has an exam in June."],
  ['My sister Ellen is 31, and I always get that wrong.', "Tom's sister Ellen is 31."],
];

const DANGLING: readonly Case[] = [
  ["I'm allergic to most of them."],
  ['My sister loves it.'],
  ['She moved to Turin with her dog.'],
  ['I own a red Fiat. I bought it in Rome.', 'Tom owns a red Fiat.'],
];

const check = ([content = '', ...texts]: readonly string[]): void => expect(told(content, 'Tom')).toEqual(texts);

describe('what a speaker does not say for true', () => {
  it.each(NOT_OWN_WORDS)('dictated, quoted or played: %s', (...each) => check(each));
  it.each(OWN_WORDS)('said, though it looks quoted or dictated: %s', (...each) => check(each));
  it.each(NOT_MEANT)('supposed or a joke: %s', (...each) => check(each));
  it.each(MEANT)('meant, though it looks supposed or a joke: %s', (...each) => check(each));
});

describe('what is said around a fact', () => {
  it.each(CHATTER)('chatter: %s', (content) => expect(told(content, 'Tom')).toEqual([]));
  it.each(NO_CHATTER)('more than chatter: %s', (...each) => check(each));
  it.each(DANGLING)('nothing that points at something unnamed: %s', (...each) => check(each));
  it.each(LEFTOVERS)('left out: %s', (...each) => check(each));

  it('takes the name of a speaker who has none', () => {
    expect(told("I'm Tom and I work as a nurse in Leeds.")).toEqual([
      "The user's name is Tom.",
      'The user works as a nurse in Leeds.',
    ]);
    expect(told("I'm Norwegian.")).not.toContain("The user's name is Norwegian.");
  });
});

describe('two sentences', () => {
  it('are two memories where one of them can be overturned alone', () => {
    const [home] = told(
      'I live in Bristol with my girlfriend Hanna and our cat Miso. We rent a flat near the harbour.',
      'Tom',
    );
    expect(home).toBe('Tom lives in Bristol with their girlfriend Hanna and their cat Miso.');
    expect(told('I work as a baker. My shift starts at four.', 'Tom')).toEqual([
      'Tom works as a baker.',
      "Tom's shift starts at four.",
    ]);
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import type { Passage } from '../contracts/reader.ts';
import { souvenirReader } from './souvenir-reader.ts';

const reader = souvenirReader();
afterAll(() => reader.close());

const oddsOf = async (question: string, passages: readonly Passage[]): Promise<number[]> =>
  (await reader.answers(question, passages)).map(({ odds }) => odds);

const user = (text: string) => ({ text, role: 'user' as const });

describe('souvenirReader', () => {
  it('rates the answering turn above turns on the same topic', async () => {
    const [answer, asks, other] = await oddsOf('Where does my sister work?', [
      { text: 'Ilse: my sister started at the town library in May, she loves it' },
      { text: 'assistant: How is your sister these days?' },
      { text: 'Ilse: the library was closed again when I got off work' },
    ]);
    expect(answer).toBeGreaterThan(Math.max(asks ?? 0, other ?? 0) + 1);
  });

  it('reads a short reply with the question before it', async () => {
    const text = 'Ilse: Thursdays, after six.';
    const oddsAfter = async (before: string) =>
      (await oddsOf('When do I have choir practice?', [{ text, before }]))[0] as number;
    const dentist = await oddsAfter('assistant: And when can the dentist call you back?');
    expect(await oddsAfter('assistant: Which evening is your choir practice?')).toBeGreaterThan(dentist + 1);
  });

  // What it read before it learnt from swapped names.
  it.fails('distinguishes equal short replies by their questions', async () => {
    const text = 'Ilse: Thursdays, after six.';
    const [choir, dentist] = await oddsOf('When do I have choir practice?', [
      { text, before: 'assistant: Which evening is your choir practice?' },
      { text, before: 'assistant: And when can the dentist call you back?' },
    ]);
    expect(choir).toBeGreaterThan(dentist as number);
  });

  it('rates an answer lower, and as outdated, next to a later one', async () => {
    const [old, news] = [
      "Nora: I'm at Siemens, in the turbine hall.",
      'Nora: I handed in my badge at Siemens on Friday. Monday I start at Vestas.',
    ];
    const passages = [
      { text: old, later: news },
      { text: 'assistant: How is the weather up there?' },
      { text: news, before: 'assistant: Any news from work?' },
    ];
    // As a plain forward pass in numpy gives them from the shipped weights; here products are of eight bits.
    const expected = [
      { odds: 2.337, outdated: 0.352 },
      { odds: -5.302, outdated: 0.049 },
      { odds: 1.807, outdated: 0.003 },
    ];
    for (const [at, { odds, outdated = 0 }] of (await reader.answers('Where does Nora work?', passages)).entries()) {
      expect(Math.abs(odds - (expected[at]?.odds ?? 0))).toBeLessThan(0.3);
      expect(Math.abs(outdated - (expected[at]?.outdated ?? 0))).toBeLessThan(0.05);
    }
    const [alone] = await reader.answers('Where does Nora work?', passages.slice(0, 1));
    expect(Math.abs((alone?.odds ?? 0) - 4.98)).toBeLessThan(0.3);
    expect(alone?.outdated).toBeLessThan(0.05);
  });

  it('treats statements of one turn as equally new', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 4, 4, 12, minute));
    const texts = ['Nora: Otto is at Siemens.', 'Nora: Jan is at Vestas.', 'Nora: Ida is at Bosch.'];
    const reported = texts.map((text, minute) => ({ text, at: at(minute) }));
    const turned = texts.toReversed().map((text, minute) => ({ text, at: at(minute) }));
    const there = await oddsOf('Where does Otto work?', reported);
    const back = await oddsOf('Where does Otto work?', turned);
    for (const [at, odds] of back.toReversed().entries()) expect(odds).toBeCloseTo(there[at] as number, 4);
    const overDays = reported.map((each, day) => ({ ...each, at: new Date(Date.UTC(2026, 4, day + 1)) }));
    expect(await oddsOf('Where does Otto work?', overDays)).not.toEqual(there);
  });

  it('A sentence that holds for months has better odds of lasting than talk', async () => {
    const lasting = ['My partner is called Marek.', 'I work at Acme.', 'My sister lives in Ghent.'];
    const talk = ['Haha, that is so funny.', 'When does it open?', 'I am so tired today.'];
    const read = await reader.sentences([...lasting, ...talk].map(user));
    for (const { lasts } of read.slice(0, 3)) expect(lasts).toBeGreaterThan(0.5);
    for (const { lasts } of read.slice(3)) expect(lasts).toBeLessThan(0.3);
  });

  it('A sentence has a kind, in any reading order', async () => {
    const sentences = [
      'My sister lives in Ghent.',
      "I can't stand coriander.",
      'Always answer in French.',
      'Draft a mail to Jan about the invoice.',
      'We decided to go with Postgres.',
      'You must not push to main.',
      'Switching to WAL mode fixed the lock errors.',
      'If I won the lottery I would buy a boat.',
      'When does it open?',
    ].map(user);
    const read = await reader.sentences(sentences);
    expect(read.map(({ kind }) => kind)).toEqual([
      ...['fact', 'preference', 'directive', 'goal', 'decision', 'limit', 'worked', 'hypothetical', 'question'],
    ]);
    for (const { chance, lasts } of read) {
      expect(chance).toBeGreaterThan(0.5);
      expect(chance).toBeLessThanOrEqual(1);
      expect(lasts).toBeGreaterThanOrEqual(0);
      expect(lasts).toBeLessThanOrEqual(1);
    }
    expect(await reader.sentences([...sentences].reverse())).toEqual([...read].reverse());
    expect(await reader.sentences([])).toEqual([]);
  });

  it('A sentence that says little itself is read with what was said before it', async () => {
    const [alone, after] = await reader.sentences([
      user('That worked!'),
      { ...user('That worked!'), before: 'Try clearing the cache.' },
    ]);
    expect(after).toMatchObject({ kind: 'worked' });
    expect(after?.chance).not.toBe(alone?.chance);
  });

  it('A fact has the profile field of its content', async () => {
    const facts = [
      'My partner is called Marek.',
      'I live in Oslo.',
      'I work at Acme.',
      'I have had asthma since I was a child.',
    ];
    const read = await reader.sentences(facts.map(user));
    expect(read.map(({ field }) => field)).toEqual(['people', 'home', 'work', 'health']);
  });

  it.each([
    ['My aunt Oona has moved in with us.', true],
    ['I am allergic to nuts.', true],
    ['We live in a terrace in Halifax.', true],
    ['Since 2019.', false],
    ['She does the flowers on Sundays.', false],
    ['It stops from November.', false],
    ['The left one is gone.', false],
  ])('It says whether a sentence is understood without the text before it: %s %s', async (text, standsAlone) => {
    const [read] = await reader.sentences([user(text)]);
    expect((read?.standsAlone as number) >= 0.5).toBe(standsAlone);
  });

  it('returns the relation of a newer statement to an older one', async () => {
    const pairs = [
      ['Pia is vegetarian.', 'Pia eats meat again.'],
      ['We are going to Lisbon in May.', 'The Lisbon trip is off.'],
      ['Bo prefers tea over coffee.', 'Tea is what Bo likes better than coffee.'],
      ['Nora lives in Leeds.', "Nora's sister lives in York."],
      ['I have a dog called Otto.', 'I have a cat called Mia.'],
    ].map(([older = '', newer = '']) => ({ older, newer }));
    const read = await reader.relations(pairs);
    expect(read.map(({ relation }) => relation)).toEqual(['replaces', 'replaces', 'same', 'unrelated', 'unrelated']);
    for (const { chance } of read) expect(chance).toBeGreaterThan(0.7);
    expect(await reader.relations([])).toEqual([]);
  });

  it('completes a reading that another caller aborted', async () => {
    const sentences = [user('My sister lives in Ghent.')];
    const [wanted, unwanted] = [new AbortController(), new AbortController()];
    const first = reader.sentences(sentences, { signal: unwanted.signal });
    const second = reader.sentences(sentences, { signal: wanted.signal });
    unwanted.abort();
    await expect(first).rejects.toMatchObject({ code: 'aborted' });
    expect(await second).toMatchObject([{ kind: 'fact' }]);
    await expect(reader.sentences([], { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
  });

  it('reads the beginning of texts of any length, also empty ones', async () => {
    const long = 'word '.repeat(50_000);
    const odds = await oddsOf(long, [{ text: long, before: long, later: long }, { text: '' }]);
    expect(odds.map(Number.isFinite)).toEqual([true, true]);
    expect(await reader.answers('Anything?', [])).toEqual([]);
  });

  it('rejects calls after close', async () => {
    const closed = souvenirReader();
    await closed.close();
    await expect(closed.answers('Anything?', [{ text: 'x' }])).rejects.toMatchObject({ code: 'closed' });
    await expect(closed.sentences([user('x')])).rejects.toMatchObject({ code: 'closed' });
  });
});

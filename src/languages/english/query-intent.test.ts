import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQueryIntent } from './query-intent.ts';

const WEDNESDAY = new Date('2026-03-18T12:00:00Z');
const focusOf = (query: string) => readQueryIntent(query, WEDNESDAY).topic;
const talkShare = (query: string) => readQueryIntent(query, WEDNESDAY).talk;

describe('the focus of a query', () => {
  it.each([
    ['Hey, can you remind me what the rent is?', 'what the rent is?'],
    ['Could you please list the plants on my balcony?', 'the plants on my balcony?'],
    ['Hey, so, please tell me about the boat trip', 'the boat trip'],
    ['Tell me about the boat trip to Faro', 'the boat trip to Faro'],
    ['I was wondering if the dentist called back', 'the dentist called back'],
    ['Do you remember the name of my landlord?', 'the name of my landlord?'],
    ['Give me a brief summary of my marathon training', 'my marathon training'],
    ['Everything we have discussed so far about the wedding', 'the wedding'],
    ['Can you list the order in which I brought up different aspects of my kitchen?', 'my kitchen?'],
  ])('drops the opening of %j', (query, focus) => {
    expect(focusOf(query)).toBe(focus);
  });

  it.each([
    ['Which books did I lend to Marta? Mention only three items.', 'Which books did I lend to Marta?'],
    ['Please keep it short.\nWhere is the spare key?', 'Where is the spare key?'],
    ['Where is the spare key? Answer in one sentence, don’t explain.', 'Where is the spare key?'],
  ])('drops the answer format from %j', (query, focus) => {
    expect(focusOf(query)).toBe(focus);
  });

  it.each([
    ['What did I decide about the car throughout our previous conversations?', 'What did I decide about the car?'],
    ['How did my budget change over time?', 'How did my budget change?'],
    ['What are the wedding plans we have talked about so far?', 'What are the wedding plans?'],
  ])('drops the place of the statement from %j', (query, focus) => {
    expect(focusOf(query)).toBe(focus);
  });

  it.each([
    'When does the ferry leave?',
    'Which allergies does Ben have?',
    'Our conversations in Spanish are on Tuesdays',
    'The summary for my boss is late. Who can help?',
  ])('is the whole of %j', (query) => {
    expect(focusOf(query)).toBe(query);
  });

  it.each([
    'Can you tell me about Rex?',
    'Tell me about it',
    'Hello there',
    'Mention only five items.',
    'so far',
    '狗叫什么名字？',
  ])('is the whole of %j if little would remain', (query) => {
    expect(focusOf(query)).toBe(query);
  });

  it('is never empty or longer than the query', () => {
    const piece = fc.oneof(
      fc.constantFrom('hey, ', 'can you list ', 'Keep it short. ', ' in our chats', ' so far', 'what I ', '.\n', '? '),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
        (query) => {
          const focus = focusOf(query);
          expect(focus.trim() === '').toBe(query.trim() === '');
          expect(focus.length).toBeLessThanOrEqual(query.length);
        },
      ),
    );
  });
});

describe('the share of statements in a query', () => {
  it.each([
    ['Where is the spare key?', 0],
    ['I lost the spare key. Where could it be?', 0.5],
    ['I lost the spare key. It was brass.\nAny ideas?', 2 / 3],
    ['I lost the spare key! Where could it be?', 0.5],
    ['I lost the spare key.', 1],
    ['', 0],
    [' \n ', 0],
  ])('of %j is %d', (query, share) => {
    expect(talkShare(query)).toBeCloseTo(share, 10);
  });
});

describe('a question about changes', () => {
  it.each([
    'What changed since Friday?',
    "What's new with the project?",
    'Do I still live in Lisbon?',
    'Any updates on the flat?',
    'Is the old office no longer used?',
  ])('is recognised in %j', (query) => {
    expect(readQueryIntent(query, WEDNESDAY).asksForChange).toBe(true);
  });

  it.each([
    'Where does Ana live?',
    'How should we change the password of the database?',
    'When did we change the database?',
    'What happened at the party?',
  ])('is not recognised in %j', (query) => expect(readQueryIntent(query, WEDNESDAY).asksForChange).toBe(false));
});

describe('a question about memory itself', () => {
  it.each([
    ['What changed since Friday?', { mode: 'changed', topic: '' }],
    ['what has changed with the deployment since May 2025', { mode: 'changed', topic: 'the deployment' }],
    ["So what's new since yesterday?", { mode: 'changed', topic: '' }],
    ['Has anything changed about Ana since 1 March?', { mode: 'changed', topic: 'Ana' }],
    ["What's changed since I last worked on this?", { mode: 'changed', topic: '', since: 'lastTime' }],
    ['What is different since our last session?', { mode: 'changed', topic: '', since: 'lastTime' }],
    ['What changed about the menu since last time?', { mode: 'changed', topic: 'the menu', since: 'lastTime' }],
    ['What am I most sure of about Ana?', { mode: 'certain', topic: 'Ana' }],
    ['What are you most confident about regarding the API', { mode: 'certain', topic: 'the API' }],
    ['What are we most certain of?', { mode: 'certain', topic: '' }],
  ])('%s', (text, expected) => {
    expect(readQueryIntent(text, WEDNESDAY).order).toEqual(expected);
  });

  it.each([
    'What changed?',
    'What is new in Rust?',
    'What am I allergic to?',
    'What changed my mind about Lisbon?',
    'What new hobby did Ana take up on 9 July?',
    'What is new hire Ben working on since Monday?',
    'What did we discuss last week?',
    'Are you sure about Friday?',
    'I changed my job on Friday',
    '',
  ])('does not include "%s"', (text) => {
    expect(readQueryIntent(text, WEDNESDAY).order).toBeUndefined();
  });
});

describe('a question about a time only', () => {
  it.each([
    ['What happened last week?', true],
    ['What did we talk about yesterday?', true],
    ['What happens in June?', false],
    ['What am I doing in June?', false],
    ["What'll we do on Friday?", false],
    ['What must I do on Tuesday?', false],
    ['What do I have to do on Tuesday?', false],
    ['What should we get on Saturday?', false],
    ['Can you tell me what we did on Monday?', true],
    ['What do you know of last week?', true],
    ['What did I have to do on Tuesday?', true],
    ['What have I told you today?', true],
    ['Something from Tuesday?', true],
  ])('%s lists everything of that time: %s', (query, isForAll) => {
    expect(readQueryIntent(query, WEDNESDAY).asksForAllTime).toBe(isForAll);
  });
});

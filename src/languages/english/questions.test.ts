import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionsIn } from './questions.ts';

describe('the questions that a query asks', () => {
  it.each([
    ['Where does Ana live and what does she eat?', ['Where does Ana live', 'what does she eat? Ana']],
    [
      'Who looks after the cat? And where do we keep the food?',
      ['Who looks after the cat?', 'where do we keep the food?'],
    ],
    ['How old is Tomás and which school does he go to?', ['How old is Tomás', 'which school does he go to? Tomás']],
    ['Does Priya eat meat and is she allergic to nuts?', ['Does Priya eat meat', 'is she allergic to nuts? Priya']],
    ['hi! where do i park, and who has the key?', ['where do i park', 'who has the key?']],
    [
      'Remind me where I put the tent and what the guide charges.',
      ['Remind me where I put the tent', 'what the guide charges.'],
    ],
    [
      'Whom do I buy chains from now, and what do I pay apiece?',
      ['Whom do I buy chains from now', 'what do I pay apiece?'],
    ],
    [
      'Who is the lady Joel is seeing, and what is her work?',
      ['Who is the lady Joel is seeing', 'what is her work? Joel'],
    ],
  ])('are several in %j', (query, questions) => {
    expect(questionsIn(query)).toEqual(questions);
  });

  it.each([
    'Where does Ana live?',
    'What do Ana and Ben eat?',
    'What did I eat and drink in Lisbon?',
    'When and where is the wedding?',
    'What did she say, and why?',
    'Where did we put the tent and the stove?',
    'Who called and left no message?',
    'What is the name and number of the plumber?',
    'Do you know who came and what?',
    'I had a lovely day and what a view!',
    'I moved last week. Where is the key? And who has the car?',
    'Ana lives in Oslo and what she eats is her own affair.',
    'Should I call before I go and when they open?',
    'and',
    '',
  ])('are at most one in %j', (query) => {
    expect(questionsIn(query)).toEqual([]);
  });

  it.each([
    'When is the wedding and who is coming?',
    'When is my train? Which platform?',
    'Why was buoy 11 restarting, and what became of it?',
    "What's my dentist called, and when do I see him?",
  ])('are one in %j, which continues its first question', (query) => {
    expect(questionsIn(query)).toEqual([]);
  });

  it('are limited in number, and none in a long text', () => {
    expect(questionsIn('Where is my hat? '.repeat(9))).toEqual([]);
    expect(questionsIn(`Where is ${'my '.repeat(200)}hat and who has the coat?`)).toEqual([]);
    fc.assert(fc.property(fc.string(), (text) => questionsIn(text).length !== 1));
  });
});

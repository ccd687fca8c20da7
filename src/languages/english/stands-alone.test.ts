import { expect, it } from 'vitest';
import { standsAlone } from './stands-alone.ts';

it.each([
  'I am allergic to nuts.',
  'I am vegan.',
  "I'm vegan.",
  'Mads has a flat in the harbour.',
  'The furnace quit and it was cold.',
  'Our daughter Kirsten nurses in Darwin and she has had it with the heat.',
  'These days Oslo is home for all three of us.',
])('the sentence %j is understood alone', (sentence) => expect(standsAlone(sentence)).toBe(true));

it.each([
  ['a pronoun is its subject', 'She does the flowers on Sundays.'],
  ['a pronoun is its subject', 'Now they poke me at the lab every week.'],
  ['it has no subject', 'Pays me nothing and feeds the dog.'],
  ['it is a fragment', 'Hearing aids.'],
])('a sentence is not understood alone if %s: %j', (_, sentence) => expect(standsAlone(sentence)).toBe(false));

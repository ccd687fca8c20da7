import { expect, it } from 'vitest';
import { type Intent, intentOf } from './intent.ts';

const CASES: Readonly<Record<Intent, readonly string[]>> = {
  fact: [
    'Where does Ana live?',
    "What is my sister's name?",
    'rabbits',
    'Which database do we use?',
    'Who is the landlord of the flat in Porto',
    'How many siblings does Ben have?',
    '',
  ],
  preference: [
    'What do I like?',
    'Recommend me a restaurant for tonight',
    'What is my favourite colour?',
    'Does Ana prefer tea or coffee?',
    'Would Caroline enjoy a trip to the sea?',
    'Which book should I read next?',
    'gift ideas for Ben',
  ],
  procedure: [
    'How do I deploy?',
    'how to reset the router',
    'What are the steps to release a version?',
    'Walk me through the onboarding',
    'How should we change the password of the database?',
  ],
  history: [
    'What did we discuss last week?',
    'When did Ana move to Porto?',
    'When was the last release?',
    'What happened at the party?',
    'Have I been to Japan?',
    'When did we change the database?',
    'Did Melanie paint a picture last year?',
  ],
  change: [
    'What changed since Friday?',
    "What's new with the project?",
    'Do I still live in Lisbon?',
    'Any updates on the flat?',
    'Is the old office no longer used?',
  ],
};

it.each(Object.entries(CASES).flatMap(([intent, queries]) => queries.map((query) => [query, intent])))(
  '%j asks for %s',
  (query, intent) => expect(intentOf(query)).toBe(intent),
);

import { describe, expect, it } from 'vitest';
import { kindOf } from './kinds.ts';

describe('the kind of a sentence that a user says', () => {
  it.each([
    ['Please add a dark mode toggle to the settings page.', 'goal'],
    ['Could you rename the parser module to reader?', 'goal'],
    ['Fix the flaky login test in src/login.test.ts.', 'goal'],
    ['We’re trying to get the build time under two minutes.', 'goal'],
    ['The aim is to ship the beta with offline support.', 'goal'],
    ["Let's go with the second layout.", 'decision'],
    ['We’ll use Redis for the session cache.', 'decision'],
    ['We decided to drop support for Internet Explorer.', 'decision'],
    ['Option B it is.', 'decision'],
    ['All tests pass now.', 'result'],
    ['The build fails with a missing symbol.', 'result'],
    ['I deployed the release to staging.', 'result'],
    ['The deadline for the release is tomorrow.', 'context'],
    ['This is for the board meeting.', 'context'],
    ['I want exactly 5 numbers this time.', 'context'],
    ['You can push to the release branch.', 'ability'],
    ['You have access to the staging database.', 'ability'],
    ['You must not push to main.', 'limit'],
    ['Never commit secrets to the repository.', 'limit'],
    ['The API allows 60 requests a minute.', 'limit'],
    ['There is no internet access in this sandbox.', 'limit'],
    ['The staging database is PostgreSQL 15.', 'surroundings'],
    ['We use pnpm in our monorepo.', 'surroundings'],
    ['The nightly build usually fails on Mondays.', 'habit'],
    ['That worked!', 'worked'],
    ['Switching to WAL mode fixed the lock errors.', 'worked'],
    ['We fixed the timeouts by adding a cache.', 'worked'],
    ['That did not help.', 'failed'],
    ['Restarting the router made things worse.', 'failed'],
  ])('%j: %s', (sentence, kind) => expect(kindOf(sentence, 'user')).toBe(kind));

  it.each([
    'What is the capital of Palau?',
    'I love rainy Sundays.',
    'My favourite database is Postgres.',
    'Read any good books lately?',
    'Did that work?',
    'I hope that worked.',
    'If the tests pass, tell me.',
    'Let us go for a walk later.',
    'Keep it short.',
    'Die Tests laufen jetzt durch.',
    'ok',
    '',
  ])('%j: none', (sentence) => expect(kindOf(sentence, 'user')).toBeUndefined());
});

describe('the kind of a sentence that an assistant says', () => {
  it.each([
    ['I can read PDF files.', 'ability'],
    ["I'm not able to open binary files.", 'limit'],
    ["I'll use a recursive descent parser for the grammar.", 'decision'],
    ['I can help you with that.', undefined],
    ['Please review the plan.', undefined],
  ])('%j: %s', (sentence, kind) => expect(kindOf(sentence, 'assistant')).toBe(kind));

  it('a tool says none', () => expect(kindOf('All tests pass now.', 'tool')).toBeUndefined());
});

it.each(['simply ', 'please ', 'the the ', 'a/', '(', 'api ', '’', '1.', 'let us go with ', '\u{1f600}', '\t\n'])(
  '100 KB of %j is read at once, whole or in part',
  (piece) => {
    for (const length of [200, 400, 100_000])
      for (const head of ['', 'I ', 'The api ', 'Please ', 'Switching '])
        expect(() => kindOf(head + piece.repeat(length / piece.length), 'user')).not.toThrow();
  },
);

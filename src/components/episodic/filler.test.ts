import { expect, test } from 'vitest';
import { turn } from '../../../test/support/turn.ts';
import type { SentenceKind } from '../../contracts/reader.ts';
import { languages } from '../../languages/languages.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { isFiller } from './filler.ts';

/** Of a turn in which a reader takes every sentence for one kind. */
function takenForFiller(
  content: string,
  more: Partial<StoredEpisode> = {},
  reply?: string,
  kind: SentenceKind = 'chatter',
): boolean {
  const episode = turn(content, { role: 'assistant', ...more });
  const read = languages()
    .of(content)
    .sentences(content)
    .map((text) => ({ text, episode, kind, chance: 0.9, lasts: 0.001, isOfManner: false }));
  return isFiller(
    { episode, next: reply === undefined ? undefined : turn(reply), readings: read },
    ['Ana'],
    languages(),
  );
}

test.each(['How kind of you!', 'Well done, Ana.', 'What a day. I am so sorry.'])('the turn %j is filler', (content) => {
  expect(takenForFiller(content)).toBe(true);
});

test.each(['Then the rent is 640 from now on.', 'Dr Faro it is, then.', 'Thursday at half past five, then.'])(
  'the turn %j is no filler because it names something',
  (content) => {
    expect(takenForFiller(content)).toBe(false);
  },
);

test('A long turn is no filler', () => {
  expect(takenForFiller(`How lovely! ${'The garden is wide. '.repeat(30)}`)).toBe(false);
});

test('A turn without a reading is filler only if it is small talk', () => {
  const unread = (content: string) =>
    isFiller({ episode: turn(content, { role: 'assistant' }), next: undefined, readings: [] }, [], languages());
  expect(unread('Blue.')).toBe(false);
  expect(unread('Sounds good!')).toBe(true);
});

test('The reply decides whether a question of the assistant is filler', () => {
  const asked = 'How nice! Shall I look for a boat in Faro?';
  // The reply may come with the next batch.
  expect(takenForFiller(asked)).toBe(false);
  expect(takenForFiller(asked, {}, 'My sister rang, she has sold her car.')).toBe(true);
  for (const reply of ['Yes, for the weekend after next if you can.', 'a small one', 'no'])
    expect(takenForFiller(asked, {}, reply)).toBe(false);
});

test('A question of a user is filler if the reader takes it for a mere question and it names nothing', () => {
  const isFillerOfUser = (content: string, kind: SentenceKind) =>
    takenForFiller(content, { role: 'user' }, undefined, kind);
  expect(isFillerOfUser('What should I cook tonight?', 'question')).toBe(true);
  expect(isFillerOfUser('Can you keep it shorter?', 'directive')).toBe(false);
  expect(isFillerOfUser('What should I cook for Elsie?', 'question')).toBe(false);
  expect(isFillerOfUser('What goes with 2 eggs?', 'question')).toBe(false);
  expect(isFillerOfUser('I hate coriander. What should I cook?', 'question')).toBe(false);
});

test('Filler is talk of a user or assistant, in English', () => {
  expect(takenForFiller('How kind!', { type: 'decision' })).toBe(false);
  expect(takenForFiller('How kind!', { role: 'tool' })).toBe(false);
  expect(takenForFiller('Soll ich für dich einen Zahnarzt in der Nähe suchen?')).toBe(false);
});

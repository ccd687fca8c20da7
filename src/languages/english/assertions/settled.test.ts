import { expect, it } from 'vitest';
import { findAssertions } from './find-assertions.ts';

const at = new Date('2025-05-07T10:00:00Z');
const told = (content: string) =>
  findAssertions({ content, role: 'user', occurredAt: at }, [{ content: 'Hi!', role: 'assistant', occurredAt: at }]);

it.each([
  ['Please keep your answers short.', "The user wants the assistant to keep the assistant's answers short."],
  ['Call me Bee.', 'The user wants the assistant to call the user Bee.'],
  ['Please answer in German.', 'The user wants the assistant to answer in German.'],
  ['Stop using emojis.', 'The user wants the assistant to stop using emojis.'],
])('how the assistant is to talk holds on: %s', (said, text) => {
  expect(told(said).map((assertion) => assertion.text)).toEqual([text]);
});

it.each([
  'Call me an ambulance.',
  'Call me back tomorrow.',
  'Answer the phone.',
  'Write your report by Friday.',
  'Keep the receipt.',
])('an order for now is no memory: %s', (said) => {
  expect(told(said)).toEqual([]);
});

it.each([
  ['Ana prefers short answers', 'Ana prefers short answers.'],
  ['Hanna is vegetarian.', 'Hanna is vegetarian.'],
  ['Hanna is not vegetarian anymore.', 'Hanna is not vegetarian anymore.'],
])('what is told of somebody by name is kept as if they had said it: %s', (said, text) => {
  expect(told(said).map((assertion) => assertion.text)).toEqual([text]);
});

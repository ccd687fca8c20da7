import { expect, it } from 'vitest';
import { foreignQuestions } from './foreign-questions.ts';

it('foreign questions are answered only by another chat, with and without its names', () => {
  const ask = (text: string, answerable: boolean) => ({ text, gold: [], answerable });
  const chats = foreignQuestions([
    {
      name: 'one',
      speakers: ['Ana', 'Ben'],
      sessions: [],
      questions: [ask("Did Ana meet Ben's Anabel?", true), ask('Is Ana tall?', false)],
    },
    { name: 'two', speakers: ['Ben', 'Cleo'], sessions: [], questions: [ask('Who is Cleo?', true)] },
  ]);
  expect(chats).toEqual([
    { plain: ['Who is Cleo?'], renamed: ['Who is Ben?'] },
    { plain: ["Did Ana meet Ben's Anabel?"], renamed: ["Did Ben meet Cleo's Anabel?"] },
  ]);
});

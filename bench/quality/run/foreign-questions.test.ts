import { expect, it } from 'vitest';
import { foreignQuestions } from './foreign-questions.ts';

it('foreign questions are answered only by another chat, with and without its names', () => {
  const ask = (text: string, unanswerable?: string) => ({ text, gold: [], unanswerable });
  const chats = foreignQuestions([
    {
      name: 'one',
      speakers: ['Ana', 'Ben'],
      sessions: [],
      questions: [ask("Did Ana meet Ben's Anabel?"), ask('Is Ana tall?', 'unanswerable')],
    },
    { name: 'two', speakers: ['Ben', 'Cleo'], sessions: [], questions: [ask('Who is Cleo?')] },
  ]);
  expect(chats).toEqual([
    { plain: ['Who is Cleo?'], renamed: ['Who is Ben?'] },
    { plain: ["Did Ana meet Ben's Anabel?"], renamed: ["Did Ben meet Cleo's Anabel?"] },
  ]);
});

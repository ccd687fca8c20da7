import type { Dataset } from '../dataset.ts';
import { type LocomoChat, readLocomo } from '../read/read-locomo.ts';
import { foreignQuestions } from '../run/foreign-questions.ts';
import { runTrials } from '../run/trial.ts';
import { outcomesOf } from '../score/rankings.ts';
import type { Question } from '../trial-data.ts';

/** Long chats of two people over months: find the turns, and the sessions, that answer a question, or nothing where none does. */
export const locomo: Dataset = async (context) => {
  const answered = await runTrials(withForeignQuestions(readLocomo(context.folder)), context);
  return {
    n: answered.length,
    outcomes: outcomesOf(answered, [{}, sessions]),
  };
};

/** The turns "D3:1" and "D3:2" are of one session. */
const sessionOf = (turn: string): string => turn.split(':', 1)[0] as string;
const sessions = {
  prefix: 'session',
  unitOf: sessionOf,
  goldOf: ({ gold }: Question) => gold.map(sessionOf),
};

/** Each chat is also asked what only another one can answer, with the names of that one and with its own. */
function withForeignQuestions(chats: readonly LocomoChat[]): LocomoChat[] {
  const foreign = foreignQuestions(chats);
  const asked = (texts: readonly string[] = [], unanswerable: string) =>
    texts.map((text) => ({ text, gold: [], unanswerable }));
  return chats.map((chat, at) => ({
    ...chat,
    questions: [
      ...chat.questions,
      ...asked(foreign[at]?.plain, 'other'),
      ...asked(foreign[at]?.renamed, 'otherRenamed'),
    ],
  }));
}

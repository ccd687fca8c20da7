import { z } from 'zod';
import { UNANSWERABLE } from '../score/outcome.ts';
import type { Question, Trial } from '../trial-data.ts';
import { readJsonArray } from './read-json-array.ts';

const instanceSchema = z.object({
  question_id: z.string(),
  question: z.string(),
  question_date: z.string(),
  haystack_session_ids: z.array(z.string()),
  haystack_dates: z.array(z.string()),
  haystack_sessions: z.array(
    z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string(), has_answer: z.boolean().nullish() })),
  ),
  answer_session_ids: z.array(z.string()),
});

interface LongmemevalQuestion extends Question {
  readonly goldSessions: readonly string[];
}

export async function* readLongmemeval(path: string): AsyncGenerator<Trial<LongmemevalQuestion>> {
  for await (const instance of readJsonArray(path, instanceSchema)) {
    const sessions = instance.haystack_sessions.map((turns, at) => {
      const id = instance.haystack_session_ids[at] ?? '';
      return {
        id,
        startsAt: longmemevalDate(instance.haystack_dates[at] ?? ''),
        turns: turns
          .map(({ role, content, has_answer }, turn) => ({ unit: `${id}#${turn}`, role, content, has_answer }))
          .filter(({ content }) => content.trim() !== ''),
      };
    });
    yield {
      name: instance.question_id,
      sessions: sessions.map(({ turns, ...session }) => ({
        ...session,
        turns: turns.map(({ unit, role, content }) => ({ unit, role, content })),
      })),
      questions: [
        {
          text: instance.question,
          at: longmemevalDate(instance.question_date),
          ...(instance.question_id.endsWith('_abs') && { unanswerable: UNANSWERABLE }),
          gold: sessions.flatMap(({ turns }) => turns.filter(({ has_answer }) => has_answer).map(({ unit }) => unit)),
          goldSessions: instance.answer_session_ids,
        },
      ],
    };
  }
}

export const sessionOf = (unit: string): string => unit.slice(0, unit.lastIndexOf('#'));

/** "2023/05/20 (Sat) 02:21" */
function longmemevalDate(text: string): Date {
  const [, year, month, day, time] = /^(\d{4})\/(\d\d)\/(\d\d) \(\w+\) (\d\d:\d\d)$/.exec(text) ?? [];
  const moment = new Date(`${year}-${month}-${day}T${time}:00Z`);
  if (Number.isNaN(moment.getTime())) throw new Error(`not a session date: ${text}`);
  return moment;
}

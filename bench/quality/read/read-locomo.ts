import { join } from 'node:path';
import { z } from 'zod';
import { UNANSWERABLE } from '../score/outcome.ts';
import type { Session, Trial } from '../trial-data.ts';
import { readJsonl } from './read-jsonl.ts';

const turnSchema = z.object({ id: z.string(), speaker: z.string(), text: z.string(), caption: z.string().optional() });

const conversationSchema = z.object({
  sample_id: z.string(),
  speaker_a: z.string(),
  speaker_b: z.string(),
  sessions: z.array(z.object({ n: z.number(), date: z.string(), turns: z.array(turnSchema) })),
});

const questionSchema = z.object({
  sample_id: z.string(),
  category: z.number(),
  question: z.string(),
  evidence: z.array(z.string()),
  audit: z.array(z.object({ correct_evidence: z.array(z.string()).optional() })).default([]),
});

/** Questions of category 5 cannot be answered as asked. */
export interface LocomoChat extends Trial {
  readonly speakers: readonly [string, string];
}

/** Every chat with its questions; those that should have evidence and name none are left out. */
export function readLocomo(folder: string): LocomoChat[] {
  const questions = readJsonl(join(folder, 'locomo', 'qa.jsonl'), questionSchema)
    .map((question) => ({ ...question, gold: goldOf(question) }))
    .filter(({ category, gold }) => category > 4 || gold.length > 0);
  return readJsonl(join(folder, 'locomo', 'conversations.jsonl'), conversationSchema).map((chat) => ({
    name: chat.sample_id,
    speakers: [chat.speaker_a, chat.speaker_b],
    sessions: chat.sessions.map(sessionOf),
    questions: questions
      .filter(({ sample_id }) => sample_id === chat.sample_id)
      .map(({ question, gold, category }) => ({
        text: question,
        gold,
        ...(category > 4 && { unanswerable: UNANSWERABLE }),
      })),
  }));
}

/** Where the audit of the labels gives other evidence, that. */
function goldOf({ evidence, audit }: z.output<typeof questionSchema>): string[] {
  const corrected = audit.map(({ correct_evidence }) => correct_evidence ?? []).find((units) => units.length > 0);
  return [...new Set(corrected ?? evidence)];
}

function sessionOf({ n, date, turns }: z.output<typeof conversationSchema>['sessions'][number]): Session {
  return {
    id: String(n),
    startsAt: locomoDate(date),
    turns: turns.map(({ id, speaker, text, caption }) => ({
      unit: id,
      speaker,
      content: caption === undefined ? text : `${text} [${caption}]`,
    })),
  };
}

/** "1:56 pm on 8 May, 2023" */
export function locomoDate(text: string): Date {
  const [, hour, minute, half, date] = /^(\d+):(\d+) (am|pm) on (.+)$/.exec(text) ?? [];
  const moment = new Date(`${date} ${hour}:${minute} ${half} UTC`);
  if (Number.isNaN(moment.getTime())) throw new Error(`not a session date: ${text}`);
  return moment;
}

import { join } from 'node:path';
import { z } from 'zod';
import type { Question, Session, Trial } from '../trial-data.ts';
import { readJsonl } from './read-jsonl.ts';

const messageSchema = z.object({
  id: z.number(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  batch: z.number(),
  time: z.string().nullish(),
});

const chatSchema = z.object({ chat: z.string(), messages: z.array(messageSchema) });

const questionSchema = z.object({
  chat: z.string(),
  ability: z.string(),
  question: z.string(),
  evidence: z.array(z.number()),
  evidence_roles: z
    .object({ original_info: z.array(z.number()).optional(), updated_info: z.array(z.number()).optional() })
    .nullish(),
});

export interface BeamQuestion extends Question {
  readonly answerable: boolean;
  /** What was said first and what replaced it, where the question is about that and the two differ. */
  readonly update: { readonly original: readonly string[]; readonly updated: readonly string[] } | undefined;
}

export function readBeam(folder: string): Trial<BeamQuestion>[] {
  const questions = readJsonl(join(folder, 'beam', 'questions.jsonl'), questionSchema);
  return readJsonl(join(folder, 'beam', 'chats.jsonl'), chatSchema).map(({ chat, messages }) => {
    const units = new Map(messages.map(({ id, role }) => [id, `${role} ${id}`]));
    const unitsOf = (ids: readonly number[] = []) => ids.flatMap((id) => units.get(id) ?? []).filter(isUser);
    return {
      name: `beam ${chat}`,
      sessions: sessionsOf(messages),
      questions: questions
        .filter((question) => question.chat === chat)
        .map(({ question, ability, evidence, evidence_roles }) => ({
          text: question,
          gold: [...new Set(unitsOf(evidence))],
          answerable: ability !== 'abstention',
          update:
            ability === 'knowledge_update'
              ? updateOf(unitsOf(evidence_roles?.original_info), unitsOf(evidence_roles?.updated_info))
              : undefined,
        })),
    };
  });
}

/** Only what the user said counts as a source. */
export const isUser = (unit: string): boolean => unit.startsWith('user ');

const updateOf = (original: readonly string[], updated: readonly string[]): BeamQuestion['update'] =>
  original.join() === updated.join() ? undefined : { original, updated };

/** A batch is a session; its first message has the date. */
function sessionsOf(messages: readonly z.output<typeof messageSchema>[]): Session[] {
  return [...Map.groupBy(messages, ({ batch }) => batch)].map(([batch, statement]) => {
    const time = statement[0]?.time;
    return {
      id: String(batch),
      ...(time != null && { startsAt: beamDate(time) }),
      turns: statement.map(({ id, role, text }) => ({ unit: `${role} ${id}`, role, content: text })),
    };
  });
}

/** "March-15-2024" */
function beamDate(text: string): Date {
  const moment = new Date(`${text.replaceAll('-', ' ')} UTC`);
  if (Number.isNaN(moment.getTime())) throw new Error(`not a message date: ${text}`);
  return moment;
}

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UNANSWERABLE } from '../score/outcome.ts';
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

/** The files of the benchmark's own repository: a folder for each size, in it one for each chat. */
const batchesSchema = z.array(
  z.object({
    batch_number: z.number(),
    turns: z.array(
      z.array(
        z.object({
          id: z.number(),
          role: z.enum(['user', 'assistant']),
          content: z.string(),
          time_anchor: z.string().nullish(),
        }),
      ),
    ),
  }),
);
const idsSchema = z.array(z.number());
const probesSchema = z.record(
  z.string(),
  z.array(
    z.object({
      question: z.string(),
      source_chat_ids: z.union([idsSchema, z.record(z.string(), idsSchema)]).optional(),
    }),
  ),
);
/** User messages end with the number of their place in the plan that they were written by. */
const PLAN_MARK = /\s*->->.*$/s;

type Chat = z.output<typeof chatSchema> & { readonly section?: string };
type Asked = z.output<typeof questionSchema>;

export interface BeamQuestion extends Question {
  /** What was said first and what replaced it, where the question is about that and the two differ. */
  readonly update: { readonly original: readonly string[]; readonly updated: readonly string[] } | undefined;
}

/** Questions without evidence are left out, except those that have no answer. */
export function readBeam(folder: string): Trial<BeamQuestion>[] {
  const { chats, questions } = existsSync(join(folder, 'beam', 'chats'))
    ? readOriginal(join(folder, 'beam', 'chats'))
    : {
        questions: readJsonl(join(folder, 'beam', 'questions.jsonl'), questionSchema),
        chats: readJsonl(join(folder, 'beam', 'chats.jsonl'), chatSchema) as Chat[],
      };
  return chats.map(({ chat, messages, section }) => {
    const units = new Map(messages.map(({ id, role }) => [id, `${role} ${id}`]));
    const unitsOf = (ids: readonly number[] = []) => ids.flatMap((id) => units.get(id) ?? []).filter(isUser);
    return {
      name: `beam ${chat}`,
      sessions: sessionsOf(messages),
      questions: questions
        .filter((question) => question.chat === chat)
        .map(({ question, ability, evidence, evidence_roles }) => ({
          text: question,
          section,
          gold: [...new Set(unitsOf(evidence))],
          ...(ability === 'abstention' && { unanswerable: UNANSWERABLE }),
          update:
            ability === 'knowledge_update'
              ? updateOf(unitsOf(evidence_roles?.original_info), unitsOf(evidence_roles?.updated_info))
              : undefined,
        }))
        .filter(({ unanswerable, gold }) => unanswerable !== undefined || gold.length > 0),
    };
  });
}

/** Sizes whose chats are one file: those of ten million tokens are several and are not read. */
function readOriginal(folder: string): { chats: Chat[]; questions: Asked[] } {
  const paths = globSync('*/*/chat.json', { cwd: folder })
    .filter((path) => !path.startsWith('10M'))
    .sort();
  const json = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  const chats: Chat[] = [];
  const questions: Asked[] = [];
  for (const path of paths) {
    const [section = '', number = ''] = path.split(/[/\\]/);
    const chat = `${section} ${number}`;
    const messages = batchesSchema.parse(json(path)).flatMap(({ batch_number, turns }) =>
      turns.flat().map(({ id, role, content, time_anchor }) => ({
        ...{ id, role, batch: batch_number, time: time_anchor },
        text: content.replace(PLAN_MARK, ''),
      })),
    );
    chats.push({ chat, section, messages });
    const probes = probesSchema.parse(json(join(section, number, 'probing_questions', 'probing_questions.json')));
    for (const [ability, asked] of Object.entries(probes))
      for (const { question, source_chat_ids: sources = [] } of asked)
        questions.push({
          ...{ chat, ability, question, evidence: Object.values(sources).flat() },
          evidence_roles: Array.isArray(sources) ? undefined : sources,
        });
  }
  return { chats, questions };
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

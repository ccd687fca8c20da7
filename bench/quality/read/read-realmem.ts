import { join } from 'node:path';
import { z } from 'zod';
import type { Statement } from '../score/fact-match.ts';
import type { Session, Trial } from '../trial-data.ts';
import { readJsonl } from './read-jsonl.ts';

const MINUTE = 60_000;

const sessionSchema = z.object({
  uuid: z.string(),
  time: z.string(),
  turns: z.array(
    z.object({
      role: z
        .string()
        .toLowerCase()
        .pipe(z.enum(['user', 'assistant'])),
      text: z.string(),
    }),
  ),
  memories: z.array(z.object({ content: z.string(), source_turn: z.number() })).default([]),
});

const querySchema = z.object({
  person: z.string(),
  session: z.string(),
  query: z.string(),
  gold_sessions: z.array(z.string()),
});

export interface RealmemPerson extends Trial {
  /** What a model found in its sessions; facts without a turn to rest on are left out. */
  readonly facts: readonly Statement[];
}

export function readRealmem(folder: string): RealmemPerson[] {
  const queries = readJsonl(join(folder, 'realmem', 'queries.jsonl'), querySchema);
  const personSchema = z.object({ person: z.string(), sessions: z.array(sessionSchema) });
  return readJsonl(join(folder, 'realmem', 'dialogues.jsonl'), personSchema).map(({ person, sessions: reported }) => {
    const sessions = sessionsOf(reported);
    const starts = new Map(sessions.map(({ id, startsAt }) => [id, startsAt]));
    return {
      name: person,
      sessions,
      questions: queries
        .filter((query) => query.person === person)
        .map(({ query, session, gold_sessions }) => ({
          text: query,
          gold: gold_sessions.filter((gold) => gold !== session),
          beforeSession: session,
          at: starts.get(session) as Date,
        }))
        .filter(({ gold }) => gold.length > 0),
      facts: reported.flatMap(({ uuid, memories }) =>
        memories
          .filter(({ source_turn }) => source_turn > 0)
          .map(({ content, source_turn }) => ({ text: unlabelled(content), units: [turnUnit(uuid, source_turn)] })),
      ),
    };
  });
}

/** Sessions have a day but no time: one starts a minute after what was said before on that day. */
function sessionsOf(reported: readonly z.output<typeof sessionSchema>[]): (Session & { startsAt: Date })[] {
  const statement = new Map<string, number>();
  return reported.map(({ uuid, time, turns }) => {
    const day = time.slice(0, 10);
    const before = statement.get(day) ?? 0;
    statement.set(day, before + turns.length);
    return {
      id: uuid,
      startsAt: new Date(Date.parse(`${day}T00:00:00Z`) + before * MINUTE),
      turns: turns
        .map(({ role, text }, at) => ({ unit: turnUnit(uuid, at + 1), role, content: text }))
        .filter(({ content }) => content.trim() !== ''),
    };
  });
}

/** Turns count from 1. */
const turnUnit = (session: string, turn: number): string => `${session}#${turn}`;
export const sessionOf = (unit: string): string => unit.split('#', 1)[0] as string;

/** Some facts begin with the name of their sort, in brackets. */
const unlabelled = (fact: string): string => fact.replace(/^【[^】]*】\s*/, '');

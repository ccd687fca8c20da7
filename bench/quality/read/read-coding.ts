import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Session } from '../trial-data.ts';

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const units = z.array(z.string()).default([]);

const turnSchema = z.object({
  id: z.string(),
  speaker: z.enum(['user', 'assistant', 'tool']),
  text: z.string().min(1),
});

const historySchema = z.object({
  history: z.string(),
  writer: z.string(),
  user: z.string(),
  project: z.string(),
  sessions: z.array(z.object({ id: z.string(), at: moment, branch: z.string(), turns: z.array(turnSchema).min(1) })),
  decisions: z.array(z.object({ text: z.string(), turns: units, reversedBy: units.nullable().default(null) })),
  prompts: z.array(z.object({ at: moment, text: z.string(), relevant: units, outdated: units, needs: z.boolean() })),
});

/** What a colleague would need to know of the project. */
export interface Decision {
  readonly text: string;
  readonly turns: readonly string[];
  /** Turns that reversed or replaced it; none of one that holds. */
  readonly reversedBy: readonly string[];
}

export interface CodingPrompt {
  readonly at: Date;
  readonly text: string;
  /** Turns from which a good colleague would bring something up. */
  readonly relevant: readonly string[];
  /** Turns that say what no longer holds. */
  readonly outdated: readonly string[];
  readonly needs: boolean;
}

/** The sessions of one developer with a coding assistant in one repository. */
export interface CodingHistory {
  readonly name: string;
  readonly writer: string;
  readonly sessions: readonly Session[];
  readonly decisions: readonly Decision[];
  readonly prompts: readonly CodingPrompt[];
}

/** Every history of a folder, a file each. */
export function readCoding(folder: string): CodingHistory[] {
  return globSync('*.json', { cwd: folder })
    .sort()
    .map((name) => historyOf(historySchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))));
}

const historyOf = ({
  history,
  writer,
  sessions,
  decisions,
  prompts,
}: z.output<typeof historySchema>): CodingHistory => ({
  ...{ name: history, writer, prompts },
  sessions: sessions.map(({ id, at, turns }) => ({
    ...{ id, startsAt: at },
    turns: turns.map(({ id: unit, speaker, text }) => ({
      ...{ unit, content: text, role: speaker },
      ...(speaker === 'tool' && { type: 'toolResult' as const }),
    })),
  })),
  decisions: decisions.map(({ text, turns, reversedBy }) => ({ text, turns, reversedBy: reversedBy ?? [] })),
});

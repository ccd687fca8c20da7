import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Dataset } from '../dataset.ts';
import { type LocomoChat, readLocomo } from '../read/read-locomo.ts';
import { runTrials } from '../run/trial.ts';
import { outcomesOf } from '../score/rankings.ts';
import type { Question, Session, Trial } from '../trial-data.ts';

const rowSchema = z.object({ cue_dialogue: z.string(), trigger_query: z.string(), time_gap: z.string() });
const DAY = 24 * 60 * 60_000;
const DAYS = { week: 7, month: 30, year: 365 };
const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A remark that bears on what was said long before in other words: find the turns that it bears on. */
export const locomoPlus: Dataset = async (context) => {
  const trials = readLocomoPlus(join(context.folder, 'locomo-plus'), readLocomo(context.folder));
  const answered = await runTrials(trials, context);
  return { n: answered.length, outcomes: outcomesOf(answered) };
};

/**
 * Each cue becomes a session of a chat of LoCoMo, the chats in turn, as long before the last week as its gap says. All cues of a chat are in one
 * memory, which is harder than the benchmark's own memory for each cue, and a hundred times quicker.
 */
export function readLocomoPlus(folder: string, chats: readonly LocomoChat[]): Trial[] {
  const rows = z.array(rowSchema).parse(JSON.parse(readFileSync(join(folder, 'locomo_plus.json'), 'utf8')));
  return chats.map(({ name, speakers, sessions }, at) => {
    const last = Math.max(...sessions.map(({ startsAt }) => startsAt?.getTime() ?? 0));
    const askedAt = new Date(last + 7 * DAY);
    const own = rows.map((row, number) => ({ ...row, number })).filter(({ number }) => number % chats.length === at);
    const cues = own.map(
      ({ cue_dialogue, time_gap, number }): Session => ({
        id: `cue ${number}`,
        startsAt: new Date(askedAt.getTime() - daysIn(time_gap) * DAY),
        turns: linesOf(cue_dialogue, speakers).map(({ speaker, content }, line) => ({
          ...{ unit: `cue ${number}:${line}`, content },
          ...(speaker !== undefined && { speaker }),
        })),
      }),
    );
    return {
      name: `${name} with cues`,
      sessions: [...sessions, ...cues].sort((a, b) => (a.startsAt?.getTime() ?? 0) - (b.startsAt?.getTime() ?? 0)),
      questions: own.map(
        ({ trigger_query, number }, row): Question => ({
          text: linesOf(trigger_query, speakers)
            .map(({ content }) => content)
            .join('\n'),
          gold: cues[row]?.turns.map(({ unit }) => unit) ?? [],
          at: askedAt,
          group: `cue ${number}`,
        }),
      ),
    };
  });
}

/** Lines as "A: …" and "B: …"; a line without a letter goes on with the one before. */
const linesOf = (text: string, [a, b]: LocomoChat['speakers']) =>
  text.split(/\n(?=[AB]:)/).map((line) => {
    const [, letter, content] = /^([AB]):\s*(.*)$/s.exec(line.trim()) ?? [];
    return { speaker: letter === undefined ? undefined : letter === 'A' ? a : b, content: content ?? line.trim() };
  });

function daysIn(gap: string): number {
  const [, count = '', unit] = /(\d+|[a-z]+)\s+(week|month|year)s?\b/.exec(gap.toLowerCase()) ?? [];
  if (unit === undefined) return 0;
  const number = Number.isNaN(Number(count)) ? NUMBERS.indexOf(count) + 1 || 1 : Number(count);
  return number * DAYS[unit as keyof typeof DAYS];
}

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Dataset } from '../dataset.ts';
import { runTrials } from '../run/trial.ts';
import { outcomesOf } from '../score/rankings.ts';
import type { Session, Trial } from '../trial-data.ts';

const questionsSchema = z.object({
  related_to_vehicle_preference: z.array(z.object({ gold_memory: z.string(), query: z.string() })),
});
const LINE = /^\[(\d{4}-\d\d-\d\d) (\d\d:\d\d)\] ([^:]+): (.*)$/;

/** Months of talk in a car, and what its users want of it: find the days on which they said so. The gold is retold, so days are what can be compared. */
export const vehiclemembench: Dataset = async (context) => {
  const answered = await runTrials(readVehiclemembench(join(context.folder, 'vehiclemembench')), context);
  return { n: answered.length, outcomes: outcomesOf(answered, [{ prefix: 'day', unitOf: dayOf }]) };
};

const dayOf = (unit: string): string => unit.slice(0, 10);

export function readVehiclemembench(folder: string): Trial[] {
  const inside = existsSync(join(folder, 'benchmark')) ? join(folder, 'benchmark') : folder;
  const files = globSync('history/history_*.txt', { cwd: inside }).sort();
  if (files.length === 0) throw Object.assign(new Error(`no history/history_*.txt in ${inside}`), { code: 'ENOENT' });
  return files.map((file) => {
    const [, number = ''] = /history_(\d+)\.txt$/.exec(file) ?? [];
    const { related_to_vehicle_preference: asked } = questionsSchema.parse(
      JSON.parse(readFileSync(join(inside, 'qa_data', `qa_${number}.json`), 'utf8')),
    );
    return {
      name: `vehicle ${number}`,
      sessions: sessionsOf(readFileSync(join(inside, file), 'utf8')),
      questions: asked
        .map(({ query, gold_memory }) => ({ text: query, gold: daysIn(gold_memory) }))
        .filter(({ gold }) => gold.length > 0),
    };
  });
}

/** A day is a session. */
function sessionsOf(text: string): Session[] {
  const turns = text.split(/\r?\n/).flatMap((line, at) => {
    const [, day, time, speaker, content] = LINE.exec(line) ?? [];
    if (day === undefined || speaker === undefined || content === undefined) return [];
    return [{ day, time, turn: { unit: `${day}#${at}`, speaker, content } }];
  });
  return [...Map.groupBy(turns, ({ day }) => day)].map(([day, own]) => ({
    id: day,
    startsAt: new Date(`${day}T${own[0]?.time}:00Z`),
    turns: own.map(({ turn }) => turn),
  }));
}

/** "[April 15, 2025] At 9:00 AM, …": each line begins with its day. */
function daysIn(gold: string): string[] {
  const days = [...gold.matchAll(/\[([A-Z][a-z]+ \d{1,2}, \d{4})\]/g)].map(([, date]) =>
    new Date(`${date} UTC`).toISOString().slice(0, 10),
  );
  return [...new Set(days)];
}

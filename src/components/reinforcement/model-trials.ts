import { z } from 'zod';
import { ask } from '../../ask.ts';
import type { SessionBatch } from '../../contracts/component.ts';
import type { Llm } from '../../contracts/llm.ts';
import { tellEpisodes } from '../model-answers.ts';
import { MOST_TAGS, type Trial } from './count-trials.ts';

const LONGEST = 200;
const LONGEST_TAG = 60;

const SYSTEM = [
  'You read a session and note which ways of going about something were tried and how they turned out, so that next time one knows what to do and what to leave.',
  'A strategy is a way of working ("splitting the migration into two steps"), not a single tool call. Note it only if the session itself says or shows that it worked or failed: plans, guesses and politeness are no outcomes. If it is unclear which of several things made the difference, leave it out. None is a fine answer.',
  'Write the strategy as an -ing phrase and the task as what was to be achieved, beginning with a plain verb ("fix the locked table"), each in at most 15 words, without "I", "you" or "it". Tags are tools, topics, languages and error classes.',
  'Answer with JSON alone: {"trials":[{"strategy":"…","task":"…","outcome":"worked|failed","from":[numbers of the lines that name it and tell the outcome],"tags":["…"]}]}',
].join('\n');

const envelopeSchema = z.object({ trials: z.array(z.unknown()) });

const trialSchema = z.object({
  strategy: z.string().trim().min(1).max(LONGEST),
  task: z.string().trim().max(LONGEST).catch(''),
  outcome: z.enum(['worked', 'failed']),
  from: z.array(z.unknown()).default([]),
  tags: z.array(z.string().trim().toLowerCase().min(1).max(LONGEST_TAG)).catch([]),
});

/** Asks a model. Episodes go by small numbers; what rests on none of them, or lacks strategy or outcome, is refused. */
export async function findTrialsWithModel(
  batch: SessionBatch,
  llm: Llm,
): Promise<{ trials: Trial[]; refused: number }> {
  const user = ['What happened:', ...tellEpisodes(batch)].join('\n');
  const answer = await ask(llm, { system: SYSTEM, user, schema: envelopeSchema });
  const trials = answer.trials.flatMap((given): Trial[] => {
    const { data } = trialSchema.safeParse(given);
    const numbers = (data?.from ?? []).filter((number): number is number => Number.isInteger(number));
    const sources = [...new Set(numbers)].sort((a, b) => a - b).flatMap((number) => batch.episodes[number - 1] ?? []);
    if (data === undefined || sources.length === 0) return [];
    const { strategy, task, outcome, tags } = data;
    return [
      { ...{ strategy, task: task.replace(/^to /i, ''), outcome }, tags: tags.slice(0, MOST_TAGS), episodes: sources },
    ];
  });
  return { trials, refused: answer.trials.length - trials.length };
}

import { z } from 'zod';
import { askForList } from '../../ask/ask-for-list.ts';
import type { SessionBatch } from '../../contracts/component.ts';
import type { Llm } from '../../contracts/llm.ts';
import { sourcesAmong, tellEpisodes } from '../model-answers.ts';
import { MOST_TAGS, type Trial } from './count-trials.ts';

const LONGEST = 200;
const LONGEST_TAG = 60;

const SYSTEM = [
  'You read a session and note which ways of going about something were tried and how they turned out, so that next time one knows what to do and what to leave.',
  'A strategy is a way of working ("splitting the migration into two steps"), not a single tool call. Note it only if the session itself says or shows that it worked or failed: plans, guesses and politeness are no outcomes. If it is unclear which of several things made the difference, leave it out. None is a fine answer.',
  'Write the strategy as an -ing phrase and the task as what was to be achieved, beginning with a plain verb ("fix the locked table"), each in at most 15 words, without "I", "you" or "it". Tags are tools, topics, languages and error classes.',
  'Answer with JSON alone: {"trials":[{"strategy":"…","task":"…","outcome":"worked|failed","from":[numbers of the lines that name it and tell the outcome],"tags":["…"]}]}',
].join('\n');

const trialSchema = ({ episodes }: SessionBatch) =>
  z.object({
    strategy: z.string().trim().min(1).max(LONGEST),
    task: z.string().trim().max(LONGEST).catch(''),
    outcome: z.enum(['worked', 'failed']),
    from: sourcesAmong(episodes),
    tags: z.array(z.string().trim().toLowerCase().min(1).max(LONGEST_TAG)).catch([]),
  });

/** Asks a model. Episodes go by small numbers; what rests on none of them, or lacks strategy or outcome, is refused. */
export async function findTrialsWithModel(
  batch: SessionBatch,
  llm: Llm,
): Promise<{ trials: Trial[]; refused: number }> {
  const user = ['What happened:', ...tellEpisodes(batch)].join('\n');
  const { items, refused } = await askForList(llm, { system: SYSTEM, user, key: 'trials', item: trialSchema(batch) });
  const trials = items.map(
    ({ strategy, task, outcome, from, tags }): Trial => ({
      ...{ strategy, task: task.replace(/^to /i, ''), outcome },
      tags: tags.slice(0, MOST_TAGS),
      episodes: batch.episodes.filter((episode) => from.includes(episode)),
    }),
  );
  return { trials, refused };
}

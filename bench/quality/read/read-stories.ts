import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Statement } from '../score/fact-match.ts';
import type { Question, Trial, Turn } from '../trial-data.ts';
import { readJsonl } from './read-jsonl.ts';

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const questionSchema = z.object({
  at: moment,
  text: z.string(),
  kind: z.string(),
  current: z.array(z.string()),
  stale: z.array(z.string()).default([]),
});

const storySchema = z.object({
  story: z.string(),
  language: z.string(),
  user: z.string(),
  sessions: z.array(
    z.object({
      id: z.string(),
      at: moment,
      turns: z.array(z.object({ id: z.string(), speaker: z.string(), text: z.string() })),
    }),
  ),
  questions: z.array(questionSchema),
  english: z.array(questionSchema).default([]),
  facts: z.array(z.object({ text: z.string(), from: z.array(z.string()) })).default([]),
  notfacts: z.array(z.string()).default([]),
});

/** The section is none of English, `other` of other languages, and `cross` of English questions over these. */
export interface StoryQuestion extends Question {
  readonly kind: string;
  /** Turns that say what no longer holds. The gold ones say what does. */
  readonly stale: readonly string[];
}

export interface Story extends Trial<StoryQuestion> {
  readonly language: string;
  readonly user: string;
  readonly facts: readonly Statement[];
  /** What a careless extractor would keep. */
  readonly notFacts: readonly string[];
}

/** Every story of a folder: a file each, or all in `stories.jsonl`, there or in a folder `stories`. */
export function readStories(folder: string): Story[] {
  return storiesIn(folder).map(({ story, language, user, sessions, questions, english, facts, notfacts }) => {
    const asked = (given: z.output<typeof questionSchema>[], section?: string) =>
      given.map(({ at, text, kind, current, stale }) => ({ at, text, kind, gold: current, stale, section }));
    return {
      ...{ name: story, language, user },
      sessions: sessions.map(({ id, at, turns }) => ({
        id,
        startsAt: at,
        turns: turns.map(({ id: unit, speaker, text }) => ({ unit, speaker, role: roleOf(speaker), content: text })),
      })),
      questions: [
        ...asked(questions, language === 'en' ? undefined : 'other'),
        ...asked(english, language === 'en' ? undefined : 'cross'),
      ],
      facts: facts.map(({ text, from }) => ({ text, units: from })),
      notFacts: notfacts,
    };
  });
}

function storiesIn(folder: string): z.output<typeof storySchema>[] {
  const inside = join(folder, 'stories', 'stories.jsonl');
  const path = existsSync(inside) ? inside : join(folder, 'stories.jsonl');
  if (existsSync(path)) return readJsonl(path, storySchema);
  return globSync('*.json', { cwd: folder })
    .sort()
    .map((name) => storySchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
}

/** The writers whose stories no model was trained on. */
export const leftOutWriters = (): Set<string> =>
  new Set(
    z
      .array(z.string())
      .parse(JSON.parse(readFileSync(new URL('../../stories/left-out.json', import.meta.url), 'utf8'))),
  );

/** "en-w13b" is by the writer en-w13, "de-a" by de, and "de-c" by another, as training/embedder/train.py has it. */
export const writerOf = (story: string): string => story.replace(/(?<=\d)[a-c]$|-[ab]$/, '');

function roleOf(speaker: string): NonNullable<Turn['role']> {
  if (speaker === 'assistant') return 'assistant';
  return speaker.startsWith('tool:') ? 'tool' : 'user';
}

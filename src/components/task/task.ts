import { z } from 'zod';
import type { Component, ComponentContext, SessionBatch } from '../../contracts/component.ts';
import type { SentenceKind } from '../../contracts/reader.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { parse } from '../../model/parse.ts';
import { unitSchema } from '../../model/primitives.ts';
import type { Finding } from '../../reconcile/finding.ts';
import { shorten } from '../counted-memory.ts';
import {
  isOfCurrentWork,
  isSure,
  prefixSpeaker,
  type ReadSentence,
  readSentences,
  roleAndSpeakerOf,
} from '../read-sentences.ts';
import { weighedComponent } from '../weighed-component.ts';

type Category = 'goal' | 'decision' | 'result' | 'context';

const weight = z.number().nonnegative();

const taskConfigSchema = z.strictObject({
  /** The least important memories beyond it expire. */
  maxItemsPerSession: z.int().min(1).default(50),
  /** Importance of findings without a language model; a model gives its own. */
  defaultImportance: unitSchema.default(0.6),
  /** Multiply importance, by category. */
  categoryWeights: z
    .strictObject({
      goal: weight.default(1),
      decision: weight.default(0.9),
      result: weight.default(0.75),
      context: weight.default(0.6),
    })
    .prefault({}),
});
export type TaskConfigInput = Readonly<z.input<typeof taskConfigSchema>>;

const CATEGORIES_ASKED: Readonly<Record<Category, string>> = {
  goal: 'what the user wants done or reached in this session, and only there.',
  decision: 'what was settled in this session, by the user or by the agent as a commitment.',
  result: 'what was tried in this session and how it turned out, with the key figure or error.',
  context: 'what bounds the work of this session: files, versions, branch, deadline.',
};

const CATEGORIES: Readonly<Partial<Record<SentenceKind, Category>>> = {
  goal: 'goal',
  decision: 'decision',
  result: 'result',
  worked: 'result',
  failed: 'result',
  context: 'context',
};
const MAY_LAST: ReadonlySet<SentenceKind> = new Set(['limit', 'directive']);
/** A short-lived sentence counts from this chance on: of writers left out, 12 of 20 below the usual chance are right. */
const MIN_SHORT_LIVED_CHANCE = 0.4;
const MAX_SHORT_LIVED_LASTS = 0.25;
/** More than any session may have; the latest count. */
const MAX_ITEMS = 500;
/** A sentence with fewer content words, such as "that worked", says nothing later. */
const MIN_CONTENT_WORDS = 2;
const MAX_OUTPUT_CHARS = 200;
const FAILURE = /\b(?:error|failed|exception|fatal|denied)\b|Error\b/i;

/**
 * Goals, decisions, results and context of a session. They end with it.
 * @example const agent = defineAgent({ components: [task({ maxItemsPerSession: 20 })] });
 */
export function task(input: TaskConfigInput = {}): Component {
  const { maxItemsPerSession, defaultImportance, categoryWeights } = parse(taskConfigSchema, input, 'task');
  return {
    ...weighedComponent({
      ...{ name: 'task', type: 'working', categoryWeights, categories: CATEGORIES_ASKED, endsWithSession: true },
      find: async (batch: SessionBatch, context) => {
        const sentencesByEpisode = await readSentences(batch, context);
        return batch.episodes
          .flatMap((episode, at) =>
            itemsIn(episode, sentencesByEpisode[at] ?? [], context).map((item) =>
              findingOf(item, episode, defaultImportance),
            ),
          )
          .slice(-MAX_ITEMS);
      },
    }),
    cap: { items: maxItemsPerSession, per: 'session' },
  };
}

interface TaskItem {
  readonly category: Category;
  readonly content: string;
}

function itemsIn(
  episode: StoredEpisode,
  sentences: readonly ReadSentence[],
  { languages }: ComponentContext,
): TaskItem[] {
  const { type, content } = episode;
  if (type === 'toolResult' || type === 'error') return reportedResult(episode);
  const items = sentences.flatMap((sentence): TaskItem[] => {
    const { text } = sentence;
    const category = categoryOf(sentence);
    const language = languages.of(text);
    const contentWords = language.words(text).filter((word) => !language.isStopWord(word));
    return category === undefined || contentWords.length < MIN_CONTENT_WORDS
      ? []
      : [{ category, content: prefixSpeaker(episode, text) }];
  });
  const recorded = type === 'decision' ? 'decision' : type === 'userDirective' ? 'goal' : undefined;
  if (recorded === undefined || items.some(({ category }) => category === recorded)) return items;
  const text = shorten(content, MAX_OUTPUT_CHARS);
  return /\p{L}{2}/u.test(text) ? [{ category: recorded, content: prefixSpeaker(episode, text) }] : [];
}

function categoryOf(sentence: ReadSentence): Category | undefined {
  const { kind, chance, lasts } = sentence;
  if (isSure(sentence))
    return CATEGORIES[kind] ?? (MAY_LAST.has(kind) && isOfCurrentWork(sentence) ? 'context' : undefined);
  return chance >= MIN_SHORT_LIVED_CHANCE && lasts < MAX_SHORT_LIVED_LASTS ? CATEGORIES[kind] : undefined;
}

function reportedResult({ type, content, metadata }: StoredEpisode): TaskItem[] {
  const lines = (metadata.error ?? content).slice(0, 20_000).split('\n');
  const worded = lines.filter((line) => /\p{L}{2}/u.test(line));
  const line = worded.find((each) => FAILURE.test(each.slice(0, MAX_OUTPUT_CHARS))) ?? worded[0];
  if (line === undefined) return [];
  const tool = metadata.tool === undefined ? undefined : `The ${metadata.tool.slice(0, 60)} tool`;
  const how =
    type === 'error' || metadata.success === false
      ? tool === undefined
        ? 'An error occurred'
        : `${tool} failed`
      : `${tool ?? 'A tool'} returned`;
  return [{ category: 'result', content: `${how}: ${shorten(line.replace(/\p{Cc}+/gu, ' '), MAX_OUTPUT_CHARS)}` }];
}

const findingOf = (
  { category, content }: TaskItem,
  episode: StoredEpisode,
  importance: number,
): Omit<Finding, 'entities'> => ({
  ...{ content, category, episodeIds: [episode.id], validAt: episode.occurredAt, metadata: roleAndSpeakerOf(episode) },
  importance: episode.type === 'userDirective' ? Math.max(importance, episode.importance) : importance,
  confidence: episode.type === 'conversation' ? 0.7 : 0.9,
});

import { z } from 'zod';
import type { Component, ComponentContext, SessionBatch } from '../../contracts/component.ts';
import type { SentenceKind } from '../../contracts/reader.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { parse } from '../../model/parse.ts';
import { unitSchema } from '../../model/primitives.ts';
import { shorten } from '../counted-memory.ts';
import { isOfCurrentWork, prefixSpeaker, readSureSentences, roleAndSpeakerOf } from '../read-sentences.ts';
import { weighedComponent } from '../weighed-component.ts';

type Category = 'capability' | 'constraint' | 'environment' | 'pattern';

const weight = z.number().nonnegative();
const days = z.number().positive();

const environmentalConfigSchema = z.strictObject({
  /** The least important memories beyond it expire. */
  maxItems: z.int().min(1).default(100),
  /** Importance of findings without a language model; a model gives its own. */
  defaultImportance: unitSchema.default(0.5),
  /** Multiply importance, by category. */
  categoryWeights: z
    .strictObject({
      capability: weight.default(1),
      constraint: weight.default(0.9),
      environment: weight.default(0.8),
      pattern: weight.default(0.7),
    })
    .prefault({}),
  /** A memory that is not confirmed for `idleDays` fades, and is forgotten below `floor`. */
  fading: z
    .strictObject({
      rate: unitSchema.default(0.95),
      idleDays: days.default(14),
      everyDays: days.default(1),
      floor: unitSchema.default(0.1),
    })
    .prefault({}),
});
export type EnvironmentalConfigInput = Readonly<z.input<typeof environmentalConfigSchema>>;

const CATEGORIES_ASKED: Readonly<Record<Category, string>> = {
  capability:
    'what the agent itself or one of its tools can do, in all sessions to come. Call it "the agent". Never what a person can do or is.',
  constraint: 'what the agent cannot or must not do, limits and quotas of its tools.',
  environment:
    'how the system, repository, tools and runtime that the agent works with are set up, with names and versions.',
  pattern: 'what happens again and again in this work.',
};

const CATEGORIES: Readonly<Partial<Record<SentenceKind, Category>>> = {
  ability: 'capability',
  limit: 'constraint',
  surroundings: 'environment',
};
const MAX_STATEMENTS = 500;
const MAX_LINE_CHARS = 200;
/** Errors that recur until the environment changes. */
const LASTING_ERROR =
  /\b(?:permission denied|access (?:is )?denied|not permitted|forbidden|unauthori[sz]ed|EACCES|EPERM|command not found|not installed|no module named|cannot find module|quota|rate limit|too many requests|read-only file system|not supported|no space left|network is unreachable|ENETUNREACH)\b/i;
const NUMBER = /\d+(?:[.,]\d+)*/g;

/**
 * Memories of the agent itself and its environment; they outlast the session, and fade unless they are confirmed.
 * @example const agent = defineAgent({ components: [environmental({ maxItems: 50 })] });
 */
export function environmental(input: EnvironmentalConfigInput = {}): Component {
  const { maxItems, defaultImportance, categoryWeights, fading } = parse(
    environmentalConfigSchema,
    input,
    'environmental',
  );
  return {
    ...weighedComponent({
      ...{ name: 'environmental', type: 'semantic', categoryWeights, categories: CATEGORIES_ASKED },
      compare: (older, newer) => (differInFigures(older, newer) ? 'contradiction' : 'unrelated'),
      find: async (batch: SessionBatch, context) =>
        (await findSurroundings(batch, context)).map(({ category, content, sources: [first, ...more] }) => ({
          ...{ content, category, importance: defaultImportance, confidence: 0.7 },
          ...{
            episodeIds: [first, ...more].map(({ id }) => id),
            validAt: first.occurredAt,
            metadata: roleAndSpeakerOf(first),
          },
        })),
    }),
    cap: { items: maxItems, per: 'owner' },
    fading: [{ since: 'update', ...fading }],
  };
}

/** Texts that differ only in a figure, such as a version or a limit, contradict each other. */
const differInFigures = (older: string, newer: string): boolean =>
  older !== newer && older.replace(NUMBER, '#') === newer.replace(NUMBER, '#');

interface Surrounding {
  readonly category: Category;
  readonly content: string;
  readonly sources: readonly [StoredEpisode, ...StoredEpisode[]];
}

async function findSurroundings(batch: SessionBatch, context: ComponentContext): Promise<Surrounding[]> {
  const { episodes } = batch;
  const fromSentences = (await readSureSentences(batch, context)).flat().flatMap((sentence): Surrounding[] => {
    const { kind, text, episode } = sentence;
    const category = CATEGORIES[kind];
    const isNone = category === undefined || (kind === 'limit' && isOfCurrentWork(sentence));
    return isNone ? [] : [{ category, content: prefixSpeaker(episode, text), sources: [episode] }];
  });
  return [...fromSentences.slice(-MAX_STATEMENTS), ...workingTools(episodes), ...episodes.flatMap(lastingLimit)];
}

/** A tool that returned a result can be used. */
function workingTools(episodes: readonly StoredEpisode[]): Surrounding[] {
  const byTool = new Map<string, [StoredEpisode, ...StoredEpisode[]]>();
  for (const episode of episodes) {
    const { type, metadata } = episode;
    if (type !== 'toolResult' || !metadata.tool || metadata.success === false) continue;
    const tool = metadata.tool.slice(0, 60);
    byTool.set(tool, [...(byTool.get(tool) ?? []), episode] as [StoredEpisode, ...StoredEpisode[]]);
  }
  return [...byTool].map(([tool, sources]) => ({
    ...{ category: 'capability', content: `The agent can use the ${tool} tool.`, sources },
  }));
}

function lastingLimit(episode: StoredEpisode): Surrounding[] {
  const { type, content, metadata } = episode;
  if (type !== 'error' && metadata.success !== false) return [];
  const lines = `${metadata.error ?? ''}\n${content}`.slice(0, 20_000).split('\n');
  const line = lines.find((each) => LASTING_ERROR.test(each.slice(0, MAX_LINE_CHARS)));
  if (line === undefined) return [];
  const subject = metadata.tool === undefined ? 'The environment' : `The ${metadata.tool.slice(0, 60)} tool`;
  const reason = shorten(line.slice(0, MAX_LINE_CHARS).replace(/\p{Cc}+/gu, ' '), MAX_LINE_CHARS);
  return [{ category: 'constraint', content: `${subject} is limited: ${reason}`, sources: [episode] }];
}

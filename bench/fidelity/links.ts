import { souvenirEmbedder } from '../../src/embedders/index.ts';
import type { Embedder } from '../../src/index.ts';
import { PATTERN_CASES } from './cases/pattern-cases.ts';
import { RECALL_STORIES } from './cases/recall-stories.ts';
import { cosineOf } from './cosine.ts';

const THRESHOLDS = [0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7];
/** As the cycle ties them. */
const MAX_LINKS = 5;

interface Pair {
  readonly cosine: number;
  readonly isRelated: boolean;
}

/**
 * By how near they are to each other, how many of the memories tied belong together, and how many of those that do are tied.
 * In `patterns`, those that show the same pattern do and all others do not. In `stories`, those that help to answer the same
 * question do; others of a story may as well, unasked, so that its precision is the least there is.
 */
export async function measureLinks() {
  const embedder = souvenirEmbedder();
  const patterns: Pair[] = [];
  for (const { memories, learn } of PATTERN_CASES)
    patterns.push(
      ...(await nearest(
        memories.map(({ content }) => content),
        (one, other) => learn?.from.includes(one) === true && learn.from.includes(other),
        embedder,
      )),
    );
  const stories: Pair[] = [];
  for (const { memories, questions } of RECALL_STORIES) {
    const keys = Object.keys(memories);
    stories.push(
      ...(await nearest(
        Object.values(memories).map(({ content }) => content),
        (one, other) =>
          questions.some(({ relevant }) => [one, other].every((at) => relevant.includes(keys[at] as string))),
        embedder,
      )),
    );
  }
  await embedder.close?.();
  return THRESHOLDS.map((threshold) => {
    const [inPatterns, inStories] = [figuresOf(patterns, threshold), figuresOf(stories, threshold)];
    return {
      threshold,
      patternsPrecision: inPatterns.precision,
      patternsRecall: inPatterns.recall,
      storiesPrecision: inStories.precision,
      storiesRecall: inStories.recall,
    };
  });
}

function figuresOf(pairs: readonly Pair[], threshold: number) {
  const tied = pairs.filter(({ cosine }) => cosine >= threshold);
  const right = tied.filter(({ isRelated }) => isRelated).length;
  return { precision: right / tied.length, recall: right / pairs.filter(({ isRelated }) => isRelated).length };
}

/** Each text with those nearest to it. */
async function nearest(
  texts: readonly string[],
  areRelated: (one: number, other: number) => boolean,
  embedder: Embedder,
): Promise<Pair[]> {
  const vectors = await embedder.embed(texts);
  return texts.flatMap((_, one) =>
    texts
      .flatMap((_, other) =>
        other === one ? [] : [{ cosine: cosineOf(vectors[one], vectors[other]), isRelated: areRelated(one, other) }],
      )
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, MAX_LINKS),
  );
}

import { souvenirEmbedder } from '../../src/embedders/index.ts';
import { salienceOf, salienceSum, salienceWeightsSchema } from '../../src/model/salience.ts';
import type { SalienceCase, SalientMemory } from './cases/case.ts';
import { SALIENCE_CASES } from './cases/salience-cases.ts';
import { cosineOf } from './cosine.ts';
import { DAY_MS, NOW } from './plain-memory.ts';

const WEIGHTS = salienceWeightsSchema.parse({});

/** How often the memory of two that should stand out more does. */
export async function measureSalience() {
  const embedder = souvenirEmbedder();
  const texts = SALIENCE_CASES.flatMap(({ query, more, less }) =>
    query === undefined ? [] : [query, more.content, less.content],
  );
  const distinct = [...new Set(texts)];
  const vectors = await embedder.embed(distinct);
  await embedder.close?.();
  const vectorOf = new Map(distinct.map((text, at) => [text, vectors[at]]));
  const isRight = ({ query, more, less }: SalienceCase): boolean => {
    const salience = ({ content, daysSinceAccess, accesses, confidence }: SalientMemory): number => {
      const at = new Date(NOW.getTime() - daysSinceAccess * DAY_MS);
      const cosine = query === undefined ? undefined : cosineOf(vectorOf.get(query), vectorOf.get(content));
      const measured = { createdAt: at, lastAccessedAt: at, accessCount: accesses, importance: 0.5, confidence };
      return salienceSum(salienceOf(measured, NOW, WEIGHTS, cosine));
    };
    return salience(more) > salience(less);
  };
  const share = (cases: readonly SalienceCase[]) => cases.filter(isRight).length / cases.length;
  return {
    pairs: SALIENCE_CASES.length,
    all: share(SALIENCE_CASES),
    withQuery: share(SALIENCE_CASES.filter(({ query }) => query !== undefined)),
    withoutQuery: share(SALIENCE_CASES.filter(({ query }) => query === undefined)),
  };
}

import type { Embedder, Vector } from '../../contracts/embedder.ts';
import { createEmbedder, type EmbedderName } from '../create-embedder.ts';
import type { Finding } from './check.ts';

const QUESTION = 'What does the rabbit like to eat?';
const RELATED = 'The rabbit likes to eat carrots and hay.';
const UNRELATED = 'Interest on government bonds rose last quarter.';
const TOLERANCE = 1e-3;

/** Loads the embedder and asks it something whose answer is known. */
export async function checkEmbedder(name: EmbedderName): Promise<Finding> {
  const embedder = createEmbedder(name);
  if (embedder === null) return { detail: 'none, recall goes by words alone' };
  try {
    return await askKnownAnswer(embedder);
  } finally {
    await embedder.close?.();
  }
}

async function askKnownAnswer(embedder: Embedder): Promise<Finding> {
  const started = performance.now();
  const [first] = await embedder.embed([QUESTION]);
  const loadedMs = Math.round(performance.now() - started);
  const [again, related, unrelated] = await embedder.embed([QUESTION, RELATED, UNRELATED]);
  const self = cosine(first, again);
  const near = cosine(first, related);
  const far = cosine(first, unrelated);
  const right = Math.abs(self - 1) < TOLERANCE && near > far;
  return {
    detail: `${embedder.id}, ready in ${loadedMs} ms, related ${near.toFixed(2)} over unrelated ${far.toFixed(2)}`,
    advice: right ? undefined : 'it answers wrongly: install the package again',
  };
}

const cosine = (a: Vector | undefined, b: Vector | undefined): number =>
  a === undefined || b === undefined ? 0 : a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

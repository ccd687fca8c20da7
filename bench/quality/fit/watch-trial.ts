import type { RerankCandidate, Reranker } from '../../../src/contracts/reranker.ts';
import type { DatasetContext } from '../dataset.ts';
import { memoryUnderTest } from '../run/memory-under-test.ts';
import { play } from '../run/trial.ts';
import type { Question, Trial } from '../trial-data.ts';

export interface Watched<Asked extends Question> {
  readonly question: Asked;
  readonly candidates: readonly RerankCandidate[];
  /** The turns a memory rests on. */
  readonly unitsOf: (memoryId: string) => readonly string[];
}

/** Asks every question of a trial, and keeps what the engine hands to its reranker. */
export async function watchTrial<Asked extends Question>(
  trial: Trial<Asked>,
  context: DatasetContext,
): Promise<Watched<Asked>[]> {
  let seen: readonly RerankCandidate[] = [];
  const watcher: Reranker = {
    name: 'watcher',
    rerank: async (_, candidates) => {
      seen = candidates;
      return candidates.map(() => 0);
    },
  };
  const memory = await memoryUnderTest(context, { reranker: watcher });
  const units = new Map<string, readonly string[]>();
  const unitsOf = (id: string) => units.get(id) ?? [];
  const watched: Watched<Asked>[] = [];
  await play(trial, context, {
    hear: async (session) => void (await memory.ingest(session)),
    async ask(question) {
      seen = [];
      await memory.ask(question.text, { at: question.at });
      watched.push({ question, candidates: seen, unitsOf });
    },
  });
  for (const { id, provenance } of await memory.memories()) units.set(id, provenance.turnIds);
  await memory.close();
  return watched;
}

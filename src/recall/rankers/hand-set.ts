import { handSetCalibration } from './fitted-numbers.ts';
import { linearRanker } from './linear-ranker.ts';

/**
 * Weights chosen by hand over all open data at once, where each was moved until no dataset gained without another losing.
 * The default, because no fitted weights do better on data they were not fitted to (`npm run fit:ranker` prints by how much),
 * and what a failing reranker falls back to.
 */
export const handSetRanker = linearRanker(
  'hand-set',
  {
    text: 0.8,
    vector: 1.5,
    entity: 0.5,
    time: 0.3,
    window: 0.8,
    session: 0.3,
    near: 0.1,
    far: 0.2,
    speaker: 0.2,
    salience: 0.05,
    lately: 0.2,
  },
  handSetCalibration,
);

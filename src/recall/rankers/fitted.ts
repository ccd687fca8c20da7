import { fittedCalibration, fittedWeights } from './fitted-numbers.ts';
import { linearRanker } from './linear-ranker.ts';

/** Weights learnt from conversations with questions and their answers; not the default (see `hand-set.ts`). */
export const fittedRanker = linearRanker('fitted', fittedWeights, fittedCalibration);

import { z } from 'zod';
import { unitSchema } from '../model/primitives.ts';
import { type RecallConfigInput, recallConfigSchema } from './config.ts';
import { MEASURED_ERRORS } from './measured-errors.ts';
import { DEFAULT_THRESHOLD } from './rankers/calibration.ts';

/** The recall settings of an agent, with a threshold that may be given as an error rate. */
export const agentRecallSchema = recallConfigSchema
  .extend({ threshold: unitSchema.optional(), maximumError: unitSchema.optional() })
  .transform(({ maximumError, threshold, ...config }, { addIssue }) => {
    if (maximumError === undefined) return { ...config, threshold: threshold ?? DEFAULT_THRESHOLD };
    const refuse = (message: string) => {
      addIssue({ code: 'custom', path: ['maximumError'], message });
      return z.NEVER;
    };
    if (threshold !== undefined) return refuse('chooses the threshold: give one of the two');
    const chosen = thresholdFor(maximumError);
    if (chosen !== undefined) return { ...config, threshold: chosen };
    const least = Math.min(...MEASURED_ERRORS.map(({ error }) => error));
    return refuse(`no threshold was measured to be wrong so seldom: ${least} is the least (docs/results.md)`);
  });

/** The recall settings of an agent. */
export interface AgentRecallInput extends RecallConfigInput {
  /**
   * Chooses the threshold by what was measured: of the recalls that return something, at most this share lacks the answer. The figures are of
   * stories of which nearly a fifth of the questions has no answer, with the default embedder, reader and ranker (docs/results.md).
   */
  readonly maximumError?: number;
}

/** The lowest threshold at which, and at every higher one, no larger share was wrong. */
export function thresholdFor(maximumError: number): number | undefined {
  const lastAbove = MEASURED_ERRORS.findLastIndex(({ error }) => error > maximumError);
  return MEASURED_ERRORS[lastAbove + 1]?.threshold;
}

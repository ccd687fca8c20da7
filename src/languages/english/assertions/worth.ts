import type { Candidate } from './candidates.ts';
import type { Features } from './features.ts';
import { isTelling } from './telling.ts';
import { worthBias, worthWeights } from './worth-numbers.ts';

/** From it on a candidate is remembered. Lower finds more and means less: docs/decisions/0009 has the curve, which is flat here. */
export const LEAST_WORTH = 0.12;

const WEIGHTS: readonly (readonly [string, number])[] = Object.entries(worthWeights);

/** The chance that someone who takes notes of the chat would note this, as fitted; see bench/quality/fit-assertions. */
export function worthOf(candidate: Candidate, features: Features): number {
  let sum: number = worthBias;
  for (const [name, weight] of WEIGHTS) sum += weight * (features[name] ?? 0);
  return withTelling(1 / (1 + Math.exp(-sum)), candidate, LEAST_WORTH);
}

/** What was said to be kept is, whatever its chance. */
export const withTelling = (worth: number, { clauses }: Pick<Candidate, 'clauses'>, least: number): number =>
  isTelling(clauses) ? Math.max(worth, least) : worth;

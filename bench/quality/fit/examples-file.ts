import { gzipSync } from 'node:zlib';
import { FEATURES } from '../../../src/recall/features.ts';
import type { Example } from './examples.ts';

/** What a ranker weighs, then what only the confidence looks at. */
const NAMES = [...FEATURES, 'words', 'stranger'];

/** Gzipped JSON for the fit: the features' names, and each question with a row a candidate, its unit first. */
export function examplesFile(examples: readonly Example[]): Buffer {
  const all = examples.map(({ dataset, group, sort, gold, candidates }) => ({
    ...{ dataset, group, sort, gold },
    rows: candidates.map(({ unit, features }) => [unit ?? null, ...NAMES.map((name) => rounded(features[name] ?? 0))]),
  }));
  return gzipSync(JSON.stringify({ names: NAMES, all }));
}

const rounded = (value: number): number => Number(value.toFixed(4));

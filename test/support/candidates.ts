import type { Memory } from '../../src/model/memory.ts';
import { FEATURES, type Features, type ScoredMemory } from '../../src/recall/features.ts';
import { type Candidate, NO_SIGNALS, type Signals } from '../../src/recall/gather.ts';
import { memory } from '../conformance/store/samples.ts';

export const NOW = new Date('2026-06-01T00:00:00Z');
const DAY_MS = 86_400_000;

export const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);

/** A memory as the signals found it; what is not given is silent. */
export const candidate = (
  id: string,
  { matches = [], ...signals }: Partial<Signals> & { readonly matches?: readonly number[] } = {},
  fields: Partial<Memory> = {},
): Candidate => ({
  memory: memory(id, { createdAt: NOW, ...fields }),
  signals: { ...NO_SIGNALS, ...signals },
  matches,
});

/** Where and by whom a turn was said. */
export const statement = (position: number, speaker = '', sessionId = 's'): Partial<Memory> => ({
  type: 'episodic',
  sessionId,
  provenance: { episodeIds: [], turnIds: [], position },
  metadata: speaker === '' ? {} : { speaker },
});

export const features = (given: Partial<Features> = {}): Features => ({
  ...(Object.fromEntries(FEATURES.map((name) => [name, 0])) as Record<(typeof FEATURES)[number], number>),
  words: 0,
  stranger: 0,
  ...given,
});

/** A candidate as the ranker left it. */
export const scored = (
  id: string,
  score: number,
  fields: Partial<Memory> = {},
  given: Partial<Features> = {},
): ScoredMemory => ({
  memory: memory(id, { createdAt: NOW, ...fields }),
  score,
  features: features(given),
  breakdown: {
    signals: NO_SIGNALS,
    contributions: { given: score },
    adjustments: { component: 1, importance: 1, age: 1, source: 1, current: 1, trust: 1, read: 1 },
  },
});

export const idsOf = (items: readonly { readonly memory: Memory }[]): string[] => items.map(({ memory: { id } }) => id);

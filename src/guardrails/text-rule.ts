import type { Guardrail, Violation } from '../contracts/guardrail.ts';
import { type Around, aroundOf } from './around.ts';
import { readingsOf } from './readings.ts';

/** What a rule looks for, in folded text. */
export interface Sign {
  readonly find: RegExp;
  readonly reason: string;
  /** Whether this match is no such sign after all, by what stands around it in its sentence. */
  readonly unless?: (around: Around) => boolean;
}

/** A rule over signs, however they are disguised. */
export const textRule = (name: string, signs: readonly Sign[]): Guardrail => ({
  name,
  check(text) {
    const found: Violation[] = [];
    for (const { text: read, starts, ends } of readingsOf(text))
      for (const { find, reason, unless } of signs)
        for (const match of read.matchAll(find)) {
          if (unless?.(aroundOf(read, match.index, match[0]))) continue;
          const [first, last] = [match.index, match.index + match[0].length - 1];
          const start = Math.min(starts[first] ?? 0, starts[last] ?? 0);
          const end = Math.max(ends[first] ?? 0, ends[last] ?? 0);
          if (!found.some((other) => start < other.end && other.start < end))
            found.push({ rule: name, reason, start, end });
        }
    return found.sort((a, b) => a.start - b.start);
  },
});

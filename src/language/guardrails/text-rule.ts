import type { Violation } from '../../model/violation.ts';
import { type Around, aroundOf } from './around.ts';
import { readingsOf } from './readings.ts';
import { isRefused } from './refused-there.ts';

/** What a rule looks for, in folded text. */
export interface Sign {
  readonly find: RegExp;
  readonly reason: string;
  /** Text that is about such things, or forbids them, breaks no rule; a fake header breaks it wherever it stands. */
  readonly anywhere?: boolean;
  /** Whether this match is no such sign after all, by what stands around it in its sentence. */
  readonly unless?: (around: Around) => boolean;
}

/** A rule over words, however they are disguised. */
export function textRule(name: string, signs: readonly Sign[]): { name: string; check(text: string): Violation[] } {
  return {
    name,
    check(text) {
      const found: Violation[] = [];
      for (const { text: read, starts, ends } of readingsOf(text))
        for (const { find, reason, anywhere = false, unless } of signs)
          for (const match of read.matchAll(find)) {
            const around = aroundOf(read, match.index, match[0]);
            if (unless?.(around) || (!anywhere && isRefused(around))) continue;
            const start = starts[match.index] ?? 0;
            const end = ends[match.index + match[0].length - 1] ?? text.length;
            const place =
              start <= end
                ? { start, end }
                : { start: starts[match.index + match[0].length - 1] ?? 0, end: ends[match.index] ?? 0 };
            if (!found.some((other) => place.start < other.end && other.start < place.end))
              found.push({ rule: name, reason, ...place });
          }
      return found.sort((a, b) => a.start - b.start);
    },
  };
}

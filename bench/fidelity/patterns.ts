import { type Pattern, recurringPatterns, runToEnd } from '../../src/consolidate/cycle/recurring.ts';
import { languages } from '../../src/languages/languages.ts';
import { termsOf } from '../../src/languages/terms.ts';
import type { PatternCase } from './cases/case.ts';
import { PATTERN_CASES } from './cases/pattern-cases.ts';
import { DAY_MS, NOW } from './plain-memory.ts';

const MIN_SOURCES = 3;
const SEARCH = { languages: languages(), minOccurrences: MIN_SOURCES };

export interface Judged {
  readonly name: string;
  readonly isRight: boolean;
  readonly wanted: 'semantic' | 'procedural' | 'none';
  readonly found: readonly Pattern[];
}

/** How often the rules learn what a person would, from some weeks of notes: the right thing and no other, or nothing. */
export function measurePatterns() {
  const judged = PATTERN_CASES.map(judge);
  const share = (passes: (one: Judged, at: number) => boolean) => {
    const some = judged.filter(passes);
    return some.filter(({ isRight }) => isRight).length / some.length;
  };
  return {
    cases: judged.length,
    all: share(() => true),
    // The rules were chosen on the even ones alone.
    even: share((_, at) => at % 2 === 0),
    odd: share((_, at) => at % 2 === 1),
    semantic: share(({ wanted }) => wanted === 'semantic'),
    procedural: share(({ wanted }) => wanted === 'procedural'),
    none: share(({ wanted }) => wanted === 'none'),
  };
}

export function judge({ name, memories, learn }: PatternCase): Judged {
  const happened = memories.map(({ content, session, daysAgo }) => ({
    ...{ text: content, session },
    at: new Date(NOW.getTime() - daysAgo * DAY_MS),
  }));
  const matches = runToEnd(recurringPatterns(happened, SEARCH));
  const right = matches.filter((pattern) => isRightFor(pattern, learn));
  const isRight = learn === undefined ? matches.length === 0 : right.length > 0 && right.length === matches.length;
  return { name, isRight, found: matches, wanted: learn?.type ?? 'none' };
}

function isRightFor({ type, content, sources }: Pattern, learn: PatternCase['learn']): boolean {
  if (learn === undefined || type !== learn.type) return false;
  const words = content.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const stems = new Set(termsOf(content));
  const mentions = (reported: string) =>
    words.some((word) => word.startsWith(reported)) || termsOf(reported).every((stem) => stems.has(stem));
  const rests = sources.filter((source) => learn.from.includes(source)).length;
  return (
    learn.mentions.every((alternatives) => alternatives.some(mentions)) &&
    rests >= Math.max(MIN_SOURCES, learn.from.length / 2)
  );
}

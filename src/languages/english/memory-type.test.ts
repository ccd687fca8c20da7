import { describe, expect, it } from 'vitest';
import { AMENDED, ASIDE, SEEN, type TypeCases } from '../../../test/fixtures/memory-types.ts';
import { memoryTypeOf } from './memory-type.ts';

/** What a fresh sentence should be told by its words alone. */
const BAR = 0.85;

function accuracyOn(cases: TypeCases) {
  const all = Object.entries(cases).flatMap(([type, texts]) => texts.map((text) => ({ type, text })));
  const wrong = all.filter(({ type, text }) => memoryTypeOf(text).type !== type);
  return { accuracy: 1 - wrong.length / all.length, wrong };
}

describe('the type of a memory by its words', () => {
  it.each([
    ['those the rules were written against', SEEN],
    ['those they were amended by', AMENDED],
    ['those put aside', ASIDE],
  ])('is right often enough on %s', (_, cases) => {
    const { accuracy, wrong } = accuracyOn(cases);
    expect(accuracy, JSON.stringify(wrong, undefined, 1)).toBeGreaterThanOrEqual(BAR);
  });

  it('says why', () => {
    expect(memoryTypeOf('Yesterday we moved to Frankfurt.').why).toBe('tells what happened, says when it was');
    expect(memoryTypeOf('Blue.')).toEqual({ type: 'semantic', why: 'states something' });
  });

  it('reads a text of any length in no time', () => {
    const before = performance.now();
    memoryTypeOf('first 1. '.repeat(110_000));
    expect(performance.now() - before).toBeLessThan(500);
  });
});

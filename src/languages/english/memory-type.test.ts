import { describe, expect, it } from 'vitest';
import { AMENDED, ASIDE, SEEN, type TypeCases } from '../../../test/fixtures/memory-types.ts';
import { importanceOf, memoryTypeOf } from './memory-type.ts';

/** What a fresh sentence should be told by its words alone. */
const BAR = 0.85;

function accuracyOn(cases: TypeCases) {
  const all = Object.entries(cases).flatMap(([type, texts]) => texts.map((text) => ({ type, text })));
  const wrong = all.filter(({ type, text }) => memoryTypeOf(text).type !== type);
  return { accuracy: 1 - wrong.length / all.length, wrong };
}

describe('the memory type by rules', () => {
  it.each([
    ['those the rules were written against', SEEN],
    ['those they were amended by', AMENDED],
    ['those put aside', ASIDE],
  ])('is accurate enough on %s', (_, cases) => {
    const { accuracy, wrong } = accuracyOn(cases);
    expect(accuracy, JSON.stringify(wrong, undefined, 1)).toBeGreaterThanOrEqual(BAR);
  });

  it('has a reason', () => {
    expect(memoryTypeOf('Yesterday we moved to Frankfurt.').why).toBe('tells what happened, says when it was');
    expect(memoryTypeOf('Blue.')).toEqual({ type: 'semantic', why: 'states something' });
  });
});

describe('the importance by rules', () => {
  it.each<[string, string, number, number]>([
    ['an allergy', 'Leo is allergic to bees.', 0.9, 1],
    ['a secret', 'The wifi password is hunter2.', 0.85, 1],
    ['a duty', 'Invoices must be paid within 30 days.', 0.85, 1],
    ['a ban', 'Never deploy on Fridays.', 0.85, 1],
    ['a rule', 'Always answer in French.', 0.85, 1],
    ['a deadline', 'The deadline for the report is 3 May.', 0.8, 1],
    ['what is said to matter', 'Important: the key is under the mat.', 0.85, 1],
    ['a taste', 'Anna likes her coffee black.', 0.7, 0.8],
    ['chit-chat', 'Haha, what a day.', 0, 0.35],
    ['a greeting', 'Good morning!', 0, 0.2],
    ['a guess', 'Maybe it was the cable.', 0.3, 0.45],
    ['a question', 'Does the API need a header?', 0.2, 0.4],
  ])('%s', (_, text, least, most) => {
    const { value, why } = importanceOf(text) ?? { value: Number.NaN, why: '' };
    expect(value).toBeGreaterThanOrEqual(least);
    expect(value).toBeLessThanOrEqual(most);
    expect(why).not.toBe('');
  });

  it('ignores words within words', () => {
    expect(importanceOf('The mustard is in the cupboard.')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import type { MemoryType } from '../../model/memory.ts';
import { IMPORTANCE_OF_TYPE, importanceOf } from './importance.ts';

describe('how much something matters', () => {
  it.each<[string, string, number, number, MemoryType]>([
    ['an allergy', 'Leo is allergic to bees.', 0.9, 1, 'semantic'],
    ['a secret', 'The wifi password is hunter2.', 0.85, 1, 'semantic'],
    ['a duty', 'Invoices must be paid within 30 days.', 0.85, 1, 'semantic'],
    ['a ban', 'Never deploy on Fridays.', 0.85, 1, 'semantic'],
    ['a rule', 'Always answer in French.', 0.85, 1, 'semantic'],
    ['a deadline', 'The deadline for the report is 3 May.', 0.8, 1, 'semantic'],
    ['what is said to matter', 'Important: the key is under the mat.', 0.85, 1, 'semantic'],
    ['a taste', 'Anna likes her coffee black.', 0.7, 0.8, 'semantic'],
    ['chit-chat', 'Haha, what a day.', 0, 0.35, 'episodic'],
    ['a greeting', 'Good morning!', 0, 0.2, 'semantic'],
    ['a guess', 'Maybe it was the cable.', 0.3, 0.45, 'episodic'],
    ['a question', 'Does the API need a header?', 0.2, 0.4, 'working'],
  ])('%s', (_, text, least, most, type) => {
    const { importance, why } = importanceOf(text, type);
    expect(importance).toBeGreaterThanOrEqual(least);
    expect(importance).toBeLessThanOrEqual(most);
    expect(why).not.toBe('');
  });

  it.each(Object.entries(IMPORTANCE_OF_TYPE))('is that of its type where nothing says more: %s', (type, importance) => {
    expect(importanceOf('The kettle has a grey lid.', type as MemoryType)).toEqual({ importance, why: `is ${type}` });
  });

  it('takes no notice of words within words', () => {
    expect(importanceOf('The mustard is in the cupboard.', 'semantic').why).toBe('is semantic');
  });

  it('reads a text of any length in no time', () => {
    const before = performance.now();
    importanceOf('first '.repeat(160_000), 'semantic');
    expect(performance.now() - before).toBeLessThan(500);
  });
});

import { expect, it } from 'vitest';
import { knowledgeIn } from './knowledge.ts';

const CAPITAL = 'The capital of Tuvalu is Funafuti.';

it('finds a statement that stands alone, also behind what is pasted', () => {
  expect(knowledgeIn(`${CAPITAL} I live in Oslo.`)).toEqual([CAPITAL]);
  expect(knowledgeIn(`${'x'.repeat(30_000)}\n${CAPITAL}`)).toEqual([CAPITAL]);
});

it('finds none in a document, however late its words begin', () => {
  expect(knowledgeIn(`${CAPITAL} `.repeat(11))).toEqual([]);
  expect(knowledgeIn(`${'x'.repeat(30_000)}\n${`${CAPITAL} `.repeat(11)}`)).toEqual([]);
});

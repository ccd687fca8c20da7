import { expect, it } from 'vitest';
import { isRepeat } from './find-assertions.ts';

const LONG = 'the ferry leaves at nine and comes back at noon but on stormy days it stays in port';

it('is a repeat if hardly a word of a long turn is missing', () => {
  expect(isRepeat(LONG, LONG)).toBe(true);
  expect(isRepeat(LONG.replace('stormy ', ''), LONG)).toBe(true);
  expect(isRepeat('The ferry leaves at nine and comes back at noon.', LONG)).toBe(false);
});

it('is none of a short turn', () => {
  expect(isRepeat('The ferry leaves at nine.', 'The ferry leaves at nine.')).toBe(false);
});

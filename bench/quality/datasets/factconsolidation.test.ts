import { expect, it } from 'vitest';
import { holdsPhrase } from './factconsolidation.ts';

it('an answer is found as whole words in a row, whatever their case', () => {
  expect(holdsPhrase('Ana was born in NEW york, where it rains.', 'New York')).toBe(true);
  expect(holdsPhrase('Ana was born in York, a new town.', 'New York')).toBe(false);
  expect(holdsPhrase('Ana speaks Romanian.', 'Roma')).toBe(false);
  expect(holdsPhrase('Zoë’s café', 'zoë')).toBe(true);
  expect(holdsPhrase('anything', '?')).toBe(false);
});

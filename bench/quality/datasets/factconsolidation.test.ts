import { expect, it } from 'vitest';
import { containsPhrase, rivalFacts } from './factconsolidation.ts';

it('an answer matches as a sequence of whole words in any case', () => {
  expect(containsPhrase('Ana was born in NEW york, where it rains.', 'New York')).toBe(true);
  expect(containsPhrase('Ana was born in York, a new town.', 'New York')).toBe(false);
  expect(containsPhrase('Ana speaks Romanian.', 'Roma')).toBe(false);
  expect(containsPhrase('Zoë’s café', 'zoë')).toBe(true);
  expect(containsPhrase('anything', '?')).toBe(false);
});

it('facts that differ only in their value contradict each other, each the next one', () => {
  const facts = [
    'The mayor of Arl is Ann.',
    'Bo was born in Rome.',
    'The mayor of Arl is Ben.',
    'The mayor of Ulm is Cy.',
  ];
  const again = 'The mayor of Arl is Dee.';
  const rivals = [
    { stem: 'The mayor of Arl is', older: facts[0], newer: facts[2] },
    { stem: 'The mayor of Arl is', older: facts[2], newer: again },
  ];
  expect(rivalFacts([...facts, again])).toEqual(rivals);
});

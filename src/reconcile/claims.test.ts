import { expect, it } from 'vitest';
import { languages } from '../languages/languages.ts';
import { relationshipsAmong } from './claims.ts';

it('claims link a statement to its subject and not to other people in it', () => {
  const ties = (content: string, ...names: string[]) =>
    relationshipsAmong(
      [
        {
          ...{ content, category: 'fact', importance: 0.5, confidence: 0.9, episodeIds: ['e'], metadata: {} },
          entities: names.map((name) => ({ name, type: 'person' })),
        },
      ],
      languages(),
    ).map(({ from, relation, to }) => `${from} ${relation} ${to}`);
  expect(ties('Ana adopted two rabbits from the shelter, Basil and Olive.', 'Ana', 'Basil', 'Olive')).toEqual([
    'Ana own Basil',
  ]);
  expect(ties('Olive chews every cable she finds, so Ana put the chargers in a drawer.', 'Olive', 'Ana')).toEqual([]);
});

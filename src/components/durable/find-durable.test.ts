import { describe, expect, it } from 'vitest';
import { turn } from '../../../test/support/turn.ts';
import { languages } from '../../languages/languages.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { findDurable } from './find-durable.ts';

const found = (said: string, more: Partial<StoredEpisode> = {}) =>
  findDurable(turn(said, more), [turn('How are things?', { role: 'assistant' })], languages());

describe('what of a turn will matter in months', () => {
  it.each([
    ['I work as a tram driver in Zagreb.', 'fact'],
    ["I'm allergic to hazelnuts.", 'fact'],
    ['My daughter Noor was born in 2019.', 'fact'],
    ['Never suggest recipes with pork.', 'fact'],
    ['I hate coriander.', 'preference'],
    ["I'd rather take the night train than fly.", 'preference'],
    ['The capital of Palau is Ngerulmud.', 'knowledge'],
    ['Brightwater Ltd was founded by Amara Osei.', 'knowledge'],
  ])('%j is a %s', (said, category) => expect(found(said).map(({ finding }) => finding.category)).toEqual([category]));

  it.each([
    'What is the capital of Palau?',
    'Thanks, that helps a lot.',
    'Write a limerick about a heron.',
    '```\nconst home = "I live in Oslo";\n```',
    '> I hate coriander.',
    'If I lived in Oslo, I would cycle to work.',
    'In the story, the dragon says: "I live in the old tower."',
    'Vivo en Madrid y trabajo en un hospital.',
    '私は東京に住んでいます。',
  ])('%j is nothing', (said) => expect(found(said)).toEqual([]));

  it('names whom it is about, and no half of a sentence', () => {
    const names = (said: string) =>
      found(said, { speaker: 'Ana' }).flatMap(({ finding }) => finding.entities.map(({ name }) => name));
    expect(names('I live in Porto.')).toEqual(['Ana', 'Porto']);
    expect(names('Olive chews every cable she finds, so I put the chargers in a drawer.')).not.toContainEqual(
      expect.stringContaining('chews'),
    );
  });

  it('is what users say, not assistants', () => {
    for (const said of ['I live in Paris.', 'The capital of Palau is Ngerulmud.'])
      expect(found(said, { role: 'assistant' })).toEqual([]);
  });

  it('is said once where a turn says it twice, and not searched for in a whole document', () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => `The mayor of Village${row} is Ana${row} Moss.`);
    const alone = (said: string) => findDurable(turn(said), [], languages());
    expect(alone(`${rows[0]} ${rows[0]}`)).toHaveLength(1);
    expect(alone(rows.join('\n')).length).toBeLessThan(200);
  });
});

import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { FEATURES } from '../../../src/recall/features.ts';
import { examplesFile } from './examples-file.ts';

it('an examples file has one row per candidate of a question: unit, then features in the order of their names', () => {
  const question = { dataset: 'locomo', group: 'chat 1', sort: 'own' as const, gold: ['turn 1'] };
  const candidates = [
    { unit: 'turn 1', features: { stranger: 0.5, words: 0.123_46, vector: 1 / 3, unnamed: 1 } },
    { unit: undefined, features: { vector: 1 } },
  ];
  const { names, all } = JSON.parse(gunzipSync(examplesFile([{ ...question, candidates }])).toString());
  expect(names).toEqual([...FEATURES, 'words', 'stranger']);
  const row = (unit: string | null, features: Record<string, number>) => [
    unit,
    ...names.map((name: string) => features[name] ?? 0),
  ];
  expect(all).toEqual([
    {
      ...question,
      rows: [row('turn 1', { vector: 0.3333, words: 0.1235, stranger: 0.5 }), row(null, { vector: 1 })],
    },
  ]);
});

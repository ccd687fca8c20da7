import { expect, test } from 'vitest';
import { memory } from '../../test/conformance/store/samples.ts';
import { experimentSchema } from '../souvenir/trials.ts';
import { experimentReport } from './experiment-report.ts';

const COST = { durationMs: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0 };
const REST = { episodes: 1, cost: COST, degraded: [], byHand: new Set<string>() };
const NONE = { same: 0, onlyInOne: [], onlyInOther: [], changed: [] };
const query = { query: 'bees', onlyInOne: [], onlyInOther: [] };

test('an experiment report lists 200 of each kind with 500 characters each, and the total', () => {
  const many = Array.from({ length: 201 }, (_, at) => memory(`m${at}`, { content: 'x'.repeat(600) }));
  const changed = many.map((one) => ({ one, other: one, fields: ['content' as const] }));
  const comparison = { memories: { same: 3, onlyInOne: many, onlyInOther: many, changed }, queries: [], cost: {} };
  const { memories } = experimentSchema.parse(experimentReport(comparison as never, new Map(), REST));
  for (const reported of [memories.gained, memories.lost, memories.changed])
    expect([reported.count, reported.memories.length]).toEqual([201, 200]);
  const contents = [
    ...memories.gained.memories,
    ...memories.lost.memories,
    ...memories.changed.memories.map(({ after }) => after),
  ];
  expect(new Set(contents.map(({ content }) => content.length <= 501))).toEqual(new Set([true]));
});

test('an experiment report includes a query whose items changed order', () => {
  for (const isSameOrder of [true, false]) {
    const comparison = { memories: NONE, queries: [{ ...query, isSameOrder }], cost: {} };
    const { queries } = experimentReport(comparison as never, new Map([['bees', [[], []]]]), REST);
    expect(queries.changed).toHaveLength(isSameOrder ? 0 : 1);
  }
});

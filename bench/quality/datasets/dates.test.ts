import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashEmbedder } from '../../../src/embedders/index.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { metricsOf } from '../score/outcome.ts';
import { dates } from './dates.ts';

it('the dates dataset keeps specs with a reference date, and their dates and ranges', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'dates'));
  const result = (type: string, values: object[]) => ({
    ...(type && { TypeName: `datetimeV2.${type}` }),
    Start: 0,
    End: 4,
    Resolution: { values },
  });
  const specs = [
    {
      spec: 'DateTimeModel',
      input: 'today',
      ref: '2024-05-01T10:00:00',
      results: [result('date', [{ value: '2024-05-01' }]), result('time', [{ value: '10:00' }])],
    },
    {
      spec: 'DateTimeModel',
      input: 'a year',
      ref: '2024-05-01T00:00:00',
      results: [result('daterange', [{ start: '2023-01-01', end: '2024-01-01' }])],
    },
    { spec: 'DateTimeModel', input: 'today', ref: null, results: [result('date', [{ value: '2024-05-01' }])] },
    {
      spec: 'DateParser',
      input: 'today',
      ref: '2024-05-01T00:00:00',
      results: [result('date', [{ value: '1999-05-01' }])],
    },
  ];
  writeFileSync(join(folder, 'dates', 'specs.jsonl'), specs.map((spec) => JSON.stringify(spec)).join('\n'));
  const measure = dates((_, reference) => [{ start: 0, end: 5, from: reference }]);
  const context = { folder, every: 1, embedder: hashEmbedder(), progress: () => {} };
  const { n, outcomes } = await measure(context);
  expect(n).toBe(2);
  expect(metricsOf(outcomes?.souvenir ?? [])).toEqual({ date: 100, daterange: 0 });
});

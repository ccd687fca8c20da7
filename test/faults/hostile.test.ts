import { expect, it } from 'vitest';
import { type CallReport, measureCalls } from './hostile/calls.ts';

it('every call accepts twenty hostile texts or refuses them with a SouvenirError', { tags: ['long'] }, async () => {
  const reports: CallReport[] = [];
  await measureCalls(2000, [], (report) => reports.push(report));
  expect(reports.length).toBeGreaterThan(20);
  expect(reports.filter(({ raw }) => raw > 0)).toEqual([]);
});

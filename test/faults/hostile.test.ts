import { expect, it } from 'vitest';
import { type CallReport, measureCalls } from './hostile/calls.ts';

it('every call takes or refuses twenty hostile texts, each with an error of its own', { tags: ['long'] }, async () => {
  const reports: CallReport[] = [];
  await measureCalls(2000, [], (report) => reports.push(report));
  expect(reports.length).toBeGreaterThan(20);
  expect(reports.filter(({ raw }) => raw > 0)).toEqual([]);
});

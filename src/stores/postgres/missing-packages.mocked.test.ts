import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { postgresJobs } from './postgres-jobs.ts';
import { postgresStore } from './postgres-store.ts';

const missing = () => {
  throw new Error('not installed');
};
vi.mock('pg', () => missing());
vi.mock('pg-boss', () => missing());

const ROOT = new URL('../../../', import.meta.url);
const url = 'postgres://localhost/nowhere';

test.each([
  ['pg', () => postgresStore({ url }).open()],
  ['pg-boss', () => postgresJobs({ url }).send({ kind: 'walk' })],
])('a missing package %s is reported with both required packages', async (name, use) => {
  const { devDependencies } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
  const advice = `npm install pg pg-boss@${devDependencies['pg-boss']}`;
  await expect(use()).rejects.toMatchObject({ code: 'missingPackage', message: expect.stringContaining(name), advice });
  expect(readFileSync(new URL('docs/guide/serving.md', ROOT), 'utf8')).toContain(advice);
});

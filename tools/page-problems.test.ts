import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';

const { pageProblems } = await import(new URL('page-problems.mjs', import.meta.url).href);

const PAGE = {
  'dist/lab-ui/index.html': '<!doctype html>',
  'dist/lab-ui/licences.txt': 'preact 11.2.0 (MIT)\n\nThe MIT License (MIT)\n',
};

const problemsWith = (changed: Readonly<Record<string, string | Buffer>>, notice = 'The page has preact (MIT).') => {
  const files: Readonly<Record<string, string | Buffer>> = { ...PAGE, ...changed };
  return pageProblems(Object.keys(files), (name: string) => Buffer.from(files[name] ?? ''), notice).join('\n');
};

it('finds nothing wrong with a small page whose parts are named', () => {
  expect(problemsWith({})).toBe('');
});

it('refuses a page that is not there, too large, has its sources, or parts that nobody named or agreed to', () => {
  expect(pageProblems(['dist/index.js']).join('\n')).toMatch(/lacks dist\/lab-ui\/index.html/);
  expect(problemsWith({ 'dist/lab-ui/assets/a.js': randomBytes(300_001) })).toMatch(/bytes compressed/);
  expect(problemsWith({ 'dist/lab-ui/assets/a.js.map': '{}' })).toMatch(/a\.js\.map is or has/);
  expect(problemsWith({ 'dist/lab-ui/assets/a.js': 'x\n//# sourceMappingURL=a.js.map' })).toMatch(/a\.js is or has/);
  expect(problemsWith({}, 'nobody')).toMatch(/NOTICE does not name preact/);
  expect(problemsWith({ 'dist/lab-ui/licences.txt': 'preact 11.2.0 (AGPL-3.0)' })).toMatch(/the licence AGPL-3\.0/);
});

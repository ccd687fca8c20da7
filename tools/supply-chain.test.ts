import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { problemsIn } = await import(new URL('supply-chain.mjs', import.meta.url).href);
const read = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));

/** Fields of the manifest, of the lock file's own, and of its entry for zod, changed. */
interface Tampered {
  readonly manifest?: object;
  readonly lock?: object;
  readonly zod?: object;
  readonly added?: Record<string, object>;
}

function problemsWith({ manifest = {}, lock = {}, zod = {}, added = {} }: Tampered): readonly string[] {
  const stored = read('package-lock.json');
  Object.assign(stored.packages['node_modules/zod'], zod);
  Object.assign(stored.packages, added);
  return problemsIn({ ...read('package.json'), ...manifest }, { ...stored, ...lock }).problems;
}

const GOOD = { version: '1.0.0', integrity: `sha512-${'a'.repeat(86)}==`, license: 'MIT' };

it('finds nothing wrong with this package', () => {
  expect(problemsWith({})).toEqual([]);
});

it.each<[string, Tampered, RegExp]>([
  ['an older lock file', { lock: { lockfileVersion: 1 } }, /version 1/],
  ['a package without a hash', { zod: { integrity: undefined } }, /zod has no hash/],
  ['a weak hash', { zod: { integrity: 'sha1-abc=' } }, /zod has no hash/],
  ['a licence nobody agreed to', { zod: { license: 'AGPL-3.0' } }, /AGPL/],
  ['no licence', { zod: { license: undefined } }, /of nobody/],
  ['a script at install', { zod: { hasInstallScript: true } }, /zod runs a script/],
  ['an address that is not https', { zod: { resolved: 'http://one.example/zod.tgz' } }, /none that is safe/],
  ['a git address', { zod: { resolved: 'git+ssh://git@host.example/zod.git' } }, /none that is safe/],
  [
    'two registries',
    {
      zod: { resolved: 'https://one.example/z' },
      added: { 'node_modules/x': { ...GOOD, resolved: 'https://two.example/x' } },
    },
    /2 places/,
  ],
  ['a folder', { added: { '../x': GOOD } }, /is a folder/],
  ['a link', { added: { 'node_modules/x': { ...GOOD, link: true } } }, /is a folder/],
  ['one package more', { added: { 'node_modules/x': GOOD } }, /21 packages/],
  [
    'another version than asked for',
    { manifest: { dependencies: { ...read('package.json').dependencies, zod: '^3.0.0' } } },
    /zod: \^3/,
  ],
  [
    'one dependency more',
    { manifest: { dependencies: { ...read('package.json').dependencies, x: '1.0.0' } } },
    /14 dependencies/,
  ],
  ['a dependency from git', { manifest: { dependencies: { zod: 'github:x/zod' } } }, /not a version of a registry/],
  ['a dependency from a folder', { manifest: { dependencies: { zod: 'file:../zod' } } }, /not a version of a registry/],
  ['a script that is let run', { manifest: { allowScripts: { zod: true } } }, /zod may run a script/],
])('refuses %s', (_, tampered, problem) => {
  expect(problemsWith(tampered).join('\n')).toMatch(problem);
});

// Packs the package as npm would publish it and looks at it as its users' tools will: exports, types, files.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { pageProblems } from './page-problems.mjs';

const REQUIRED = [
  'dist/index.js',
  'dist/index.d.ts',
  'dist/cli/bin.js',
  'dist/cli/bundle/main.mjs',
  'dist/cli/bundle/LICENSES.txt',
  ...['.claude-plugin/plugin.json', '.mcp.json', 'hooks/hooks.json'].map((name) => `dist/plugins/claude-code/${name}`),
  ...['gemini-extension.json', 'hooks/hooks.json'].map((name) => `dist/plugins/gemini/${name}`),
  'assets/model.bin',
  'assets/model.json',
  'assets/vocab.txt',
  'assets/intent.bin',
  'assets/intent.json',
  'assets/reader.bin',
  'assets/reader.json',
  'assets/embedding.wasm',
  'assets/vector-scan.wasm',
  'assets/known-answer.json',
  'assets/vocab.table',
  ...['linux-x64', 'linux-x64-musl', 'linux-arm64', 'linux-arm64-musl'].map((name) => `assets/native/${name}.node`),
  ...['darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'].map((name) => `assets/native/${name}.node`),
  'NOTICE',
  'LICENSE',
  'README.md',
];

const folder = mkdtempSync(join(tmpdir(), 'souvenir-pack-'));
const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder], {
    encoding: 'utf8',
  }),
);
const tarball = readFileSync(join(folder, packed.filename));
rmSync(folder, { recursive: true });

const names = new Set(packed.files.map(({ path }) => path));
const problems = REQUIRED.filter((path) => !names.has(path)).map((path) => `the package lacks ${path}`);
problems.push(...pageProblems([...names]), ...deadLinks(names));
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { messages } = await publint({ pack: false, level: 'warning' });
problems.push(...messages.map((message) => formatMessage(message, manifest) ?? message.code));
const types = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
// This package is ESM only: a CommonJS reader gets it by require(esm), which Node 22.12 and later can.
const expected = new Set(['CJSResolvesToESM', 'NoResolution']);
problems.push(
  ...(types.problems ?? [])
    .filter(({ kind, resolutionKind }) => !(expected.has(kind) && ['node10', 'node16-cjs'].includes(resolutionKind)))
    .map((problem) => `types: ${JSON.stringify(problem)}`),
);
problems.push(...declarationErrors());
for (const problem of problems) console.error(problem);
console.log(
  `${packed.files.length} files, ${(packed.size / 1e6).toFixed(1)} MB packed, ${(packed.unpackedSize / 1e6).toFixed(1)} MB unpacked`,
);
process.exit(problems.length === 0 ? 0 : 1);

/** Of the declarations of every door, as a strict project of a user without `skipLibCheck` reads them. */
function declarationErrors() {
  const doors = Object.values(manifest.exports).flatMap(({ types }) => types ?? []);
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
  const { stdout } = spawnSync('tsc', ['--ignoreConfig', ...options, ...doors], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  // What other packages declare is theirs.
  return stdout.split('\n').filter((line) => line.startsWith('dist/'));
}

/** Relative links of the package's pages that lead to nothing inside the package. */
function deadLinks(names) {
  const folders = new Set([...names].flatMap((name) => parentsOf(name)));
  return [...names]
    .filter((name) => name.endsWith('.md'))
    .flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)| src(?:set)?="([^"]+)"/g)]
        .map(([, link, source]) => (link ?? source).split('#', 1)[0])
        .filter((link) => link !== '' && !/^[a-z]+:/i.test(link))
        .filter((link) => {
          const target = posix.normalize(posix.join(posix.dirname(page), link)).replace(/\/$/, '');
          return !names.has(target) && !folders.has(target) && !isLeftOut(target);
        })
        .map((link) => `${page} links to ${link}, which the package lacks`),
    );
}

/** Pictures, decisions and notes stay in the repository, from where npm shows pictures of the README. */
function isLeftOut(target) {
  return /^docs\/(?:pictures|decisions|notes)\//.test(target) && existsSync(target);
}

function parentsOf(name) {
  const parent = posix.dirname(name);
  return parent === '.' ? [] : [parent, ...parentsOf(parent)];
}

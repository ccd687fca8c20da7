import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { sha256 } from '../src/text/sha256.ts';

/** A project that is installed and built. */
const root = mkdtempSync(join(realpathSync(tmpdir()), 'with-setup-'));
afterAll(() => rmSync(root, { recursive: true }));
const program = join(root, 'tools/with-setup.mjs');
cpSync(join(import.meta.dirname, 'with-setup.mjs'), program);
const built = ['embedding.wasm', 'known-answer.json', 'vector-scan.wasm', 'vocab.table'].map(
  (name) => `assets/${name}`,
);
for (const path of ['dist/cli/bin.js', 'dist/cli/bundle/main.mjs', 'dist/lab-ui/index.html', ...built])
  written(path, '');
for (const stamp of ['.installed', '.built'])
  written(`node_modules/${stamp}`, sha256(`${process.platform} ${process.arch}`));

function written(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const run = (code: string): ChildProcessByStdio<null, Readable, Readable> =>
  spawn(process.execPath, [program, process.execPath, '-e', code], { stdio: ['ignore', 'pipe', 'pipe'] });

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s reaches the command, whose end it waits for', async (name) => {
  const code = `process.once('${name}', () => setImmediate(() => { console.log('ended'); process.exit(7); }));
    setInterval(() => {}, 1000); console.log('ready')`;
  const child = run(code);
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill(name);
  expect(await text(child.stdout)).toBe('ended\n');
  expect(await ended).toEqual([7, null]);
});

test.skipIf(process.platform === 'win32')(
  'ends the command where who started it is gone, as a shell of npm',
  async () => {
    const code = `process.once('SIGTERM', () => setTimeout(() => { console.log('ended'); process.exit(); }, 1500));
    setInterval(() => {}, 1000); console.log('ready')`;
    const line = [process.execPath, program, process.execPath, '-e', code].map(
      (part) => `'${part.replaceAll("'", `'"'"'`)}'`,
    );
    const shell = spawn('sh', ['-c', `${line.join(' ')}; true`], { stdio: ['ignore', 'pipe', 'pipe'] });
    await once(shell.stdout, 'data');
    shell.kill('SIGTERM');
    expect(await text(shell.stdout)).toBe('ended\n');
  },
);

test('ends as the command did', async () => {
  expect(await once(run(''), 'exit')).toEqual([0, null]);
  expect(await once(run('process.exit(3)'), 'exit')).toEqual([3, null]);
  expect(await once(run("process.kill(process.pid, 'SIGKILL')"), 'exit')).toEqual([null, 'SIGKILL']);
});

describe('a checkout that is built', () => {
  const setUp = async (): Promise<string> => {
    const child = run('');
    const [printed] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    return printed;
  };
  beforeAll(async () => {
    for (const tool of ['tools/build-kernels.mjs', 'tools/build.mjs']) written(tool, '');
    await setUp();
  });

  it.each(['src/index.ts', 'assets/model.bin', 'assets/model.json', 'assets/vocab.txt'])(
    'is built again after a change to %s, and only once',
    async (path) => {
      written(path, 'new');
      expect(await setUp()).toBe('Building …\n');
      expect(await setUp()).toBe('');
    },
  );
});

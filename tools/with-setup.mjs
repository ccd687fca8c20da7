// Runs a command after making sure that dependencies and build are there. Plain JavaScript that old Nodes run too: it is
// what fetches the Node this project runs on.   usage: node tools/with-setup.mjs COMMAND [ARGUMENT …]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = join(root, 'node_modules', '.bin');
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };

function filesOf(place) {
  const path = join(root, place);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function fingerprint(paths) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const path of paths) if (existsSync(path)) hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}

/** Does the work unless its outputs are there and the stamp it left says that nothing has changed since. */
async function once(what, stamp, paths, outputs, work) {
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(paths);
  if (outputs.every((path) => existsSync(path)) && isDone()) return;
  process.stderr.write(`${what} …\n`);
  for (const [command, ...args] of work) await run(command, args);
  // Taken after the work: an install may touch the lock file.
  writeFileSync(stamp, fingerprint(paths));
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Resolves when it succeeded; else this program ends as it did. Signals are passed on. */
function run(command, args) {
  // npm, npx and the like are scripts on Windows, which need a shell.
  const child = spawn(command, args, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' });
  // A terminal tells its whole group: what is told twice takes it for "at once".
  const pass = (signal) => (process.stdin.isTTY && signal !== 'SIGTERM') || child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  // npm starts this by a shell, which ends at a signal without passing it on.
  const parent = process.ppid;
  const orphaned = setInterval(() => {
    if (process.ppid === parent) return;
    // Once: the second time means at once.
    clearInterval(orphaned);
    child.kill('SIGTERM');
  }, 500);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const each of SIGNALS) process.off(each, pass);
      clearInterval(orphaned);
      if (code === 0) resolve();
      else if (signal === null) process.exit(code);
      else process.kill(process.pid, signal);
    });
  });
}

const at = (...names) => names.map((name) => join(root, name));
await once(
  'Installing dependencies',
  join(root, 'node_modules', '.installed'),
  at('package.json', 'package-lock.json'),
  [],
  [['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error']],
);
const sources = ['src', 'kernels', 'lab-ui'].flatMap(filesOf).filter((path) => !path.endsWith('.test.ts'));
await once(
  'Building',
  join(root, 'node_modules', '.built'),
  [
    ...sources,
    ...at(
      'tsconfig.json',
      'tsconfig.build.json',
      'tools/build-kernels.mjs',
      'tools/bundle-cli.mjs',
      'package-lock.json',
      // The known answer and the table of pieces are made from these.
      'assets/model.bin',
      'assets/model.json',
      'assets/vocab.txt',
    ),
  ],
  at(
    'dist/cli/bin.js',
    'dist/cli/bundle/main.mjs',
    'dist/lab-ui/index.html',
    'assets/embedding.wasm',
    'assets/vector-scan.wasm',
    'assets/known-answer.json',
    'assets/vocab.table',
  ),
  [
    ['node', 'tools/build-kernels.mjs'],
    ['node', 'tools/build.mjs'],
  ],
);
const [command, ...args] = process.argv.slice(2);
if (command) await run(command, args);

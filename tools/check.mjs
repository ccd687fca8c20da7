// Everything that can be known without running the tests, two checks at a time; every one runs, and one failure fails the whole.
import { spawn } from 'node:child_process';

/** The slowest first. */
const CHECKS = {
  types: ['tsc', '-p', 'tsconfig.json'],
  'types of the page': ['tsc', '-p', 'lab-ui/tsconfig.json'],
  'floating promises': ['node', 'tools/floating-promises.mjs'],
  'unused code': ['knip'],
  'linear regular expressions': ['node', 'tools/linear-regexes.mjs'],
  'dependency direction': ['depcruise', 'src', 'bench', '--config', '.dependency-cruiser.mjs'],
  'words of names': ['node', 'tools/retired-words.mjs'],
  'supply chain': ['node', 'tools/supply-chain.mjs'],
  'native kernel': ['node', 'tools/build-native.mjs', '--check'],
  package: ['node', 'tools/check-package.mjs'],
  'age of the results': ['node', 'tools/results-age.mjs'],
  'lint and format': ['biome', 'ci', '--error-on-warnings'],
};

function run([name, [command, ...args]]) {
  const started = performance.now();
  const { promise, resolve } = Promise.withResolvers();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
  const statement = [];
  for (const output of [child.stdout, child.stderr]) output.on('data', (bytes) => statement.push(bytes));
  child.on('error', (error) => statement.push(Buffer.from(`${error.message}\n`)));
  child.on('close', (code) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `\n== ${name}, ${seconds} s${code === 0 ? '' : ': failed'}\n${Buffer.concat(statement).toString()}`.trimEnd(),
    );
    resolve(code === 0 ? [] : [name]);
  });
  return promise;
}

const waiting = Object.entries(CHECKS);
const failed = [];
async function work() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) failed.push(...(await run(check)));
}
await Promise.all([work(), work()]);
console.log(failed.length === 0 ? '\nevery check passed' : `\nfailed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);

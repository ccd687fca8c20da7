// Everything that can be known without running the product; every check runs, and one failure fails the whole.
import { spawnSync } from 'node:child_process';

/** Has run in `npm test`, and coverage would see nothing new of it: processes of their own, long corpora. */
const APART = ['test/e2e/cli*', 'test/e2e/guardrails*', 'test/examples*', 'test/docs/**', 'test/faults/**'];

const CHECKS = {
  'lint and format': ['biome', 'ci', '--error-on-warnings'],
  types: ['tsc', '-p', 'tsconfig.json'],
  'dependency direction': ['depcruise', 'src', '--config', '.dependency-cruiser.mjs'],
  'unused code': ['knip'],
  package: ['node', 'tools/check-package.mjs'],
  coverage: ['vitest', 'run', '--coverage', '--reporter=dot', ...APART.flatMap((path) => ['--exclude', path])],
};

const failed = Object.entries(CHECKS).filter(([name, [command, ...args]]) => {
  console.log(`\n== ${name}`);
  return spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status !== 0;
});
console.log(failed.length === 0 ? '\nevery check passed' : `\nfailed: ${failed.map(([name]) => name).join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);

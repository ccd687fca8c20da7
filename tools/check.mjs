// Everything that can be known without running the tests; every check runs, and one failure fails the whole.
import { spawnSync } from 'node:child_process';

const CHECKS = {
  'lint and format': ['biome', 'ci', '--error-on-warnings'],
  types: ['tsc', '-p', 'tsconfig.json'],
  'dependency direction': ['depcruise', 'src', '--config', '.dependency-cruiser.mjs'],
  'unused code': ['knip'],
  package: ['node', 'tools/check-package.mjs'],
};

const failed = Object.entries(CHECKS).filter(([name, [command, ...args]]) => {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
  return status !== 0;
});
console.log(failed.length === 0 ? '\nevery check passed' : `\nfailed: ${failed.map(([name]) => name).join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);

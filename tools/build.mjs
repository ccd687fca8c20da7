// Compiles src/ to dist/, from scratch, so that nothing deleted stays behind, builds the page of the Lab into it, bundles the command line and writes the plugins.
import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
for (const [command, ...args] of [
  ['tsc', '-p', 'tsconfig.build.json'],
  ['vite', 'build', 'lab-ui', '--logLevel', 'warn'],
  ['node', 'tools/bundle-cli.mjs'],
  ['node', 'tools/build-plugins.mjs'],
]) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
chmodSync('dist/cli/bin.js', 0o755);

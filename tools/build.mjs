// Compiles src/ to dist/, from scratch, so that nothing deleted stays behind.
import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (status === 0) chmodSync('dist/cli/bin.js', 0o755);
process.exit(status ?? 1);

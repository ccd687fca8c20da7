import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const TESTS = ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts', 'tools/**/*.test.ts'];
/** Their mocks must not meet modules that another file has loaded. */
const MOCKED = '**/*.mocked.test.ts';
const LAB = 'test/lab/**/*.test.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    maxWorkers: 2,
    // Most of the time of a process or thread that a test starts is reading the source.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache', 'compiled') },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes when the machine has time for it.
    expect: { poll: { timeout: 60_000 } },
    tags: [{ name: 'long', description: 'hostile megabytes, whole corpora, thousands of runs', timeout: 300_000 }],
    projects: [
      // These share a process: most of the time of a small file is its imports.
      { extends: true, test: { name: 'shared', include: TESTS, exclude: [MOCKED, LAB], isolate: false } },
      { extends: true, test: { name: 'lab', include: [LAB], isolate: false, globalSetup: 'test/lab/live-demo.ts' } },
      { extends: true, test: { name: 'mocked', include: [MOCKED] } },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**'],
      exclude: ['src/**/*.test.ts', 'src/**/*.d.ts'],
      reporter: ['text-summary', 'html'],
      thresholds: { statements: 96, branches: 90, functions: 96, lines: 97 },
    },
  },
});

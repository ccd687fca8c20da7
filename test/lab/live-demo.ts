import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { TestProject } from 'vitest/node';
import { livedDemo } from './served-demo.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The memory file that holds the lives of the demo; lived once for all tests of the Lab. */
    livedDemo: string;
  }
}

// biome-ignore lint/style/noDefaultExport: vitest calls the default export, before the first test of the Lab
export default async function liveDemoOnce(project: TestProject): Promise<() => Promise<void>> {
  const path = await livedDemo();
  project.provide('livedDemo', path);
  return () => rm(dirname(path), { recursive: true });
}

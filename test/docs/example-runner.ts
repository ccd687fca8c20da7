// Run as a process of its own: runs each program that it is told of in an empty folder, and tells what it threw.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';

process.on('message', async (file: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-docs-'));
  process.chdir(folder);
  try {
    await import(file);
    process.send?.({});
  } catch (error) {
    process.send?.({ thrown: inspect(error) });
  } finally {
    process.chdir(tmpdir());
    rmSync(folder, { recursive: true, force: true });
  }
});

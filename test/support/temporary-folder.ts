import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder of this test file's own, gone when it is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

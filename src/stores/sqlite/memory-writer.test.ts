import { expect, it } from 'vitest';
import { COUNT_ACCESSES } from './memory-writer.ts';
import { openDatabase } from './open-database.ts';

it('counting accesses reads only the recalled memories', async () => {
  const settings = { path: ':memory:', busyTimeoutMs: 0, maxBytes: undefined, secret: undefined };
  const { connection } = await openDatabase(settings);
  const steps = connection.all<{ detail: string }>(`explain query plan ${COUNT_ACCESSES}`, 0, '[]', 1);
  const looks = steps.map(({ detail }) => detail).filter((detail) => /\b(?:memories|m)\b/.test(detail));
  expect(looks).toEqual([
    'SEARCH m USING COVERING INDEX memories_by_id (owner=? AND id=?)',
    'SEARCH memories USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
  connection.close();
});

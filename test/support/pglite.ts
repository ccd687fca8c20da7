import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { PostgresClient, PostgresPool } from '../../src/stores/postgres/postgres-store.ts';

interface Types {
  getTypeParser(type: number): (text: string) => unknown;
}

const [BIGINT, TEXT] = [20, 25];

/** PostgreSQL within this process, as a pool of its one connection: it proves the SQL, and nothing of sessions side by side. */
export async function pglitePool({ withVector = true } = {}): Promise<PostgresPool & { end(): Promise<void> }> {
  const database = await PGlite.create(withVector ? { extensions: { vector } } : {});
  let last: Promise<void> = Promise.resolve();

  const query: PostgresClient['query'] = async (asked) => {
    if (typeof asked === 'string') {
      await database.exec(asked);
      return { rows: [], rowCount: 0 };
    }
    const types = asked.types as Types | undefined;
    const parsers = types && { [BIGINT]: types.getTypeParser(BIGINT), [TEXT]: types.getTypeParser(TEXT) };
    const { rows, affectedRows = 0 } = await database.query(asked.text, asked.values, parsers && { parsers });
    return { rows, rowCount: affectedRows };
  };

  return {
    connect: async () => {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      return { query, release: () => resolve() };
    },
    end: () => database.close(),
  };
}

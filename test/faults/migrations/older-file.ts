import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3-multiple-ciphers';
import type { Driver } from '../../../src/stores/sqlite/driver.ts';
import { migrations } from '../../../src/stores/sqlite/migrations.ts';

/** The schemas that files of earlier versions have. */
export const OLDER_SCHEMAS: readonly number[] = migrations.slice(1).map((_, at) => at + 1);

const fixtureOf = (schema: number): string =>
  fileURLToPath(new URL(`../../fixtures/databases/v${schema}.db`, import.meta.url));

/** A file as an earlier version left it, with so many turns and memories more than its fixture has. */
export function makeOlderFile(path: string, schema: number, rows: number): void {
  copyFileSync(fixtureOf(schema), path);
  const driver = new Database(path);
  const copyRows = (table: string, changed: Readonly<Record<string, string>>, from: string) => {
    const names = columnsOf(driver, table);
    const values = names.map((name) => changed[name] ?? name);
    driver.exec(`with recursive n(at) as (select 1 union all select at + 1 from n where at < ${rows})
      insert into ${table} (${names}) select ${values} from ${table}, n where ${table}.${from}`);
  };
  driver.transaction(() => {
    copyRows('episodes', { key: '1000 + at', id: "'turn' || at", position: '1000 + at' }, "id = 'e1'");
    // Forgotten ones, so that their turns are hidden by the migration that looks for them.
    const forgotten = { status: '5', details: "json_set(details, '$.e', json_array('turn' || at))" };
    copyRows('memories', { key: '1000 + at', id: "'copy' || at", ...forgotten }, "id = 'm3'");
    driver.exec(`insert into texts (rowid, terms) select key, 'rabbit' from memories where key > 1000`);
    driver.exec(`update owners set documents = documents + ${rows}, terms = terms + ${rows}`);
  })();
  driver.close();
}

/** Every row of every table that both schemas have, by the columns that both have; and the schema. */
export function rowsOf(path: string, columns?: ReadonlyMap<string, readonly string[]>) {
  const driver = new Database(path, { fileMustExist: true });
  const named = columns ?? columnsIn(driver);
  const rows = new Map<string, string>();
  for (const [table, names] of named)
    rows.set(table, JSON.stringify(driver.prepare(`select ${names} from ${table} order by 1, 2`).raw(true).all()));
  const schema = Number(driver.pragma('user_version', { simple: true }));
  const integrity = String(driver.pragma('integrity_check(1)', { simple: true }));
  driver.close();
  return { rows, schema, integrity, columns: named };
}

const listOf = (driver: Driver, sql: string): string[] => driver.prepare<[], string>(sql).pluck(true).all();

const columnsOf = (driver: Driver, table: string): string[] =>
  listOf(driver, `select name from pragma_table_info('${table}')`);

function columnsIn(driver: Driver): ReadonlyMap<string, readonly string[]> {
  const own = "type = 'table' and name not like 'sqlite%' and name not like 'texts%'";
  const tables = listOf(driver, `select name from sqlite_master where ${own}`);
  return new Map(tables.map((table) => [table, columnsOf(driver, table)]));
}

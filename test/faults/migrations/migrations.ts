import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../../../bench/random.ts';
import { migrations } from '../../../src/stores/sqlite/migrations.ts';
import { damageOf } from '../kills/file-state.ts';
import { makeOlderFile, OLDER_SCHEMAS, rowsOf } from './older-file.ts';

const OPENER = fileURLToPath(new URL('opener.ts', import.meta.url));

export interface MigrationsReport {
  readonly kills: number;
  /** How many files had the older schema still, and how many the newest already. */
  readonly older: number;
  readonly newest: number;
  readonly wrong: readonly string[];
}

/** Kills processes that open files of older schemas: each file is of the one schema or of the other with every row it had, and opens again. */
export async function killMigrations(
  kills: number,
  seed: number,
  rows: number,
  folder: string,
): Promise<MigrationsReport> {
  const random = seededRandom(seed);
  const report = { kills: 0, older: 0, newest: 0, wrong: [] as string[] };
  let next = await startOpener();
  for (const [at, schema] of OLDER_SCHEMAS.entries()) {
    const [prepared, path] = [join(folder, `v${schema}.db`), join(folder, `v${schema}-killed.db`)];
    makeOlderFile(prepared, schema, rows);
    const before = rowsOf(prepared);
    const whole = join(folder, `v${schema}-whole.db`);
    copyFileSync(prepared, whole);
    const tookMs = (await next.open(whole)) ?? 0;
    const migrated = rowsOf(whole);
    if (migrated.schema !== migrations.length) report.wrong.push(`v${schema}: is not migrated`);
    const share = Math.floor(kills / OLDER_SCHEMAS.length) + (at < kills % OLDER_SCHEMAS.length ? 1 : 0);
    for (let done = 0, tries = 0; done < share && tries < 20 * share; tries++) {
      for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
      copyFileSync(prepared, path);
      const delayMs = random.next() * tookMs;
      const killed = next;
      next = await startOpener();
      const opened = await killed.open(path, delayMs);
      if (opened !== undefined) {
        killed.end();
        continue;
      }
      done++;
      const matches = await wrongIn(path, before, migrated, next);
      if (matches.schema === schema) report.older++;
      else report.newest++;
      report.wrong.push(...matches.wrong.map((each) => `v${schema} killed after ${delayMs.toFixed(2)} ms: ${each}`));
    }
    report.kills += share;
  }
  next.end();
  return report;
}

type Rows = ReturnType<typeof rowsOf>;

async function wrongIn(path: string, before: Rows, migrated: Rows, opener: Opener) {
  const after = rowsOf(path, before.columns);
  const wrong = after.integrity === 'ok' ? [] : [after.integrity];
  if (after.schema !== before.schema && after.schema !== migrated.schema) wrong.push(`has schema ${after.schema}`);
  for (const [table, rows] of before.rows) if (after.rows.get(table) !== rows) wrong.push(`${table} is changed`);
  await opener.open(path);
  const again = rowsOf(path);
  for (const [table, rows] of migrated.rows)
    if (again.rows.get(table) !== rows) wrong.push(`${table} is not what a migration leaves`);
  return { schema: after.schema, wrong: [...wrong, ...damageOf(path)] };
}

interface Opener {
  /** How long it took; undefined once it was killed. */
  open(path: string, delayMs?: number): Promise<number | undefined>;
  end(): void;
}

async function startOpener(): Promise<Opener> {
  const child: ChildProcess = spawn(process.execPath, [OPENER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout as NonNullable<ChildProcess['stdout']> })[Symbol.asyncIterator]();
  const exit = once(child, 'exit');
  await lines.next();
  return {
    async open(path, delayMs) {
      child.stdin?.write(`${JSON.stringify({ path, delayMs })}\n`);
      const { value, done } = await lines.next();
      if (!done) return Number(value);
      await exit;
      if (child.signalCode !== 'SIGKILL') throw new Error(`opening ${path} ended with ${child.exitCode}`);
      return undefined;
    },
    end: () => child.kill('SIGKILL'),
  };
}

import type { PgBoss } from 'pg-boss';
import { SouvenirError } from '../../errors.ts';
import { handleLostConnections, type PostgresPool, withClient } from './connection.ts';
import { INSTALL, ownPool } from './open-database.ts';
import type { checkedOptions } from './options.ts';

const SUPERVISE_S = 10;
const MAINTAIN_S = 600;

async function loadBoss() {
  try {
    return await import('pg-boss');
  } catch (cause) {
    throw new SouvenirError('missingPackage', 'postgresJobs needs the package pg-boss', { advice: INSTALL, cause });
  }
}

const jobsSchema = (schema: string): string => `${schema}_jobs`;

/** The statements that create the tables of jobs, to run by hand. */
export async function jobsScript(schema: string): Promise<string> {
  const { getConstructionPlans } = await loadBoss();
  return getConstructionPlans(jobsSchema(schema));
}

const databaseOf = (pool: PostgresPool) => ({
  executeSql(text: string, values: unknown[] = []) {
    handleLostConnections(pool);
    // A script that begins a transaction leaves it open if one of its statements fails: its connection is closed.
    const query = values.length === 0 ? text : { text, values };
    return withClient(
      pool,
      (client) => client.query(query) as Promise<unknown> as Promise<{ rows: unknown[] }>,
      undefined,
    );
  },
});

export async function openBoss(
  settings: ReturnType<typeof checkedOptions>,
): Promise<{ readonly boss: PgBoss; end(): Promise<void> }> {
  const { PgBoss: Boss } = await loadBoss();
  const own = 'url' in settings ? await ownPool(settings.url) : undefined;
  const boss = new Boss({
    ...{
      db: databaseOf('url' in settings ? (own as PostgresPool) : settings.pool),
      schema: jobsSchema(settings.schema),
    },
    ...{ superviseIntervalSeconds: SUPERVISE_S, monitorIntervalSeconds: SUPERVISE_S },
    ...{ maintenanceIntervalSeconds: MAINTAIN_S, reindex: false, schedule: false },
  });
  // A failed background statement is repeated when it is due again.
  boss.on('error', () => undefined);
  const end = async () => {
    await boss.stop({ graceful: false });
    await own?.end();
  };
  try {
    await boss.start();
    return { boss, end };
  } catch (error) {
    await end();
    throw error;
  }
}

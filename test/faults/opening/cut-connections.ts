import pg from 'pg';
import { postgresStore } from '../../../src/stores/postgres/postgres-store.ts';
import type { Failing } from './faulty-store.ts';
import type { Place } from './inject.ts';

/** A schema on a PostgreSQL server, and faults that its operator makes: connections ended before a call, and while it goes on. */
export async function cutConnections(url: string): Promise<Place & { remove(): Promise<void> }> {
  const name = `cut_${process.pid}`;
  const admin = new pg.Pool({ connectionString: url, max: 2 });
  const cut = () =>
    admin.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name]);
  const address = Object.assign(new URL(url), { search: `?application_name=${name}` }).href;
  const before: Failing = async (call) => {
    await cut();
    return call();
  };
  const meanwhile: Failing = async (call) => {
    const [answer] = await Promise.allSettled([call(), cut()]);
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  };
  return {
    makeStore: () => postgresStore({ url: address, schema: name }),
    faults: { before, meanwhile },
    async remove() {
      await admin.query(`drop schema if exists ${name} cascade`);
      await admin.end();
    },
  };
}

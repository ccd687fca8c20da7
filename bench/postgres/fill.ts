import type pg from 'pg';
import { episodic } from '../../src/components/index.ts';
import { souvenirEmbedder } from '../../src/embedders/index.ts';
import { createSouvenir, defineAgent, type Embedder } from '../../src/index.ts';
import { keyOf } from '../../src/stores/postgres/connection.ts';
import { TABLES } from '../../src/stores/postgres/migrations.ts';
import { postgresStore } from '../../src/stores/postgres/postgres-store.ts';
import type { Progress } from '../quality/progress-bar.ts';
import { seededRandom } from '../random.ts';
import { makeText, makeVector } from '../speed/texts.ts';

/** Of a thousand tenants so many have so many memories: a million in all. */
export const SIZES: readonly { readonly memories: number; readonly ofThousand: number }[] = [
  { memories: 240, ofThousand: 500 },
  { memories: 800, ofThousand: 300 },
  { memories: 2_000, ofThousand: 170 },
  { memories: 10_000, ofThousand: 30 },
];
const [EMBEDDED, NOISE, SESSION] = [200, 0.7, 500];

export const tenantOf = (memories: number, number: number): string => `size ${memories}, ${number}`;
export const tenantsOf = (ofThousand: number, total: number): number =>
  Math.max(1, Math.round((ofThousand * total) / 1e6));
const ownerOf = (tenantId: string) => ({ tenantId, userId: 'default', agentId: 'default' });

/**
 * A memory of each size is made by the engine: turns recorded, consolidated, and given the vector of one of a few texts that the default
 * embedder read, with noise. Every other tenant gets the rows of the one of its size, table by table, within the database.
 */
export async function fill(
  pool: pg.Pool,
  total: number,
  progress: (progress: Progress) => void,
  sizes = SIZES,
): Promise<void> {
  const embedder = await noisyEmbedder();
  const tables = await columnsOf(pool);
  for (const { memories, ofThousand } of sizes) {
    const first = tenantOf(memories, 0);
    await makeMemory(pool, first, memories, embedder);
    const tenants = tenantsOf(ofThousand, total);
    for (let number = 1; number < tenants; number++) {
      await copyTenant(pool, tables, first, tenantOf(memories, number));
      progress({ stage: `tenants with ${memories} memories`, done: number + 1, total: tenants });
    }
  }
  await pool.query('vacuum analyze');
}

async function noisyEmbedder(): Promise<Embedder> {
  const real = souvenirEmbedder();
  const random = seededRandom(1).next;
  const read = await real.embed(Array.from({ length: EMBEDDED }, () => makeText(30, random)));
  await real.close?.();
  const embed = (text: string): Float32Array => {
    const near = read[Math.floor(random() * EMBEDDED)] ?? new Float32Array();
    const noise = makeVector(text, near.length);
    return near.map((value, at) => value + NOISE * (noise[at] ?? 0));
  };
  return { id: real.id, embed: async (texts) => texts.map(embed) };
}

async function makeMemory(pool: pg.Pool, tenantId: string, memories: number, embedder: Embedder): Promise<void> {
  const random = seededRandom(memories).next;
  const agents = defineAgent({ components: [episodic()] });
  const souvenir = await createSouvenir({ store: postgresStore({ pool }), embedder, reader: null, agents });
  for (let at = 0; at < memories; at += SESSION) {
    const turns = Array.from({ length: Math.min(SESSION, memories - at) }, () => ({ content: makeText(30, random) }));
    await souvenir.for({ ...ownerOf(tenantId), sessionId: `session ${at}` }).recordAll(turns);
  }
  await souvenir.for(ownerOf(tenantId)).consolidate();
  await souvenir.settled();
  await souvenir.close();
}

type Columns = ReadonlyMap<string, string>;

async function columnsOf(pool: pg.Pool): Promise<Columns> {
  await postgresStore({ pool }).open();
  const { rows } = await pool.query<{ table: string; columns: string }>(
    `select table_name as table, string_agg(column_name, ', ') as columns from information_schema.columns
     where table_schema = 'souvenir' and column_name not in ('tenant', 'owner') group by table_name`,
  );
  return new Map(rows.filter(({ table }) => TABLES.includes(table)).map(({ table, columns }) => [table, columns]));
}

async function copyTenant(pool: pg.Pool, tables: Columns, from: string, to: string): Promise<void> {
  const { owner } = keyOf(ownerOf(to));
  for (const [table, columns] of tables)
    await pool.query(
      `insert into souvenir.${table} (tenant, owner, ${columns})
       select $1::text, $2::uuid, ${columns} from souvenir.${table} where tenant = $3`,
      [to, owner, from],
    );
}

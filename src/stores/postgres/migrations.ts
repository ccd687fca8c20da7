import { SouvenirError } from '../../errors.ts';
import {
  BEGIN,
  type Connection,
  type DatabaseLayout,
  type PostgresPool,
  quotedName,
  searchPath,
  transact,
} from './connection.ts';
import { raw, sql } from './sql.ts';

const TEXT = 'text collate "C"';
const OWNED = `tenant ${TEXT} not null, owner uuid not null`;

const STATE = `key integer not null, id ${TEXT} not null, type smallint not null, status smallint not null,
  component ${TEXT} not null, category ${TEXT} not null, project ${TEXT}, session ${TEXT},
  importance double precision not null, confidence double precision not null, salience double precision not null,
  created_at bigint not null, updated_at bigint not null, accessed_at bigint, accesses integer not null,
  reinforced_at bigint, valid_at bigint, invalid_at bigint, superseded_by ${TEXT}, faded_at bigint, doubted_at bigint,
  embedder ${TEXT}, terms integer not null, version integer not null, cause text, details text not null,
  content text not null`;

/**
 * Rows are numbered within their owner by `owners.last_key`, without a sequence. Times are in milliseconds. `embedder` is empty for a memory
 * without a vector, and null for a forgotten one. `memory_versions` has past versions; a version is `apart` if the present indexes do not contain
 * it.
 */
const initial = `
create table owners (
  ${OWNED}, user_id ${TEXT} not null, agent ${TEXT} not null,
  documents integer not null default 0, terms bigint not null default 0, last_key integer not null default 0,
  primary key (tenant, owner)
);
create table sessions (
  ${OWNED}, session ${TEXT} not null, key integer not null, episodes integer not null,
  first_at bigint, last_at bigint, ended_at bigint,
  primary key (tenant, owner, session)
);
create table progress (
  ${OWNED}, component ${TEXT} not null, session ${TEXT} not null, through integer not null,
  primary key (tenant, owner, component, session)
);
create table progress_steps (
  ${OWNED}, key integer not null, component ${TEXT} not null, session ${TEXT} not null,
  from_position integer not null, through integer not null, at bigint not null,
  primary key (tenant, owner, key)
);
create table episodes (
  ${OWNED}, key integer not null, id ${TEXT} not null, session ${TEXT} not null, position integer not null,
  type smallint not null, role smallint not null, speaker text, project ${TEXT}, importance double precision not null,
  occurred_at bigint not null, hidden integer not null default 0, metadata text, content text not null,
  primary key (tenant, owner, key)
);
create unique index episodes_by_id on episodes (tenant, owner, id);
create unique index episodes_by_position on episodes (tenant, owner, session, position);
create index episodes_by_time on episodes (tenant, owner, occurred_at);

create table memories (${OWNED}, ${STATE}, since bigint, primary key (tenant, owner, key));
create unique index memories_by_id on memories (tenant, owner, id);
create index memories_by_age on memories (tenant, owner, created_at, id);
create index memories_by_time on memories (tenant, owner, (coalesce(valid_at, created_at)));
create index memories_by_kind on memories (tenant, owner, component, status);
create index memories_by_embedder on memories (tenant, owner, embedder, created_at) where embedder is not null;
create index memories_by_session on memories (tenant, owner, session) where session is not null;
create index memories_by_project on memories (tenant, owner, project) where project is not null;
create index memories_by_change on memories (tenant, owner, since) where since is not null;
create table memory_versions (
  ${OWNED}, ${STATE}, since bigint not null, until bigint not null, apart boolean not null, vector halfvec,
  primary key (tenant, owner, key, version)
);
create index memory_versions_by_moment on memory_versions (tenant, owner, until, since);

create table entities (
  ${OWNED}, id ${TEXT} not null, folded ${TEXT} not null, name text not null, type text not null,
  primary key (tenant, owner, id)
);
create unique index entities_by_name on entities (tenant, owner, folded);
create table aliases (
  ${OWNED}, folded ${TEXT} not null, entity ${TEXT} not null, name text not null,
  primary key (tenant, owner, folded)
);
create index aliases_by_entity on aliases (tenant, owner, entity);
create table mentions (
  ${OWNED}, entity ${TEXT} not null, memory integer not null, primary key (tenant, owner, entity, memory)
);
create table past_mentions (
  ${OWNED}, entity ${TEXT} not null, memory integer not null, primary key (tenant, owner, entity, memory)
);
create table relationships (
  ${OWNED}, from_id ${TEXT} not null, to_id ${TEXT} not null, relation ${TEXT} not null,
  confidence double precision not null, updated_at bigint not null, memory ${TEXT},
  primary key (tenant, owner, from_id, to_id, relation)
);
create index relationships_by_target on relationships (tenant, owner, to_id);
create table links (
  ${OWNED}, from_id ${TEXT} not null, to_id ${TEXT} not null, type smallint not null,
  strength double precision not null, created_at bigint not null,
  primary key (tenant, owner, from_id, to_id, type)
);
create index links_by_target on links (tenant, owner, to_id);
create table notes (${OWNED}, name ${TEXT} not null, value text not null, primary key (tenant, owner, name));

create table vectors (
  ${OWNED}, memory integer not null, embedder ${TEXT} not null, dimensions integer not null, vector halfvec not null,
  primary key (tenant, owner, memory)
);
alter table vectors alter column vector set storage main;
create table postings (
  ${OWNED}, term ${TEXT} not null, class smallint not null, memory integer not null,
  primary key (tenant, owner, term, class, memory)
);
create index postings_by_memory on postings (tenant, owner, memory);
create table terms (
  ${OWNED}, term ${TEXT} not null, class smallint not null, documents integer not null,
  primary key (tenant, owner, term, class)
);
`;

export const TABLES: readonly string[] = [
  ...['owners', 'sessions', 'progress', 'progress_steps', 'episodes', 'memories', 'memory_versions', 'entities'],
  ...['aliases', 'mentions', 'past_mentions', 'relationships', 'links', 'notes', 'vectors', 'postings', 'terms'],
];

/** The second protection: for any statement, a transaction sees only the rows of its tenant, or only the list of all owners. */
const rowSecurity = `${TABLES.map(
  (table) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table} using (tenant = nullif(current_setting('souvenir.tenant', true), ''));`,
).join('')}
create policy directory on owners for select using (current_setting('souvenir.directory', true) = 'on');
`;

const ownersByName = 'create index owners_by_name on owners (tenant, user_id, agent);';

/** An owner determines its tenant. Without this statistic the planner takes them as independent and expects one row for any owner. */
const ownersOfTenants = TABLES.map(
  (table) => `
create statistics ${table}_by_owner (dependencies) on tenant, owner from ${table};`,
).join('');

/** In order, never edited after a release. */
const migrations: readonly string[] = [initial, rowSecurity, ownersByName, ownersOfTenants];

const MIN_SERVER = 150_000;
const MIN_VECTOR = '0.8.0';
/** "Souv" in ASCII, in the keys of advisory locks. */
const LOCK = 0x536f7576;

export const lockSchema = (connection: Connection, schema: string): Promise<number> =>
  connection.run(sql`select pg_advisory_xact_lock(${LOCK}::int, hashtext(${schema}))`);

interface DatabaseState {
  readonly number: number;
  readonly server: string;
  readonly vector: string | null;
  readonly vectorSchema: string | null;
  readonly hasCitus: boolean;
  readonly hasSchema: boolean;
  readonly hasVersion: boolean;
  readonly hasJobs: boolean;
  readonly role: string;
  readonly isUnwalled: boolean;
}

const readState = (connection: Connection, schema: string): Promise<DatabaseState | undefined> =>
  connection.get<DatabaseState>(
    sql`select current_setting('server_version_num')::int as number, current_setting('server_version') as server,
          e.extversion as vector, n.nspname as "vectorSchema", to_regnamespace(${quotedName(schema)}) is not null as "hasSchema",
          exists (select from pg_extension where extname = 'citus') as "hasCitus",
          to_regclass(${`${quotedName(schema)}.schema_version`}) is not null as "hasVersion",
          exists (select from pg_tables t where t.schemaname = ${`${schema}_jobs`} and t.tablename = 'job') as "hasJobs",
          r.rolname as role, r.rolsuper or r.rolbypassrls or exists (select from pg_class c
            where c.oid = to_regclass(${`${quotedName(schema)}.owners`}) and not c.relforcerowsecurity
              and pg_has_role(c.relowner, 'usage')) as "isUnwalled"
        from (select * from pg_roles where rolname = current_user) r left join pg_extension e on e.extname = 'vector'
        left join pg_namespace n on n.oid = e.extnamespace`,
  );

export interface DatabaseInspection {
  readonly server: string;
  /** The version of pgvector, if the database has it. */
  readonly vector: string | null;
  /** The version of the tables; 0 without tables. */
  readonly schema: number;
  /** The version of the tables after migration. */
  readonly newest: number;
  readonly hasJobs: boolean;
  /** The connection's role; `isUnwalled` if row-level security does not apply to it. */
  readonly role: string;
  readonly isUnwalled: boolean;
}

export const inspect = (pool: PostgresPool, schema: string): Promise<DatabaseInspection> =>
  transact(pool, undefined, BEGIN.read, async (connection) => {
    const state = await readState(connection, schema);
    const version = state?.hasVersion === true ? await versionOf(connection, schema) : 0;
    const { server = '', vector = null, hasJobs = false, role = '', isUnwalled = false } = state ?? {};
    return { server, vector, schema: version, newest: migrations.length, hasJobs, role, isUnwalled };
  });

/** Prepares the schema; a role that may not create anything can use a prepared one. */
export async function migrate(pool: PostgresPool, schema: string): Promise<DatabaseLayout> {
  return transact(pool, undefined, BEGIN.write, async (connection) => {
    const initialState = await readState(connection, schema);
    if (initialState === undefined || initialState.number < MIN_SERVER)
      throw tooOld('PostgreSQL', '15', initialState?.server);
    if (initialState.hasVersion && (await versionOf(connection, schema)) === migrations.length)
      return layoutOf(schema, initialState);
    await lockSchema(connection, schema);
    const lockedState = await readState(connection, schema);
    if (lockedState?.vector == null) await createExtension(connection);
    if (lockedState?.hasSchema !== true) await connection.run(raw(`create schema ${quotedName(schema)}`));
    if (lockedState?.hasVersion !== true)
      await connection.run(raw(`create table ${quotedName(schema)}.schema_version (version integer not null)`));
    const layout = layoutOf(schema, await readState(connection, schema));
    const version = await versionOf(connection, schema);
    for (const migration of migrations.slice(version)) await connection.script(`${searchPath(layout)}; ${migration}`);
    if (version < migrations.length) {
      await connection.run(raw('delete from schema_version'));
      await connection.run(sql`insert into schema_version values (${migrations.length})`);
    }
    return layout;
  });
}

/** The statements of `migrate` for an empty database, to run by hand. */
export function schemaScript(schema: string): string {
  const name = quotedName(schema);
  return `begin;
create extension if not exists vector;
create schema ${name};
select set_config('search_path', format('%I, %I, pg_temp', '${schema}', n.nspname), true)
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector';
create table schema_version (version integer not null);
${migrations.join('')}
insert into schema_version values (${migrations.length});
commit;
`;
}

function layoutOf(schema: string, state: DatabaseState | undefined): DatabaseLayout {
  if (state?.vector == null || state.vectorSchema === null || isBefore(state.vector, MIN_VECTOR))
    throw tooOld('pgvector', MIN_VECTOR, state?.vector ?? undefined);
  return { schema, vectorSchema: state.vectorSchema, hasCitus: state.hasCitus };
}

/** Error codes of a server without the files of an extension. */
const ABSENT: ReadonlySet<unknown> = new Set(['0A000', '58P01']);

async function createExtension(connection: Connection): Promise<void> {
  try {
    await connection.run(raw('create extension if not exists vector'));
  } catch (error) {
    if (!ABSENT.has((error as { readonly code?: unknown }).code)) throw error;
    throw new SouvenirError('storeFailed', 'The PostgreSQL server has no pgvector.', {
      advice: 'Install the extension on the server (its package is postgresql-NN-pgvector), then open it again.',
    });
  }
}

async function versionOf(connection: Connection, schema: string): Promise<number> {
  const row = await connection.get<{ version: number }>(
    raw(`select version from ${quotedName(schema)}.schema_version`),
  );
  const version = row?.version ?? 0;
  if (version <= migrations.length) return version;
  throw new SouvenirError(
    'storeNewerSchema',
    `The database has schema ${version}, but this version of Souvenir knows only up to ${migrations.length}.`,
    { advice: 'Update the souvenir package. The database was not touched.' },
  );
}

const isBefore = (version: string, minimum: string): boolean =>
  version.localeCompare(minimum, 'en', { numeric: true }) < 0;

const tooOld = (what: string, minimum: string, actual = 'none'): SouvenirError =>
  new SouvenirError('storeFailed', `This memory needs ${what} ${minimum} or later, and found ${actual}.`, {
    advice: `Update ${what} on the server.`,
  });

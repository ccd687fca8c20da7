import { SouvenirError } from '../../errors.ts';
import type { Driver } from './driver.ts';

/** "Souv" in ASCII: marks the files of this package. */
const APPLICATION_ID = 0x536f7576;

/** Refuses, without a write, files of other programs and of later versions. */
export function refuseForeign(driver: Driver, path: string): void {
  const application = driver.pragma('application_id', { simple: true });
  const isEmpty = driver.prepare('select 1 from sqlite_master limit 1').get() === undefined;
  if (application !== APPLICATION_ID && (application !== 0 || !isEmpty)) {
    throw new SouvenirError('storeNotADatabase', `${path} is the database of another program.`, {
      advice: 'Choose another path. The file was not touched.',
    });
  }
  const version = versionOf(driver);
  if (version > migrations.length) {
    throw new SouvenirError(
      'storeNewerSchema',
      `${path} has schema ${version}, but this version of Souvenir knows only up to ${migrations.length}.`,
      { advice: 'Update the souvenir package. The file was not touched.' },
    );
  }
}

/** Call it inside a transaction. */
export function migrate(driver: Driver, path: string): void {
  refuseForeign(driver, path);
  const version = versionOf(driver);
  if (version === migrations.length) return;
  for (const migration of migrations.slice(version)) driver.exec(migration);
  driver.pragma(`application_id = ${APPLICATION_ID}`);
  driver.pragma(`user_version = ${migrations.length}`);
}

export const isNewest = (driver: Driver): boolean => versionOf(driver) === migrations.length;

function versionOf(driver: Driver): number {
  return Number(driver.pragma('user_version', { simple: true }));
}

/** The columns that a memory and its past versions share. */
const STATE = `id text not null, type integer not null, status integer not null, component integer not null,
  category integer not null, project integer, session integer, importance real not null, confidence real not null,
  salience real not null, created_at integer not null, updated_at integer not null, accessed_at integer,
  accesses integer not null, reinforced_at integer, valid_at integer, invalid_at integer, superseded_by text,`;

/** Every key starts with the owner or belongs to a row that does. Repeated strings are stored once in `names`. Times are in milliseconds. */
const initial = `
create table owners (
  key integer primary key, tenant text not null, user text not null, agent text not null,
  documents integer not null default 0, terms integer not null default 0, unique (tenant, user, agent)
);
create table names (key integer primary key, owner integer not null, name text not null, unique (owner, name));

create table sessions (
  owner integer not null, session integer not null, episodes integer not null, first_at integer, last_at integer,
  ended_at integer, primary key (owner, session)
) without rowid;
create table progress (
  owner integer not null, component integer not null, session integer not null, through integer not null,
  primary key (owner, component, session)
) without rowid;
create table episodes (
  key integer primary key, owner integer not null, id text not null, session integer not null,
  position integer not null, type integer not null, role integer not null, speaker integer, project integer,
  importance real not null, occurred_at integer not null, metadata text, content text not null
);
create unique index episodes_by_id on episodes (owner, id);
create unique index episodes_by_position on episodes (owner, session, position);
create index episodes_by_time on episodes (owner, occurred_at);

create table memories (
  key integer primary key, owner integer not null,
  ${STATE}
  embedder integer, terms integer not null, details text not null, content text not null
);
create unique index memories_by_id on memories (owner, id);
create index memories_by_age on memories (owner, created_at, id);
create index memories_by_time on memories (owner, coalesce(valid_at, created_at));
create index memories_by_kind on memories (owner, component, status);
create index memories_by_embedder on memories (owner, embedder, created_at) where embedder is not null;
create index memories_by_session on memories (owner, session) where session is not null;
create index memories_by_project on memories (owner, project) where project is not null;

create table entities (
  owner integer not null, id text not null, folded text not null, name text not null, type text not null,
  primary key (owner, id), unique (owner, folded)
) without rowid;
create table mentions (
  owner integer not null, entity text not null, created_at integer not null, memory integer not null,
  primary key (owner, entity, created_at, memory)
) without rowid;
create table relationships (
  owner integer not null, from_id text not null, to_id text not null, relation text not null,
  confidence real not null, updated_at integer not null, primary key (owner, from_id, to_id, relation)
) without rowid;
create index relationships_by_target on relationships (owner, to_id);
create table links (
  owner integer not null, from_memory integer not null, to_memory integer not null, type integer not null,
  strength real not null, created_at integer not null, primary key (owner, from_memory, to_memory, type)
) without rowid;
create index links_by_target on links (owner, to_memory);

create table vector_spaces (
  key integer primary key, owner integer not null, embedder integer not null, dimensions integer not null,
  unique (owner, embedder, dimensions)
);
create table vector_chunks (
  key integer primary key, space integer not null, version integer not null, live integer not null,
  image blob not null
);
create index vector_chunks_by_version on vector_chunks (space, version);
create index vector_chunks_with_room on vector_chunks (space) where live < 128;
create table vector_residues (memory integer primary key, chunk integer not null, residue blob not null);

create virtual table texts using fts5 (
  terms, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'"
);
create virtual table text_frequencies using fts5vocab (texts, row);
`;

const fadingAndDoubt = `
alter table memories add column faded_at integer;
alter table memories add column doubted_at integer;
`;

/**
 * A memory that never changed has only its own row: `since` and `cause` are null until a second version begins. `memory_versions` has past versions
 * in the columns of `memories`; `key` is the memory's. A version is `apart` if the present indexes do not contain it: the memory has other content
 * by now, or is or was forgotten. `past_mentions` are those of any version there.
 */
const versions = `
alter table memories add column since integer;
alter table memories add column version integer not null default 1;
alter table memories add column cause text;
create index memories_by_change on memories (owner, since) where since is not null;

create table memory_versions (
  key integer not null, version integer not null, owner integer not null, since integer not null,
  until integer not null, apart integer not null,
  ${STATE}
  faded_at integer, doubted_at integer, embedder integer, terms integer not null, cause text, details text not null,
  content text not null, vector blob
);
create unique index memory_versions_by_memory on memory_versions (key, until, since, version);
create index memory_versions_by_moment on memory_versions (owner, until, since);
create index memory_versions_apart on memory_versions (owner, until, since) where apart = 1;
create index memory_versions_with_vector on memory_versions (key, embedder) where vector is not null;
create table past_mentions (
  owner integer not null, entity text not null, memory integer not null, primary key (owner, entity, memory)
) without rowid;

create table notes (
  owner integer not null, name text not null, value text not null, primary key (owner, name)
) without rowid;

create table progress_steps (
  key integer primary key, owner integer not null, component integer not null, session integer not null,
  from_position integer not null, through integer not null, at integer not null
);
create index progress_steps_by_owner on progress_steps (owner);
`;

/** Aliases of entities as they were written, and the memory that states a relationship. */
const otherNames = `
create table aliases (
  owner integer not null, folded text not null, entity text not null, name text not null, primary key (owner, folded)
) without rowid;
create index aliases_by_entity on aliases (owner, entity);
alter table relationships add column memory text;
`;

const hiddenTurns = `
alter table episodes add column hidden integer not null default 0;
update episodes set hidden = f.times
from (select m.owner, e.value as episode, count(*) as times
      from memories m, json_each(m.details, '$.e') e where m.status = 5 group by 1, 2) f
where episodes.owner = f.owner and episodes.id = f.episode;
`;

/**
 * Long lists walk this index instead of the rows. Its condition is true for all rows; only queries that repeat it use the index, which would slow
 * others.
 */
const order = `
create index memories_by_order on memories
  (owner, status, created_at desc, coalesce(valid_at, created_at) desc, id, importance, confidence) where status >= 0;
`;

/** In order, never edited after a release: the first brings an empty file to version 1. */
export const migrations: readonly string[] = [initial, fadingAndDoubt, versions, otherNames, hiddenTurns, order];

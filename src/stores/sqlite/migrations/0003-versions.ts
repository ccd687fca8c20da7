/**
 * A memory that never changed has no row but its own: `since` and `cause` are null until a second version begins.
 * `memory_versions` holds what memories were, in the columns of `memories`; `key` is the memory's. A version is `apart` if
 * today's indexes do not lead to it: the memory says something else by now, or is or was forgotten. `past_mentions` are
 * those of any version there.
 */
export const versions = `
alter table memories add column since integer;
alter table memories add column version integer not null default 1;
alter table memories add column cause text;
create index memories_by_change on memories (owner, since) where since is not null;

create table memory_versions (
  key integer not null,
  version integer not null,
  owner integer not null,
  since integer not null,
  until integer not null,
  apart integer not null,
  id text not null,
  type integer not null,
  status integer not null,
  component integer not null,
  category integer not null,
  project integer,
  session integer,
  importance real not null,
  confidence real not null,
  salience real not null,
  created_at integer not null,
  updated_at integer not null,
  accessed_at integer,
  accesses integer not null,
  reinforced_at integer,
  valid_at integer,
  invalid_at integer,
  superseded_by text,
  faded_at integer,
  doubted_at integer,
  embedder integer,
  terms integer not null,
  cause text,
  details text not null,
  content text not null,
  vector blob
);
create unique index memory_versions_by_memory on memory_versions (key, until, since, version);
create index memory_versions_by_moment on memory_versions (owner, until, since);
create index memory_versions_apart on memory_versions (owner, until, since) where apart = 1;
create index memory_versions_with_vector on memory_versions (key, embedder) where vector is not null;
create table past_mentions (
  owner integer not null,
  entity text not null,
  memory integer not null,
  primary key (owner, entity, memory)
) without rowid;

create table notes (
  owner integer not null,
  name text not null,
  value text not null,
  primary key (owner, name)
) without rowid;

create table progress_steps (
  key integer primary key,
  owner integer not null,
  component integer not null,
  session integer not null,
  from_position integer not null,
  through integer not null,
  at integer not null
);
create index progress_steps_by_owner on progress_steps (owner);
`;

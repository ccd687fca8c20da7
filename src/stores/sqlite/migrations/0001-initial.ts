/**
 * Every key starts with the owner or hangs on a row that does. Strings that repeat (sessions, projects, components, …) are
 * kept once in `names`. Times are milliseconds.
 */
export const initial = `
create table owners (
  key integer primary key,
  tenant text not null,
  user text not null,
  agent text not null,
  documents integer not null default 0,
  terms integer not null default 0,
  unique (tenant, user, agent)
);
create table names (
  key integer primary key,
  owner integer not null,
  name text not null,
  unique (owner, name)
);

create table sessions (
  owner integer not null,
  session integer not null,
  episodes integer not null,
  first_at integer,
  last_at integer,
  ended_at integer,
  primary key (owner, session)
) without rowid;
create table progress (
  owner integer not null,
  component integer not null,
  session integer not null,
  through integer not null,
  primary key (owner, component, session)
) without rowid;
create table episodes (
  key integer primary key,
  owner integer not null,
  id text not null,
  session integer not null,
  position integer not null,
  type integer not null,
  role integer not null,
  speaker integer,
  project integer,
  importance real not null,
  occurred_at integer not null,
  metadata text,
  content text not null
);
create unique index episodes_by_id on episodes (owner, id);
create unique index episodes_by_position on episodes (owner, session, position);
create index episodes_by_time on episodes (owner, occurred_at);

create table memories (
  key integer primary key,
  owner integer not null,
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
  embedder integer,
  terms integer not null,
  details text not null,
  content text not null
);
create unique index memories_by_id on memories (owner, id);
create index memories_by_age on memories (owner, created_at, id);
create index memories_by_time on memories (owner, coalesce(valid_at, created_at));
create index memories_by_kind on memories (owner, component, status);
create index memories_by_embedder on memories (owner, embedder, created_at) where embedder is not null;
create index memories_by_session on memories (owner, session) where session is not null;
create index memories_by_project on memories (owner, project) where project is not null;

create table entities (
  owner integer not null,
  id text not null,
  folded text not null,
  name text not null,
  type text not null,
  primary key (owner, id),
  unique (owner, folded)
) without rowid;
create table mentions (
  owner integer not null,
  entity text not null,
  created_at integer not null,
  memory integer not null,
  primary key (owner, entity, created_at, memory)
) without rowid;
create table relationships (
  owner integer not null,
  from_id text not null,
  to_id text not null,
  relation text not null,
  confidence real not null,
  updated_at integer not null,
  primary key (owner, from_id, to_id, relation)
) without rowid;
create index relationships_by_target on relationships (owner, to_id);
create table links (
  owner integer not null,
  from_memory integer not null,
  to_memory integer not null,
  type integer not null,
  strength real not null,
  created_at integer not null,
  primary key (owner, from_memory, to_memory, type)
) without rowid;
create index links_by_target on links (owner, to_memory);

create table vector_spaces (
  key integer primary key,
  owner integer not null,
  embedder integer not null,
  dimensions integer not null,
  unique (owner, embedder, dimensions)
);
create table vector_chunks (
  key integer primary key,
  space integer not null,
  version integer not null,
  live integer not null,
  image blob not null
);
create index vector_chunks_by_version on vector_chunks (space, version);
create index vector_chunks_with_room on vector_chunks (space) where live < 128;
create table vector_residues (
  memory integer primary key,
  chunk integer not null,
  residue blob not null
);

create virtual table texts using fts5 (
  terms, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'"
);
create virtual table text_frequencies using fts5vocab (texts, row);
`;

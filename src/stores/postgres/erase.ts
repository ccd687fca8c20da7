import type { Erased, Erasure } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import { hidesTurns } from '../../model/version.ts';
import { statuses } from '../shared/codes.ts';
import { decodeDetails, parseCause } from '../shared/memory-columns.ts';
import { NOTHING_ERASED } from '../store-rules.ts';
import { ownedBy } from './connection.ts';
import { hideTurns } from './episodes.ts';
import { type MemoryRow, STATE_COLUMNS } from './memory-rows.ts';
import { NOTHING, raw, sql } from './sql.ts';
import { removeTexts } from './text.ts';
import type { Writing } from './writing.ts';

export async function erase(writing: Writing, { memoryIds, episodeIds, again = [] }: Erasure): Promise<Erased> {
  const erased = { ...NOTHING_ERASED };
  const { connection, owner } = writing;
  const rows = await connection.all<MemoryRow>(
    sql`select ${STATE_COLUMNS} from memories m where ${ownedBy(owner, 'm')} and m.id = any(${memoryIds})`,
  );
  if (rows.length > 0) Object.assign(erased, await eraseMemories(writing, rows));
  const erasedEpisodes = await connection.all<{ session: string }>(
    sql`delete from episodes e where ${ownedBy(owner, 'e')} and e.id = any(${episodeIds}) returning e.session`,
  );
  await shortenSessions(writing, [...new Set(erasedEpisodes.map(({ session }) => session))]);
  for (const { component, sessionId } of again) await eraseProgress(writing, [sessionId], component);
  return { ...erased, episodes: erasedEpisodes.length };
}

async function eraseMemories(writing: Writing, rows: readonly MemoryRow[]): Promise<Partial<Erased>> {
  const { connection, owner } = writing;
  const keys = rows.map(({ key }) => key);
  const ids = rows.map(({ id }) => id);
  const findable = rows.filter(({ embedder }) => embedder !== null);
  await removeTexts(writing, keys);
  writing.documents -= findable.length;
  for (const { terms } of findable) writing.terms -= terms;
  await hideTurns(writing, unhiddenTurns(rows));

  const past = await connection.all<{ details: string; has_vector: boolean }>(
    sql`delete from memory_versions m where ${ownedBy(owner, 'm')} and m.key = any(${keys})
        returning m.details, m.vector is not null as has_vector`,
  );
  const vectors = await connection.run(
    sql`delete from vectors v where ${ownedBy(owner, 'v')} and v.memory = any(${keys})`,
  );
  const entities = new Set([...rows, ...past].flatMap(({ details }) => decodeDetails(details, new Date(0)).entityIds));
  for (const table of ['mentions', 'past_mentions'])
    await connection.run(
      sql`delete from ${raw(table)} n
          where ${ownedBy(owner, 'n')} and n.entity = any(${[...entities]}) and n.memory = any(${keys})`,
    );
  await clearSuccessors(writing, ids);
  const links = await connection.run(
    sql`delete from links l where ${ownedBy(owner, 'l')} and (l.from_id = any(${ids}) or l.to_id = any(${ids}))`,
  );
  const relationships = await connection.all<{ from_id: string; to_id: string }>(
    sql`delete from relationships r where ${ownedBy(owner, 'r')} and r.memory = any(${ids}) returning r.from_id, r.to_id`,
  );
  for (const { from_id, to_id } of relationships) entities.add(from_id).add(to_id);
  // Profiles, documents and instructions count the versions of a memory under its own id.
  await eraseProgress(writing, ids);
  const memories = await connection.run(
    sql`delete from memories m where ${ownedBy(owner, 'm')} and m.key = any(${keys})`,
  );
  return {
    memories,
    links,
    versions: past.length,
    vectors: vectors + past.filter(({ has_vector }) => has_vector).length,
    relationships: relationships.length,
    entities: await eraseUnmentioned(writing, [...entities]),
  };
}

function unhiddenTurns(rows: readonly MemoryRow[]): Map<string, number> {
  const changes = new Map<string, number>();
  for (const row of rows) {
    if (!hidesTurns({ status: statuses.word(row.status) }, parseCause(row))) continue;
    const { episodeIds } = decodeDetails(row.details, new Date(0)).provenance;
    for (const id of new Set(episodeIds)) changes.set(id, (changes.get(id) ?? 0) - 1);
  }
  return changes;
}

async function clearSuccessors({ connection, owner }: Writing, ids: readonly string[]): Promise<void> {
  for (const table of ['memories', 'memory_versions'])
    await connection.run(
      sql`update ${raw(table)} m set
            superseded_by = case when m.superseded_by = any(${ids}) then null else m.superseded_by end,
            cause = case when (m.cause::json) ->> 'by' = any(${ids}) then ((m.cause::jsonb) - 'by')::text else m.cause end
          where ${ownedBy(owner, 'm')} and m.key in (
            select n.key from links l join memories n on n.tenant = l.tenant and n.owner = l.owner and n.id = l.to_id
            where ${ownedBy(owner, 'l')} and l.from_id = any(${ids}))`,
    );
}

async function eraseProgress({ connection, owner }: Writing, sessions: readonly string[], component?: string) {
  const only = component === undefined ? NOTHING : sql`and p.component = ${component}`;
  for (const table of ['progress', 'progress_steps'])
    await connection.run(
      sql`delete from ${raw(table)} p where ${ownedBy(owner, 'p')} and p.session = any(${sessions}) ${only}`,
    );
}

async function eraseUnmentioned({ connection, owner }: Writing, entities: readonly string[]): Promise<number> {
  const erasedEntities = await connection.all<{ id: string }>(
    sql`delete from entities e where ${ownedBy(owner, 'e')} and e.id = any(${entities})
        and not exists (select 1 from mentions n where ${ownedBy(owner, 'n')} and n.entity = e.id)
        and not exists (select 1 from past_mentions n where ${ownedBy(owner, 'n')} and n.entity = e.id)
        and not exists (select 1 from relationships r
          where ${ownedBy(owner, 'r')} and (r.from_id = e.id or r.to_id = e.id)) returning e.id`,
  );
  const ids = erasedEntities.map(({ id }) => id);
  await connection.run(sql`delete from aliases a where ${ownedBy(owner, 'a')} and a.entity = any(${ids})`);
  return erasedEntities.length;
}

/** Positions are kept, so that the next episode has a new one; a session without episodes is removed. */
async function shortenSessions(writing: Writing, sessions: readonly string[]): Promise<void> {
  if (sessions.length === 0) return;
  const { connection, owner } = writing;
  await connection.run(
    sql`update sessions s set first_at = e.first, last_at = e.last from (
          select e.session, min(e.occurred_at) as first, max(e.occurred_at) as last from episodes e
          where ${ownedBy(owner, 'e')} and e.session = any(${sessions}) group by e.session) e
        where ${ownedBy(owner, 's')} and s.session = e.session`,
  );
  const erasedSessions = await connection.all<{ session: string }>(
    sql`delete from sessions s where ${ownedBy(owner, 's')} and s.session = any(${sessions})
        and not exists (select 1 from episodes e where ${ownedBy(owner, 'e')} and e.session = s.session)
        returning s.session`,
  );
  await eraseProgress(
    writing,
    erasedSessions.map(({ session }) => session),
  );
}

const REMAINING_TABLES = [
  ...['aliases', 'entities', 'mentions', 'past_mentions', 'relationships', 'links', 'notes', 'progress'],
  ...['progress_steps', 'sessions', 'vectors', 'postings', 'terms', 'owners'],
];

/** Removes the rest of an owner without memories and episodes; refuses while some are left, as nobody could reach them any more. */
export async function eraseOwner({ connection, owner }: Writing): Promise<void> {
  const left = await connection.get<{ id: string }>(
    sql`select m.id from memories m where ${ownedBy(owner, 'm')}
        union all select e.id from episodes e where ${ownedBy(owner, 'e')} limit 1`,
  );
  if (left !== undefined)
    throw new SouvenirError('conflict', `${left.id} of this owner is still there.`, { advice: 'Erase it first.' });
  for (const table of REMAINING_TABLES)
    await connection.run(sql`delete from ${raw(table)} t where ${ownedBy(owner, 't')}`);
}

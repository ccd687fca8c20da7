import type { Changes, MemoryVector } from '../../contracts/store.ts';
import { termsOf } from '../../languages/terms.ts';
import type { Memory, MemoryUpdate } from '../../model/memory.ts';
import { causeOf, makesVersion } from '../../model/version.ts';
import { statuses } from '../shared/codes.ts';
import { type IndexedText, type IndexedTexts, indexedText } from '../shared/indexed-text.ts';
import { decodeDetails, encodeDetails } from '../shared/memory-columns.ts';
import { hidingOf, reindexingOf } from '../shared/reindexing.ts';
import { assertExpectedVersions, versionMoment } from '../store-rules.ts';
import { ownedBy } from './connection.ts';
import { hideTurns } from './episodes.ts';
import { insertPastMentions, replaceMentions } from './graph.ts';
import { salienceMeasure } from './memories.ts';
import { encodeFields, encodeMemory, type MemoryRow } from './memory-rows.ts';
import { loadStates, MemoryState } from './memory-states.ts';
import { sql } from './sql.ts';
import { addTexts, removeTexts } from './text.ts';
import { replaceVectors, storedVector } from './vectors.ts';
import { insertRows, updateRows, type Writing } from './writing.ts';

const NOT_EMBEDDED = '';

const entitiesOf = ({ details }: Pick<MemoryRow, 'details'>): string[] => decodeDetails(details, new Date(0)).entityIds;

/** Applies changes to the rows it has read, then writes rows and indexes at once. A forgotten memory keeps its row, but is in no index. */
export class MemoryWriter {
  readonly #writing: Writing;
  readonly #indexedTexts: IndexedTexts;
  readonly #states: Map<string, MemoryState>;
  readonly #inserted: MemoryState[] = [];
  readonly #hiding = new Map<string, number>();

  private constructor(writing: Writing, indexedTexts: IndexedTexts, states: Map<string, MemoryState>) {
    this.#writing = writing;
    this.#indexedTexts = indexedTexts;
    this.#states = states;
  }

  static async load(writing: Writing, changes: Changes, indexedTexts: IndexedTexts): Promise<MemoryWriter> {
    return new MemoryWriter(writing, indexedTexts, await loadStates(writing, changes));
  }

  insert(memory: Memory): void {
    const text = this.#indexed(memory.content);
    const isFindable = memory.status !== 'forgotten';
    const embedder = isFindable ? NOT_EMBEDDED : null;
    const row = { ...encodeMemory(memory), key: this.#writing.nextKey(), embedder, terms: text.length };
    const state = new MemoryState(row);
    if (isFindable) state.text = text;
    else this.#hide(memory.provenance.episodeIds, 1);
    this.#states.set(memory.id, state);
    this.#inserted.push(state);
  }

  update(changes: Pick<Changes, 'at'>, update: MemoryUpdate): void {
    const state = this.#states.get(update.id);
    if (!state) return;
    const { row } = state;
    const reindexing = reindexingOf(update, row);
    for (const { episodeIds, by } of hidingOf(update, row)) this.#hide(episodeIds, by);
    const old = decodeDetails(row.details, new Date(row.created_at));
    const { confidenceTrajectory = old.confidenceTrajectory, entityIds = old.entityIds } = update;
    const { provenance = old.provenance, metadata = old.metadata } = update;
    const details = encodeDetails({ createdAt: old.createdAt, confidenceTrajectory, entityIds, provenance, metadata });
    const version = makesVersion(update) ? this.#nextVersion(changes, update, state, reindexing !== undefined) : {};
    state.row = { ...row, ...encodeFields(update), details, ...version };
    if (reindexing === undefined) return;
    state.setApart(reindexing);
    const text = this.#indexed(reindexing.content);
    state.text = reindexing.isFindable ? text : undefined;
    const embedder = reindexing.isFindable ? (state.takeVector(reindexing.content) ?? NOT_EMBEDDED) : null;
    state.row = { ...state.row, embedder, terms: text.length };
  }

  embed({ memoryId, content, embedderId, vector }: MemoryVector): void {
    const state = this.#states.get(memoryId);
    if (!state || state.row.embedder === null || state.row.content !== (content ?? state.row.content)) return;
    state.vector = vector && storedVector(embedderId, vector);
    state.row = { ...state.row, embedder: embedderId };
  }

  async save(): Promise<void> {
    const states = new Set([...this.#states.values(), ...this.#inserted]);
    const storedStates = [...states].filter(({ before }) => before !== undefined);
    const changed = storedStates.filter(({ row, before }) => row !== before);
    await insertRows(
      this.#writing,
      'memories',
      this.#inserted.map(({ row }) => row),
    );
    await updateRows(
      this.#writing,
      'memories',
      changed.map(({ row }) => row),
      ['key'],
    );
    await insertRows(
      this.#writing,
      'memory_versions',
      [...states].flatMap(({ ended }) => ended),
    );
    await updateRows(
      this.#writing,
      'memory_versions',
      storedStates.flatMap(({ changedPast }) => changedPast),
      ['key', 'version'],
    );
    await this.#saveTexts(states);
    await replaceVectors(
      this.#writing,
      new Map([...states].filter((each) => each.hasNewVector).map(({ row, vector }) => [row.key, vector])),
    );
    await this.#saveMentions(states);
    await hideTurns(this.#writing, this.#hiding);
  }

  async #saveTexts(states: ReadonlySet<MemoryState>): Promise<void> {
    const reindexed = [...states].filter((state) => state.hasNewText);
    const removed = reindexed.flatMap(({ before }) =>
      before === undefined || before.embedder === null ? [] : [before],
    );
    const texts = new Map<number, IndexedText>();
    for (const { row, text } of reindexed) if (text !== undefined) texts.set(row.key, text);
    await removeTexts(
      this.#writing,
      removed.map(({ key }) => key),
    );
    await addTexts(this.#writing, texts);
    this.#writing.documents += texts.size - removed.length;
    for (const { length } of texts.values()) this.#writing.terms += length;
    for (const { terms } of removed) this.#writing.terms -= terms;
  }

  async #saveMentions(states: ReadonlySet<MemoryState>): Promise<void> {
    const changed = [...states].filter(({ before, row }) => before?.details !== row.details);
    await replaceMentions(
      this.#writing,
      changed.map(({ row, before }) => ({
        memory: row.key,
        before: before === undefined ? [] : entitiesOf(before),
        after: entitiesOf(row),
      })),
    );
    const past = [...states].flatMap(({ ended }) => ended);
    await insertPastMentions(
      this.#writing,
      past.map((row) => ({ memory: row.key, entityIds: entitiesOf(row) })),
    );
  }

  #nextVersion(changes: Pick<Changes, 'at'>, update: MemoryUpdate, state: MemoryState, isReindexed: boolean) {
    const { row } = state;
    const since = versionMoment(changes, update, new Date(row.since ?? row.created_at)).getTime();
    state.endVersion(since, isReindexed);
    return { since, version: row.version + 1, cause: JSON.stringify(causeOf(update)) };
  }

  #hide(episodeIds: readonly string[], by: 1 | -1): void {
    for (const id of new Set(episodeIds)) this.#hiding.set(id, (this.#hiding.get(id) ?? 0) + by);
  }

  #indexed = (content: string): IndexedText => this.#indexedTexts.get(content) ?? indexedText(termsOf(content));
}

export async function expectVersions({ connection, owner }: Writing, changes: Changes): Promise<void> {
  const ids = (changes.expect ?? []).map(({ id }) => id);
  if (ids.length === 0) return;
  const rows = await connection.all<{ id: string; version: number }>(
    sql`select m.id, m.version from memories m where ${ownedBy(owner, 'm')} and m.id = any(${ids})`,
  );
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  assertExpectedVersions(changes, (id) => versions.get(id));
}

/** A memory that is named twice is accessed twice. */
export async function countAccesses(
  { connection, owner }: Writing,
  memoryIds: readonly string[],
  at: Date,
): Promise<void> {
  await connection.run(
    sql`update memories m set accesses = m.accesses + a.times,
          accessed_at = greatest(coalesce(m.accessed_at, 0), ${at.getTime()})
        from (select id, count(*) as times from unnest(${memoryIds}::text[]) id group by id) a
        where ${ownedBy(owner, 'm')} and m.id = a.id`,
  );
}

export async function measureSalience(
  { connection, owner }: Writing,
  order: NonNullable<Changes['salience']>,
): Promise<void> {
  await connection.run(
    sql`update memories m set salience = ${salienceMeasure(order)}
        where ${ownedBy(owner, 'm')} and m.id = any(${order.memoryIds}) and m.status <> ${statuses.code.forgotten}`,
  );
}

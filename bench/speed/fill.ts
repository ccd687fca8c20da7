import { createSouvenir, defineAgent, type Memory } from 'souvenir-memory';
import { episodic } from 'souvenir-memory/components';
import { souvenirEmbedder } from 'souvenir-memory/embedders';
import { sqliteStore } from 'souvenir-memory/sqlite';
import { monotonicFactory } from 'ulid';
import { seededRandom } from '../random.ts';
import { sessionsWith, varied } from './natural.ts';
import { progress, reporter } from './report.ts';
import { makeVector } from './texts.ts';
import { Unit } from './timing.ts';

/** Natural turns that the default embedder really reads: so many, or as many as it reads in a minute, but not fewer than the least. */
const EMBEDDED = 1200;
const MIN_EMBEDDED = 400;
const MAX_MS = 60_000;
/** Of a derived vector to the one that it comes from: a cosine of 0.82. */
const NOISE = 0.7;
const ROWS_A_WRITE = 500;
const DAY_MS = 86_400_000;
const OWNER = { tenantId: 'default', userId: 'default', agentId: 'default' };
const EMBEDDER_ID = souvenirEmbedder().id;

/** A file with natural turns, recorded, kept word for word and embedded as the product does; nothing is read for kinds and facts. */
export async function fillSource(path: string, count = EMBEDDED): Promise<void> {
  const agents = defineAgent({ components: [episodic()] });
  const souvenir = await createSouvenir({ store: sqliteStore({ path }), reader: null, agents });
  const began = performance.now();
  let done = 0;
  for (const { id, turns } of sessionsWith(count)) {
    if (done >= MIN_EMBEDDED && performance.now() - began > MAX_MS) break;
    const session = souvenir.for({ sessionId: id });
    await session.recordAll(turns);
    await session.sessions.end();
    await souvenir.settled();
    done += turns.length;
    progress('embedding natural turns', done, count);
  }
  reporter(new Unit()).report('natural turns that were really embedded', done, '');
  await souvenir.close();
}

/**
 * Lets a file grow to so many memories by the store's own writes: the rows of the source first, as they are, then over and over with varied
 * texts and, in place of an embedding, the vector of the turn they come from with noise. Rows, indexes and files are the real ones.
 */
export async function fill(path: string, size: number, source: string): Promise<void> {
  const rows = await readSource(source);
  const store = sqliteStore({ path });
  await store.open();
  const before = Object.values((await store.stats(OWNER)).memories).reduce((sum, count) => sum + count, 0);
  const nextId = monotonicFactory();
  for (let from = before; from < size; from += ROWS_A_WRITE) {
    const numbers = Array.from({ length: Math.min(ROWS_A_WRITE, size - from) }, (_, at) => from + at);
    const copies = numbers.map((number) => copyOf(rows[number % rows.length] as Row, number, rows.length, nextId));
    const bySession = Map.groupBy(copies, ({ episode }) => episode.sessionId);
    await store.write(OWNER, {
      episodes: copies.map(({ episode }) => episode),
      memories: copies.map(({ memory }) => memory),
      vectors: copies.map(({ memory, vector }) => ({ memoryId: memory.id, embedderId: EMBEDDER_ID, vector })),
      progress: [...bySession].map(([sessionId, own]) => {
        const places = own.map(({ place }) => place);
        return { component: 'episodic', sessionId, from: Math.min(...places) - 1, through: Math.max(...places) };
      }),
    });
    progress(`filling, to ${size.toLocaleString('en')}`, from + copies.length, size);
  }
  await store.close();
}

type Row = Awaited<ReturnType<typeof readSource>>[number];

/** Turns by session and place. */
async function readSource(path: string) {
  const store = sqliteStore({ path });
  await store.open();
  const memories = await store.listMemories(OWNER, { filter: {}, limit: EMBEDDED * 2 });
  const ids = memories.map(({ id }) => id);
  const matches = await store.vectorsOf(OWNER, ids, EMBEDDER_ID);
  const vectors = new Map(matches.map(({ memoryId, vector }) => [memoryId, vector]));
  const episodes = await store.getEpisodes(
    OWNER,
    memories.flatMap(({ provenance }) => provenance.episodeIds),
  );
  const byId = new Map(episodes.map((episode) => [episode.id, episode]));
  await store.close();
  const bySession = Map.groupBy(memories, ({ sessionId }) => sessionId);
  return [...bySession.values()].flatMap((own) =>
    own
      .flatMap((memory) => {
        const episode = byId.get(memory.provenance.episodeIds[0] ?? '');
        const vector = vectors.get(memory.id);
        return episode === undefined || vector === undefined ? [] : [{ memory, episode, vector }];
      })
      .sort((a, b) => a.episode.position - b.episode.position)
      .map((row, at) => ({ ...row, place: at + 1 })),
  );
}

function copyOf({ memory, episode, vector, place }: Row, number: number, sources: number, nextId: () => string) {
  const round = Math.floor(number / sources);
  const content = round === 0 ? episode.content : varied(episode.content, seededRandom(number));
  const later = (date: Date): Date => new Date(date.getTime() - round * DAY_MS);
  const sessionId = `${episode.sessionId}, round ${round}`;
  const { position: _, ...fields } = episode;
  const occurredAt = later(episode.occurredAt);
  const copiedEpisode = { ...fields, id: nextId(), sessionId, content, occurredAt };
  const copied: Memory = {
    ...memory,
    ...{ id: nextId(), sessionId, content: memory.content.replace(episode.content, () => content) },
    validAt: occurredAt,
    provenance: { ...memory.provenance, episodeIds: [copiedEpisode.id], position: place },
  };
  return { episode: copiedEpisode, memory: copied, place, vector: round === 0 ? vector : near(vector, content) };
}

function near(vector: Float32Array, text: string): Float32Array {
  const noise = makeVector(text, vector.length);
  const sum = vector.map((value, at) => value + NOISE * (noise[at] ?? 0));
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

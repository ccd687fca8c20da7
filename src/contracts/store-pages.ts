import type { StoredEpisode } from '../model/episode.ts';
import type { Entity } from '../model/graph.ts';
import type { Memory } from '../model/memory.ts';
import { newsOf } from '../model/memory-block.ts';
import type { Owner } from '../model/scope.ts';
import type { MemoryFilter } from './store-queries.ts';
import type { StoreReader } from './store-reader.ts';

const PAGE = 100;
const MOST_TURNS = 500;
const MOST_NAMES = 500;

/** Every memory that passes, oldest first, a page in memory at a time. Between two pages they may be changed. */
export async function* memoryPages(store: StoreReader, owner: Owner, filter: MemoryFilter): AsyncGenerator<Memory[]> {
  for (let after: string | undefined; ; ) {
    const page = await store.listMemories(owner, { filter, limit: PAGE, ...(after !== undefined && { after }) });
    if (page.length > 0) yield page;
    after = page.length < PAGE ? undefined : page.at(-1)?.id;
    if (after === undefined) return;
  }
}

/** Every turn of a session, in order, a page in memory at a time. */
export async function* episodePages(
  store: StoreReader,
  owner: Owner,
  { sessionId, withHidden = false }: { readonly sessionId: string; readonly withHidden?: boolean },
): AsyncGenerator<StoredEpisode[]> {
  for (let afterPosition = 0; ; ) {
    const page = await store.listEpisodes(owner, { sessionId, afterPosition, limit: MOST_TURNS, withHidden });
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    afterPosition = last.position;
  }
}

/** Every named thing of an owner, a page in memory at a time. */
export async function* entityPages(store: StoreReader, owner: Owner): AsyncGenerator<Entity[]> {
  for (let after = ''; ; ) {
    const page = await store.listEntities(owner, { after, limit: MOST_NAMES });
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.id;
  }
}

/** Turns so near each other are read together. */
const NEAR = 16;

/**
 * What was said right before each turn, in its session and its project, by the id of the turn's memory; not what is hidden or was only
 * recalled there.
 */
export async function turnsBefore(
  store: Pick<StoreReader, 'listEpisodes'>,
  owner: Owner,
  memories: readonly Memory[],
): Promise<Map<string, StoredEpisode>> {
  const found = new Map<string, StoredEpisode>();
  const places = memories.flatMap(
    ({ id, type, agentId, sessionId, projectId, provenance: { position = 0, ...from } }) =>
      type === 'episodic' && sessionId !== undefined && position > 1
        ? [{ id, sessionId, projectId, position, agentId: from.agentId ?? agentId }]
        : [],
  );
  for (const turns of Map.groupBy(places, ({ agentId, sessionId }) => `${agentId}\n${sessionId}`).values()) {
    const { agentId, sessionId } = turns[0] as (typeof places)[number];
    const said = new Map<number, StoredEpisode>();
    for (const [first, last] of runsOf(turns.map(({ position }) => position).sort((a, b) => a - b))) {
      const query = { sessionId, afterPosition: first - 2, limit: last - first + 1 };
      for (const episode of newsOf(await store.listEpisodes({ ...owner, agentId }, query)))
        said.set(episode.position, episode);
    }
    for (const { id, position, projectId } of turns) {
      const before = said.get(position - 1);
      if (before !== undefined && before.projectId === projectId) found.set(id, before);
    }
  }
  return found;
}

/** The first and the last of each run of positions without a large gap. */
function runsOf(positions: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const position of positions) {
    const run = runs.at(-1);
    if (run !== undefined && position - run[1] <= NEAR) run[1] = position;
    else runs.push([position, position]);
  }
  return runs;
}

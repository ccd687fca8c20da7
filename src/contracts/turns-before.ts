import type { StoredEpisode } from '../model/episode.ts';
import type { Memory } from '../model/memory.ts';
import { withoutRecalled } from '../model/memory-block.ts';
import type { Owner } from '../model/scope.ts';
import type { StoreReader } from './store-reader.ts';

/** Turns at most this many positions apart are read with one query. */
const MAX_GAP = 16;

/** The turn before each, in its session and project, by the id of the turn's memory; without hidden and recalled ones. */
export async function turnsBefore(
  store: Pick<StoreReader, 'listEpisodes'>,
  owner: Owner,
  memories: readonly Memory[],
): Promise<Map<string, StoredEpisode>> {
  const turnBeforeById = new Map<string, StoredEpisode>();
  const turnPositions = memories.flatMap(
    ({ id, type, agentId, sessionId, projectId, provenance: { position = 0, ...from } }) =>
      type === 'episodic' && sessionId !== undefined && position > 1
        ? [{ id, sessionId, projectId, position, agentId: from.agentId ?? agentId }]
        : [],
  );
  for (const turns of Map.groupBy(turnPositions, ({ agentId, sessionId }) => `${agentId}\n${sessionId}`).values()) {
    const { agentId, sessionId } = turns[0] as (typeof turnPositions)[number];
    const episodesByPosition = new Map<number, StoredEpisode>();
    for (const [first, last] of runsOf(turns.map(({ position }) => position).sort((a, b) => a - b))) {
      const query = { sessionId, afterPosition: first - 2, limit: last - first + 1 };
      for (const episode of withoutRecalled(await store.listEpisodes({ ...owner, agentId }, query)))
        episodesByPosition.set(episode.position, episode);
    }
    for (const { id, position, projectId } of turns) {
      const before = episodesByPosition.get(position - 1);
      if (before !== undefined && before.projectId === projectId) turnBeforeById.set(id, before);
    }
  }
  return turnBeforeById;
}

function runsOf(positions: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const position of positions) {
    const run = runs.at(-1);
    if (run !== undefined && position - run[1] <= MAX_GAP) run[1] = position;
    else runs.push([position, position]);
  }
  return runs;
}

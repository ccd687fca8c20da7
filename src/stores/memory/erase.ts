import type { Erased, Erasure, MemoryVector } from '../../contracts/store.ts';
import { NOTHING_ERASED } from '../store-rules.ts';
import { type OwnerData, progressKey } from './owner-data.ts';
import { hideTurns } from './write.ts';

export function erase(data: OwnerData, { memoryIds, episodeIds, again = [] }: Erasure): Erased {
  const erasedIds = new Set(memoryIds.filter((id) => data.memories.has(id)));
  const erased = { ...NOTHING_ERASED, memories: erasedIds.size };
  const touched = new Set<string>();
  for (const id of erasedIds) {
    const memory = data.memories.get(id);
    if (memory !== undefined) hideTurns(data, memory, -1);
    const { past = [], vectors = new Map<string, MemoryVector>() } = data.histories.get(id) ?? {};
    for (const each of [...past.map(({ memory }) => memory), memory]) {
      for (const entity of each?.entityIds ?? []) touched.add(entity);
    }
    if (memory !== undefined && memory.status !== 'forgotten') data.texts.remove(id, memory.content);
    erased.versions += past.length;
    erased.vectors += [...vectors.values(), data.vectors.get(id)].filter((each) => each?.vector !== undefined).length;
    data.vectors.delete(id);
    data.histories.delete(id);
    data.memories.delete(id);
    eraseProgress(data, id);
  }
  for (const [key, { fromId, toId }] of data.links)
    if (erasedIds.has(fromId) || erasedIds.has(toId)) erased.links += Number(data.links.delete(key));
  for (const [key, { memoryId, fromId, toId }] of data.relationships) {
    if (memoryId === undefined || !erasedIds.has(memoryId)) continue;
    touched.add(fromId).add(toId);
    erased.relationships += Number(data.relationships.delete(key));
  }
  clearSuccessors(data, erasedIds);
  erased.entities = eraseUnmentioned(data, touched);
  for (const id of new Set(episodeIds)) erased.episodes += eraseEpisode(data, id);
  for (const { component, sessionId } of again) eraseProgress(data, sessionId, component);
  return erased;
}

/** Memories that the erased ones superseded stay superseded, without a successor. */
function clearSuccessors(data: OwnerData, erasedIds: ReadonlySet<string>): void {
  const isErased = (id: string | undefined) => id !== undefined && erasedIds.has(id);
  for (const [id, { supersededBy, ...memory }] of data.memories)
    if (isErased(supersededBy)) data.memories.set(id, memory);
  for (const history of data.histories.values()) {
    if (isErased(history.cause.by)) history.cause = withoutBy(history.cause);
    for (const [at, version] of history.past.entries()) {
      const { supersededBy, ...memory } = version.memory;
      const cause = isErased(version.cause.by) ? withoutBy(version.cause) : version.cause;
      history.past[at] = { ...version, cause, memory: isErased(supersededBy) ? memory : version.memory };
    }
  }
}

const withoutBy = <Cause extends { readonly by?: string | undefined }>({ by: _, ...cause }: Cause) => cause;

function eraseUnmentioned(data: OwnerData, touched: ReadonlySet<string>): number {
  const states = [
    ...data.memories.values(),
    ...[...data.histories.values()].flatMap(({ past }) => past.map(({ memory }) => memory)),
  ];
  const needed = new Set([
    ...states.flatMap(({ entityIds }) => entityIds),
    ...[...data.relationships.values()].flatMap(({ fromId, toId }) => [fromId, toId]),
  ]);
  let erased = 0;
  for (const [name, { id }] of data.entities) {
    if (!touched.has(id) || needed.has(id)) continue;
    data.entities.delete(name);
    for (const [alias, of] of data.aliases) if (of === name) data.aliases.delete(alias);
    erased += 1;
  }
  return erased;
}

/** Positions are kept, so that the next episode has a new one; a session without episodes is removed. */
function eraseEpisode(data: OwnerData, id: string): number {
  const episode = data.episodes.get(id);
  if (episode === undefined) return 0;
  const { sessionId } = episode;
  const { episodes = [] } = data.sessions.get(sessionId) ?? {};
  data.episodes.delete(id);
  data.hidden.delete(id);
  episodes.splice(episodes.indexOf(episode), 1);
  if (episodes.length > 0) return 1;
  data.sessions.delete(sessionId);
  eraseProgress(data, sessionId);
  return 1;
}

function eraseProgress({ progress, steps }: OwnerData, sessionId: string, component?: string): void {
  const isErased = (step: { readonly component: string; readonly sessionId: string }) =>
    step.sessionId === sessionId && (component === undefined || step.component === component);
  for (const step of steps.filter(isErased)) {
    progress.delete(progressKey(step.component, step.sessionId));
    steps.splice(steps.indexOf(step), 1);
  }
}

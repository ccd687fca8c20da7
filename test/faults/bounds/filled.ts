import { hashEmbedder } from '../../../src/embedders/index.ts';
import {
  createSouvenir,
  defineAgent,
  type Memory,
  type ScopedSouvenir,
  type ScopeInput,
  type Store,
} from '../../../src/index.ts';
import { ownerOf } from '../../../src/model/scope.ts';
import { freeJson } from './largest.ts';

export const ANA: ScopeInput = { userId: 'ana', sessionId: 'one' };
const AT_BOUNDS = { 'x-mostValues': 2000, 'x-mostCharacters': 200_000 };
const TURNS_OF_A_SESSION = 500;
/** Its turns are as long as turns may be. */
export const LONG_SESSION = 'long';

/** Names that a memory holds, as many as it has turns. */
export const person = (at: number): string => `Ana${at % 300} Berg${at % 700}`;
const PLACES = ['Porto', 'Lagos', 'Oslo', 'Lima', 'Kyoto', 'Tunis', 'Graz'];
export const sentence = (at: number): string =>
  [
    `My friend ${person(at)} moved to ${PLACES[at % PLACES.length]} in ${1990 + (at % 35)}.`,
    `I prefer tea number ${at} over coffee.`,
    `We decided to use plan ${at} for the archive.`,
    `Call ${at} came in from ${PLACES[at % PLACES.length]}, and ${person(at)} wrote it down.`,
  ][at % 4] as string;

const AGENTS = [defineAgent({ id: 'default', parent: 'team' }), defineAgent({ id: 'team' })];
export const openMemory = (store: Store) =>
  createSouvenir({ store, agents: AGENTS, embedder: hashEmbedder(), reader: null });

export interface Sizes {
  /** Turns that are consolidated. */
  readonly turns: number;
  /** Turns whose metadata and text are as large as they may be. */
  readonly large: number;
}

/** A user with a long history, some of it as large as one request may bring it. */
export async function fillMemory(store: Store, { turns, large }: Sizes): Promise<void> {
  const souvenir = await openMemory(store);
  for (let from = 0; from < turns; from += TURNS_OF_A_SESSION) {
    const session = souvenir.for({ ...ANA, sessionId: from === 0 ? 'one' : `session ${from}` });
    const length = Math.min(TURNS_OF_A_SESSION, turns - from);
    await session.recordAll(Array.from({ length }, (_, at) => ({ content: sentence(from + at) })));
  }
  const ana = souvenir.for({ ...ANA, sessionId: 'large' });
  for (let at = 0; at < large; at++) {
    const metadata = freeJson(AT_BOUNDS, { values: 2000, characters: 200_000 });
    await ana.recordAll([{ content: sentence(at).repeat(at === 0 ? 10_000 : 1), metadata }]);
    await ana.memories.add(`${sentence(at)} Kept with its notes.`, { metadata });
  }
  const long = souvenir.for({ ...ANA, sessionId: LONG_SESSION });
  for (let at = 0; at < large * 4; at++) await long.recordAll([{ content: `${at} ${'x'.repeat(990_000)}` }]);
  await ana.consolidate();
  for (let at = 0; at < large; at++)
    await ana.documents.add({
      id: `document ${at}`,
      content: Array.from({ length: turns / 4 }, (_, line) => `${sentence(line)} Line ${at}.`).join('\n\n'),
    });
  await ana.profile.set({ name: 'Ana', level: ['novice'] });
  await ana.instructions.apply('Answer in two short sentences.');
  await ana.instructions.apply('Answer in three short sentences.');
  const { memories } = await ana.memories.list({ limit: 1000 });
  const [hub, ...others] = memories;
  for (const { id } of others.slice(0, turns / 4)) await ana.memories.link(hub?.id ?? '', { to: id, type: 'related' });
  // Waits to be consolidated.
  await ana.recordAll(Array.from({ length: turns / 10 }, (_, at) => ({ content: sentence(turns + at) })));
  await souvenir.settled();
  await souvenir.close();
}

/** What stands in the memory, by the names of the fields that ask for it, so that they ask for as much as there is. */
export async function knownIn(store: Store) {
  const souvenir = await openMemory(store);
  const ana = souvenir.for(ANA);
  const { memories } = await ana.memories.list({ limit: 1000 });
  const ids = memories.map(({ id }) => id);
  const matches = await store.listEntities(ownerOf(ana.scope), { limit: 100 });
  const [turn] = (await ana.sessions.turns({ limit: 1 })).turns;
  const { id = '' } = await linked(ana, memories);
  await souvenir.close();
  return {
    ...{ ids, id, to: ids.at(-1), by: ids.at(-1), memoryIds: ids, expected: ids, around: turn?.id },
    ...{ entity: matches[0]?.id, entities: matches.map(({ name }) => name), document: 'document 0', sessionId: 'one' },
    ...{ categories: kindsOf(memories, 'category'), components: kindsOf(memories, 'component') },
    ...{
      halfway: memories.at(-1)?.createdAt.toISOString(),
      threshold: 0,
      minScoreShare: 0,
      minImportance: 0,
      minSalience: 0,
    },
    ...{ offset: 0, after: 0, minStrength: 0, minAgeMs: 0, mode: 'relevant', confidence: 0 },
  };
}
export type Known = Awaited<ReturnType<typeof knownIn>>;

const kindsOf = (memories: readonly Memory[], kind: 'category' | 'component'): string[] => [
  ...new Set(memories.map((memory) => memory[kind])),
];

/** The memory that most others are linked to. */
async function linked(ana: ScopedSouvenir, memories: readonly Memory[]) {
  const counted = memories.map(async (memory) => (await ana.memories.neighbours(memory.id, { limit: 1000 })).length);
  const counts = await Promise.all(counted);
  return memories[counts.indexOf(Math.max(...counts))] as Memory;
}

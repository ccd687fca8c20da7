import {
  createSouvenir,
  defineAgent,
  type EpisodeInput,
  type Llm,
  type Owner,
  type Souvenir,
  type Store,
} from '../../src/index.ts';
import { sharedReader } from '../support/shared-embedder.ts';

const OWNER: Owner = { tenantId: 'default', userId: 'default', agentId: 'default' };
const NOW = new Date('2026-05-01T09:00:00Z');

const assistant = (content: string): EpisodeInput => ({ content, role: 'assistant' });
const called = (tool: string, path: string, error?: string): EpisodeInput => ({
  ...{ type: 'toolResult', role: 'tool', content: error ?? 'output' },
  metadata: { tool, parameters: { path }, success: error === undefined, ...(error !== undefined && { error }) },
});
const went = (taskType: string, success: boolean): EpisodeInput => ({
  ...{ type: 'observation', role: 'system', content: `${taskType} ${success ? 'succeeded' : 'failed'}` },
  metadata: { taskType, success },
});

const PEOPLE = ['Ana', 'Ben', 'Chidi', 'Dora', 'Emre', 'Farah', 'Goran', 'Hana'];
const PLACES = ['Porto', 'Lagos', 'Oslo', 'Lima', 'Kyoto', 'Tunis', 'Graz'];
/** More than one batch, in which some is told again and some of it otherwise. */
const LONG = Array.from({ length: 520 }, (_, at): string => {
  if (at === 511) return 'I have a dog called Rex.';
  if (at % 130 === 7) return 'Could you be more concise?';
  if (at % 13 > 0) return `Call ${at} came in.`;
  return `My friend ${PEOPLE[at % PEOPLE.length]} lives in ${PLACES[at % PLACES.length]}.`;
});

/** Something for every component; what is told twice or taken back crosses sessions. */
const SESSIONS: Readonly<Record<string, readonly (string | EpisodeInput)[]>> = {
  first: [
    'I live in Lisbon.',
    'My sister Ana lives in Porto.',
    'I prefer tea over coffee.',
    'Fix the flaky login test in src/login.test.ts.',
    "We'll use Redis for the session cache.",
    called('read_file', 'src/login.ts'),
    called('read_file', 'src/login.ts', 'permission denied'),
    'Switching to WAL mode fixed the lock errors.',
    'You must not push to main.',
    went('deploy', true),
  ],
  long: LONG,
  second: [
    'I moved to Berlin. I live in Berlin now.',
    'I prefer tea over coffee.',
    'I have a dog called Rex.',
    'Actually, we use Postgres for the session cache.',
    assistant('I can read PDF files.'),
    called('run_tests', 'src', 'timed out'),
    'Switching to WAL mode fixed the lock errors.',
    'We use pnpm in our monorepo.',
    went('deploy', false),
  ],
  third: [
    'The importer runs out of memory.',
    assistant("Let's read the file in chunks."),
    'That did not help.',
    'Please keep it shorter.',
    'Your answers are too long.',
    'I prefer coffee over tea.',
    'Switching to WAL mode did not fix the lock errors.',
    called('read_file', 'src/login.ts'),
    went('deploy', true),
  ],
};
export const SESSION_IDS = Object.keys(SESSIONS);

/** A memory with every component; its clock stands still, so that only what is done can differ. */
export const openMemory = (store: Store, llm?: Llm): Promise<Souvenir> =>
  createSouvenir({
    ...{ store, embedder: null, reader: sharedReader, clock: { now: () => NOW }, ...(llm && { llm }) },
    agents: defineAgent({ identity: 'You are Nova, a calm assistant who helps a small team write reliable software.' }),
  });

export async function recordStory(store: Store): Promise<void> {
  const souvenir = await openMemory(store);
  for (const [at, [sessionId, turns]] of Object.entries(SESSIONS).entries())
    for (const [minute, turn] of turns.entries())
      await souvenir.for({ sessionId }).record({
        ...(typeof turn === 'string' ? { content: turn } : turn),
        occurredAt: new Date(Date.UTC(2026, 1, 1 + 20 * at, 9, minute)),
      });
  await souvenir.close();
}

/** Everything that was made of the story, without the ids that differ from run to run. */
export async function madeIn(store: Store) {
  const memories = await store.listMemories(OWNER, { filter: {}, limit: 100_000 });
  const contentOf = new Map(memories.map(({ id, content }) => [id, content]));
  const reported = memories.map(
    ({ component, category, content, status, provenance, supersededBy, importance, ...rest }) =>
      JSON.stringify({
        ...{ component, category, content, status, sources: [...provenance.episodeIds].sort() },
        ...{ replacedBy: contentOf.get(supersededBy ?? ''), importance, confidence: rest.confidence },
        ...{ sessionId: rest.sessionId, invalidAt: rest.invalidAt },
      }),
  );
  const { entities, relationships, links } = await store.stats(OWNER);
  return { memories: reported.sort(), entities, relationships, links };
}

import { hashEmbedder } from '../../../src/embedders/index.ts';
import { createSouvenir, defineAgent, type ScopeInput, SouvenirError, type Store } from '../../../src/index.ts';
import { type Operation, perform } from '../../../src/operations/operation.ts';
import { type OperationName, operations } from '../../../src/operations/operations.ts';

/** Names under which something of somebody is kept. */
export interface Known {
  readonly memory: string;
  readonly other: string;
  readonly episode: string;
  readonly entity: string;
  readonly document: string;
  readonly session: string;
  readonly word: string;
}

/** Words that stand nowhere else, by how far what they stand in may be seen. */
const PLANTED = { memory: 'zqmemvw', agent: 'zqinsvw', user: 'zqusevw' };
const PROJECT = 'planted-project';
const SESSION = 'planted-session';
const DOCUMENT = 'planted-document';
export const UNKNOWN: Known = {
  ...{
    memory: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    other: '01ARZ3NDEKTSV4RRFFQ69G5FAW',
    episode: '01ARZ3NDEKTSV4RRFFQ69G5FAX',
    entity: '01ARZ3NDEKTSV4RRFFQ69G5FAY',
  },
  ...{ document: 'unknown-document', session: 'unknown-session', word: 'zqnonvw' },
};

const ANA: ScopeInput = { tenantId: 'a', userId: 'ana', agentId: 'ada', projectId: PROJECT, sessionId: SESSION };
/** Who is not Ana, and what of hers they must not see. */
const OTHERS: Readonly<Record<string, { scope: ScopeInput; hidden: readonly string[] }>> = {
  tenant: { scope: { ...ANA, tenantId: 'b', sessionId: 's' }, hidden: Object.values(PLANTED) },
  user: { scope: { ...ANA, userId: 'ben', sessionId: 's' }, hidden: Object.values(PLANTED) },
  agent: { scope: { ...ANA, agentId: 'bob', sessionId: 's' }, hidden: [PLANTED.memory, PLANTED.agent] },
  project: { scope: { ...ANA, projectId: 'another', sessionId: 's' }, hidden: [PLANTED.memory] },
};

type Inputs = (known: Known) => readonly object[];
const nothing: Inputs = () => [{}];
const ofMemory: Inputs = ({ memory }) => [{ id: memory }];

/** How every operation is asked for what is not one's own. What changes everything one has comes last. */
export const ATTEMPTS: Readonly<Record<OperationName, Inputs>> = {
  record: ({ session }) => [
    { content: 'A turn of mine.', sessionId: session },
    { content: 'My brother lives in Graz.', ifWorthIt: true },
  ],
  recordAll: () => [{ turns: [{ content: 'Another turn of mine.' }] }],
  flush: nothing,
  'sessions.list': nothing,
  timeline: () => [{}, { from: '2020-01-01' }],
  'sessions.turns': ({ session, episode }) => [{ sessionId: session }, { around: episode }],
  'sessions.injections': ({ session }) => [{}, { sessionId: session }],
  recall: ({ word, session }) => [
    { query: `What do you know about ${word}?`, threshold: 0 },
    { query: word, sessionId: session, threshold: 0 },
    { query: '', mode: 'recent' },
  ],
  explain: ({ word, session }) => [
    { query: `What do you know about ${word}?`, config: { threshold: 0, minScoreShare: 0 } },
    { query: word, sessionId: session, config: { topK: 1 } },
  ],
  context: ({ word, session }) => [{ intent: word, sessionId: session, threshold: 0 }, { intent: word }],
  turn: ({ word }) => [{ message: `Tell me about ${word}.` }],
  chat: ({ word }) => [{ message: `Tell me about ${word}.` }],
  complete: () => [{ message: 'My uncle lives in Oslo.', reply: 'Noted.' }],
  evaluate: ({ word, memory }) => [{}, { tests: [{ query: word, expected: [memory] }], config: { threshold: 0 } }],
  experiment: ({ word }) => [{ queries: [word], recall: { threshold: 0 } }],
  'settings.get': nothing,
  'settings.set': () => [{ tests: [{ query: 'Where does my sister live?', expected: [] }] }],
  'memories.get': ofMemory,
  'memories.list': ({ session, word }) => [
    { withTotal: true },
    { sessionId: session, withTotal: true },
    { containing: word, withTotal: true },
  ],
  'memories.show': ofMemory,
  'entities.list': ({ word }) => [{}, { containing: word }],
  'entities.around': ({ entity }) => [{ id: entity }],
  'entities.graph': nothing,
  'memories.history': ofMemory,
  'memories.neighbours': ofMemory,
  'memories.update': ({ memory }) => [{ id: memory, change: { importance: 1 } }],
  'memories.correct': ({ memory }) => [{ id: memory, content: 'Something else.' }],
  'memories.reinforce': ({ memory, other }) => [{ ids: [memory, other] }],
  'memories.supersede': ({ memory, other }) => [{ id: memory, by: other }],
  'memories.archive': ofMemory,
  'memories.followers': ofMemory,
  'memories.forget': ofMemory,
  'memories.restore': ofMemory,
  'memories.link': ({ memory, other }) => [{ id: memory, to: other, type: 'related' }],
  'memories.unlink': ({ memory, other }) => [{ id: memory, to: other }],
  'memories.publish': ({ memory }) => [{ ids: [memory] }],
  'memories.diff': ({ session }) => [{ from: '2020-01-01', to: '2099-01-01', sessionId: session }],
  'memories.rollback': ({ session }) => [{ to: '2020-01-01', dryRun: true, sessionId: session }],
  'memories.recordSetting': () => [{ key: 'editor', new: 'helix' }],
  'memories.forgetAll': ({ session }) => [{ sessionId: session }],
  'memories.add': () => [{ content: 'My sister lives in Lima.' }],
  'profile.get': nothing,
  'profile.details': nothing,
  'profile.history': () => [{ name: 'name' }],
  'profile.summary': nothing,
  'profile.set': () => [{ values: { level: ['novice'] } }],
  'profile.clear': () => [{ names: ['level'] }],
  'instructions.current': nothing,
  'instructions.versions': nothing,
  'instructions.diff': nothing,
  'instructions.propose': () => [{ text: 'Answer in two sentences.' }],
  'instructions.rollback': () => [{ version: 0 }],
  'instructions.apply': () => [{ text: 'Answer in two sentences.' }],
  'persona.current': nothing,
  'persona.versions': nothing,
  'persona.rollback': () => [{ version: 0 }],
  'procedures.match': ({ word }) => [{ intent: word }],
  'procedures.records': nothing,
  'procedures.tools': nothing,
  'procedures.report': () => [{ taskType: 'deploy', success: true }],
  'procedures.learn': () => [{ actions: ['pull', 'test'] }],
  'documents.list': nothing,
  'documents.chunks': ({ document }) => [{ id: document }],
  'documents.search': ({ word }) => [{ query: word, threshold: 0 }],
  'documents.add': () => [{ id: 'mine', content: 'A document of mine.' }],
  'documents.remove': ({ document }) => [{ id: document }],
  stats: nothing,
  import: () => [{ text: 'Me: hello' }],
  export: nothing,
  consolidate: ({ session }) => [{ sessionId: session }, {}],
  'sessions.end': nothing,
  cycle: nothing,
  erase: ({ memory }) => [{ memoryIds: [memory] }],
  verifyErasure: ({ memory, episode }) =>
    ['ana', 'ben'].map((userId) => ({
      ...{ at: '2026-01-01', tenantId: 'a', userId, by: ['memoryIds'], counts: {}, unreached: [], hash: 'x' },
      ...{ memoryIds: [memory], episodeIds: [episode] },
    })),
};

/** What is not of one agent or one project, which is no leak: documents and profiles are the user's, and the rest here is the agent's in every project, but to a key of one (`wall.ts`). */
export const SHARED: Readonly<Record<string, readonly string[]>> = {
  agent: ['documents.', 'profile.'],
  project: ['documents.', 'profile.', 'instructions.', 'persona.', 'sessions.end', 'consolidate', 'import'],
};

export interface IsolationReport {
  readonly attempts: number;
  readonly leaks: readonly string[];
  /** Where what is there is refused otherwise than what is not. */
  readonly reported: readonly string[];
  readonly changed: readonly string[];
}

/** Every operation asked by another tenant, user, agent and project for what is Ana's, and for what does not exist. */
export async function attemptAll(makeStore: () => Store): Promise<IsolationReport> {
  const store = makeStore();
  const agents = ['ada', 'bob'].map((id) => defineAgent({ id, recall: { threshold: 0, minScoreShare: 0 } }));
  const souvenir = await createSouvenir({ store, agents, embedder: hashEmbedder(), reader: null });
  const ana = souvenir.for(ANA);
  const known = await fill(ana);
  await souvenir.settled();
  const hers = async () =>
    JSON.stringify(
      await Promise.all([ana.memories.list({ limit: 1000 }), ana.documents.list(), ana.instructions.versions()]),
    );
  const report = { attempts: 0, leaks: [] as string[], reported: [] as string[], changed: [] as string[] };
  for (const [who, { scope, hidden }] of Object.entries(OTHERS)) {
    const context = { souvenir, memory: souvenir.for(scope), store };
    for (const [name, inputs] of Object.entries(ATTEMPTS)) {
      const isShared = SHARED[who]?.some((prefix) => name.startsWith(prefix)) ?? false;
      const before = await hers();
      const pairs = inputs(known).map((input, at) => [input, inputs(UNKNOWN)[at]] as const);
      for (const [foreign, unknown] of pairs) {
        report.attempts += 1;
        const place = `${name} by another ${who}, ${JSON.stringify(foreign)}`;
        const answer = await outcomeOf(name as OperationName, context, foreign ?? {});
        const otherwise = await outcomeOf(name as OperationName, context, unknown ?? {});
        const asked = JSON.stringify(foreign);
        const leaked = hidden.filter((word) => answer.includes(word) && !asked.includes(word));
        if (isShared) continue;
        if (leaked.length > 0) report.leaks.push(`${place}: ${leaked}`);
        const [one, two] = [masked(answer, known), masked(otherwise, UNKNOWN)];
        if (JSON.stringify(foreign) !== JSON.stringify(unknown) && one !== two)
          report.reported.push(`${place}: ${one} / ${two}`);
      }
      if ((await hers()) !== before && !isShared) report.changed.push(`${name} by another ${who}`);
    }
  }
  const missing = Object.keys(operations).filter((name) => !(name in ATTEMPTS));
  if (missing.length > 0) report.reported.push(`not attempted: ${missing}`);
  await souvenir.close();
  return report;
}

async function fill(ana: ReturnType<Awaited<ReturnType<typeof createSouvenir>>['for']>): Promise<Known> {
  const episode = await ana.record({ content: `My dog is called ${PLANTED.memory} and I live in Oslo.` });
  await ana.record({ content: `We decided to use ${PLANTED.memory} for the archive.` });
  await ana.record({
    content: 'ok',
    role: 'tool',
    type: 'toolResult',
    metadata: { tool: PLANTED.agent, success: true },
  });
  await ana.consolidate();
  const { memory } = await ana.memories.add(`The key of the shed is under ${PLANTED.memory}.`);
  const about = { entities: [PLANTED.memory] };
  const other = (await ana.memories.add(`The code word of the club is ${PLANTED.memory} too.`, about)).memory;
  await ana.memories.link(memory.id, { to: other.id, type: 'related' });
  await ana.profile.set({ name: PLANTED.user });
  await ana.instructions.apply(`Write about ${PLANTED.agent} in short sentences.`);
  await ana.documents.add({ id: DOCUMENT, content: `All about ${PLANTED.user}, and nothing else.` });
  await ana.settings.set({ tests: [{ query: `Who is ${PLANTED.memory}?`, expected: [memory.id] }] });
  await ana.record({ content: `Not consolidated yet: ${PLANTED.memory}.` });
  await ana.flush();
  return {
    memory: memory.id,
    other: other.id,
    episode: episode.id,
    entity: other.entityIds[0] as string,
    document: DOCUMENT,
    session: SESSION,
    word: PLANTED.memory,
  };
}

type Context = Parameters<typeof perform>[1];

export async function outcomeOf(name: OperationName, context: Context, input: object): Promise<string> {
  try {
    const operation = operations[name] as unknown as Operation<never, never, Promise<unknown> | AsyncIterable<unknown>>;
    const result = perform(operation, context, input as never);
    if (!(Symbol.asyncIterator in result)) return JSON.stringify(await result) ?? '';
    const items: unknown[] = [];
    for await (const item of result) items.push(item);
    return JSON.stringify(items);
  } catch (error) {
    if (!SouvenirError.is(error)) throw error;
    return JSON.stringify({ code: error.code, message: error.message, advice: error.advice });
  }
}

/** Ids of this attempt, new ids and times aside. */
const masked = (answer: string, known: Known): string =>
  Object.entries(known)
    .reduce((text, [name, value]) => text.replaceAll(value, `<${name}>`), answer)
    .replace(/[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{40,}/g, '<id>')
    .replace(/\d[\d.:TZe-]*/g, '#');

import { expect, it, onTestFinished } from 'vitest';
import {
  createSouvenir,
  defineAgent,
  memoryStore,
  type ScopedSouvenir,
  SouvenirError,
  type Store,
} from '../../src/index.ts';
import { type Operation, perform } from '../../src/operations/operation.ts';
import { type OperationName, operations } from '../../src/operations/operations.ts';
import { STORES } from '../support/fresh-souvenir.ts';
import { manualClock } from '../support/manual-clock.ts';
import { sharedReader } from '../support/shared-embedder.ts';

const MINUTE = 60_000;
/** A word that stands only in what is forgotten, and no input names. */
const SECRET = /quiverbox/i;

interface Known {
  readonly memory: string;
  readonly other: string;
  readonly entity: string;
  readonly episode: string;
  /** Before it was said, while it was held, and after it was forgotten. */
  readonly moments: readonly Date[];
}

type Inputs = (known: Known) => readonly object[];
const nothing: Inputs = () => [{}];
const ofMemory: Inputs = ({ memory }) => [{ id: memory }];
const QUERY = 'Where does Ana keep the walnuts?';
const MODES = ['recent', 'important', 'frequent', 'certain', 'changed', 'temporal'];
const PAST = ['superseded', 'archived', 'expired', 'decayed'];
const RECALLS = [
  { threshold: 0 },
  { threshold: 0, include: PAST },
  { threshold: 0, sessionId: 'default' },
  ...MODES.map((mode) => ({ mode, ...(mode === 'temporal' && { from: '2026-01-01', to: '2027-01-01' }) })),
];
const recalls =
  (name: string): Inputs =>
  () =>
    RECALLS.map((options) => ({ [name]: QUERY, ...options }));

/** How each operation may be asked for what is forgotten. An operation that is missing here does not compile. */
const ASKED: Readonly<Record<OperationName, Inputs>> = {
  record: () => [{ content: 'It rained today.' }, { content: 'My brother lives in Graz.', ifWorthIt: true }],
  recordAll: () => [{ turns: [{ content: 'It rained today.' }] }],
  flush: nothing,
  'sessions.list': nothing,
  'sessions.injections': nothing,
  'sessions.turns': ({ episode }) => [{}, { around: episode }, { sessionId: 'default', after: 0 }],
  'sessions.end': nothing,
  timeline: () => [{}, { from: '2026-01-01', to: '2027-01-01' }],
  recall: recalls('query'),
  explain: () => [
    { query: QUERY, config: { threshold: 0, minScoreShare: 0 } },
    { query: QUERY, include: PAST },
  ],
  context: recalls('intent'),
  turn: () => [
    { message: QUERY, retrieve: true },
    { message: 'Hello there', retrieve: false },
    { message: QUERY, reply: 'I do not know.' },
  ],
  chat: () => [{ message: QUERY }],
  complete: () => [{ message: QUERY, reply: 'I do not know.' }],
  evaluate: ({ memory }) => [{ tests: [{ query: QUERY, expected: [memory] }], config: { threshold: 0 } }],
  experiment: () => [
    { queries: [QUERY], recall: { threshold: 0 } },
    { queries: [QUERY], without: ['durable'] },
    { queries: [], useReader: false },
  ],
  'settings.get': nothing,
  'settings.set': () => [{ tests: [{ query: QUERY, expected: [] }] }],
  'memories.get': ofMemory,
  'memories.list': () => [
    {},
    { statuses: PAST },
    { entities: ['Ana', 'user'] },
    { containing: 'walnut' },
    { sessionId: 'default', sort: 'updated', withTotal: true },
  ],
  'memories.show': ({ memory, other }) => [{ id: memory }, { id: other, depth: 3 }],
  'memories.history': ({ memory, other }) => [{ id: memory }, { id: other }],
  'memories.neighbours': ({ memory, other }) => [{ id: memory }, { id: other, depth: 3 }],
  'memories.followers': ({ memory, other }) => [{ id: memory }, { id: other }],
  'memories.diff': ({ moments }) =>
    moments.flatMap((from) => moments.filter((to) => to > from).map((to) => ({ from, to }))),
  'memories.rollback': ({ moments }) => moments.flatMap((to) => [{ to, dryRun: true }, { to }]),
  'memories.update': ({ memory }) => [{ id: memory, change: { importance: 1 } }],
  'memories.correct': ({ memory }) => [
    { id: memory, content: 'Ana keeps bees.' },
    { saying: 'Ana keeps the walnuts in a box.', content: 'Ana keeps bees.' },
  ],
  'memories.reinforce': ({ memory }) => [{ ids: [memory] }],
  'memories.supersede': ({ memory, other }) => [
    { id: memory, by: other },
    { id: other, by: memory },
  ],
  'memories.archive': ofMemory,
  'memories.forget': ofMemory,
  'memories.forgetAll': nothing,
  'memories.restore': ({ other }) => [{ id: other }],
  'memories.link': ({ memory, other }) => [{ id: other, to: memory, type: 'related' }],
  'memories.unlink': ({ memory, other }) => [{ id: other, to: memory }],
  'memories.publish': ({ memory }) => [{ ids: [memory] }],
  'memories.recordSetting': () => [{ key: 'editor', new: 'helix' }],
  'memories.add': () => [{ content: 'Ana keeps the walnuts in a box of hers.' }],
  'entities.list': () => [{}, { containing: 'box' }],
  'entities.around': ({ entity }) => [{ id: entity }],
  'entities.graph': nothing,
  'profile.get': nothing,
  'profile.details': nothing,
  'profile.history': () =>
    ['health', 'home', 'people', 'preferences', 'restrictions', 'name'].map((name) => ({ name })),
  'profile.summary': nothing,
  'profile.set': () => [{ values: { level: ['novice'] } }],
  'profile.clear': () => [{ names: ['level'] }],
  'instructions.current': nothing,
  'instructions.versions': nothing,
  'instructions.diff': nothing,
  'instructions.propose': () => [{ text: 'Answer in two sentences.' }],
  'instructions.apply': () => [{ text: 'Answer in two sentences.' }],
  'instructions.rollback': () => [{ version: 0 }],
  'persona.current': nothing,
  'persona.versions': nothing,
  'persona.rollback': () => [{ version: 0 }],
  'procedures.match': () => [{ intent: QUERY }],
  'procedures.records': nothing,
  'procedures.tools': nothing,
  'procedures.report': () => [{ taskType: 'deploy', success: true }],
  'procedures.learn': () => [{ actions: ['pull', 'test'] }],
  'documents.list': nothing,
  'documents.chunks': () => [{ id: 'rooms' }],
  'documents.search': () => [{ query: QUERY, threshold: 0 }],
  'documents.add': () => [{ id: 'rooms', content: 'The lamp is by the door.' }],
  'documents.remove': () => [{ id: 'rooms' }],
  stats: nothing,
  import: () => [{ text: 'Ana: hello there.', own: true }],
  export: nothing,
  consolidate: nothing,
  cycle: nothing,
  erase: ({ memory }) => [{ dryRun: true }, { memoryIds: [memory], dryRun: true }],
  verifyErasure: ({ memory, episode }) => [
    {
      ...{
        at: '2026-01-01',
        tenantId: 'default',
        userId: 'ana',
        by: ['memoryIds'],
        counts: {},
        unreached: [],
        hash: 'x',
      },
      ...{ memoryIds: [memory], episodeIds: [episode] },
    },
  ],
};

/** With every moment, where the operation takes one. */
function atAllMoments(name: OperationName, input: object, { moments }: Known): object[] {
  const fields = Object.keys(operations[name].input.shape);
  return fields.includes('asOf') ? [input, ...moments.map((asOf) => ({ ...input, asOf }))] : [input];
}

type Keep = (ana: ScopedSouvenir) => Promise<void>;

/** Ways in which something comes to be kept, each saying where the walnuts are. */
const RECORDED: Readonly<Record<string, Keep>> = {
  'what the user said': async (ana) => {
    await ana.record({ content: 'I am allergic to walnuts from the quiverbox.', speaker: 'Ana' });
  },
  'what the user said twice in other words': async (ana) => {
    await ana.record({ content: 'I keep the walnuts in the quiverbox.' });
    await ana.consolidate();
    await ana.memories.add('I keep the walnuts in the quiverbox.');
  },
  'a memory added by hand': async (ana) => {
    await ana.memories.add('Ana keeps the walnuts in the Quiverbox.', { entities: ['Quiverbox'] });
  },
  'a correction': async (ana) => {
    await ana.record({ content: 'I keep the walnuts in the cellar.' });
    await ana.consolidate();
    await ana.memories.correct(
      { saying: 'I keep the walnuts in the cellar.' },
      { content: 'I keep the walnuts in the quiverbox.' },
    );
  },
  'a result of a tool': async (ana) => {
    await ana.record({
      ...{ content: 'The walnuts are in the quiverbox.', role: 'tool', type: 'toolResult' },
      metadata: { tool: 'quiverbox_find', success: true, parameters: { what: 'quiverbox' } },
    });
  },
  'an outcome': async (ana) => {
    await ana.procedures.report({ taskType: 'quiverbox_walnuts', success: true, notes: 'with the quiverbox' });
  },
};

async function scene(keep: Keep, store: Store) {
  const clock = manualClock('2026-03-01T10:00:00Z');
  const agents = [
    defineAgent({ id: 'ada', parent: 'team' }),
    defineAgent({ id: 'team', parent: 'board' }),
    defineAgent({ id: 'board' }),
  ];
  const souvenir = await createSouvenir({ store, clock, agents, embedder: null, reader: sharedReader });
  onTestFinished(() => souvenir.close());
  const ana = souvenir.for({ userId: 'ana' });
  await ana.record({ content: 'I planted beans in the garden of Ana.', speaker: 'Ana' });
  await ana.consolidate();
  const { memory: other } = await ana.memories.add('Ana planted beans.');
  await ana.documents.add({ id: 'rooms', content: 'The lamp is by the door.' });
  const before = clock.now();
  clock.advance(MINUTE);
  await keep(ana);
  await ana.consolidate();
  clock.advance(MINUTE);
  const { memories } = await ana.memories.list({ limit: 1000 });
  const secret = memories.filter(({ content }) => SECRET.test(content));
  const memory = secret.find(({ type }) => type !== 'episodic') ?? secret[0];
  if (memory === undefined) throw new Error('nothing was kept');
  await ana.memories.link(other.id, { to: memory.id, type: 'related' });
  await souvenir.settled();
  const stored = clock.now();
  clock.advance(MINUTE);
  const context = { souvenir, memory: ana, store };
  return {
    context,
    async forget() {
      for (const { id } of secret) await ana.memories.forget(id);
      await souvenir.settled();
      clock.advance(MINUTE);
    },
    known: (): Known => ({
      ...{ memory: memory.id, other: other.id, entity: memory.entityIds.at(-1) ?? 'unknown' },
      episode: memory.provenance.episodeIds[0] ?? 'unknown',
      moments: [before, stored, clock.now()],
    }),
  };
}

async function answer(name: OperationName, context: Parameters<typeof perform>[1], input: object): Promise<string> {
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

const NAMES = Object.keys(ASKED) as OperationName[];
const isReading = (name: OperationName): boolean =>
  operations[name].effect === 'reads' || name === 'turn' || name === 'chat';
/** These answer with the memory that is named, when it is forgotten again or brought back. */
const BY_NAME: readonly OperationName[] = ['memories.forget', 'memories.restore'];
/** These tell nothing of memories: counts, ids, and what nobody said. */
const SILENT: readonly OperationName[] = [
  ...(['sessions.list', 'timeline', 'evaluate', 'stats', 'verifyErasure', 'settings.get'] as const),
  ...(['instructions.current', 'instructions.versions', 'instructions.diff', 'instructions.propose'] as const),
  ...(['persona.current', 'persona.versions', 'procedures.match'] as const),
  ...(['documents.list', 'documents.chunks', 'documents.search'] as const),
  // No hooks have notes here; injections.test.ts forgets what they have noted.
  'sessions.injections',
];

/** The inputs at which an operation tells of it. */
async function telling(name: OperationName, { context, known }: Awaited<ReturnType<typeof scene>>): Promise<string[]> {
  const reported: string[] = [];
  for (const input of ASKED[name](known()).flatMap((each) => atAllMoments(name, each, known())))
    if (SECRET.test(await answer(name, context, input))) reported.push(`${name} ${JSON.stringify(input)}`);
  return reported;
}

const tellingOf = async (names: readonly OperationName[], of: Awaited<ReturnType<typeof scene>>): Promise<string[]> => {
  const reported: string[] = [];
  for (const name of names) reported.push(...(await telling(name, of)));
  return reported;
};

it.each(
  STORES.flatMap(([store, makeStore]) =>
    Object.entries(RECORDED).map(([what, keep]) => [store, what, keep, makeStore] as const),
  ),
)('on the %s store, no operation shows %s at any moment after it is forgotten', async (_, __, keep, makeStore) => {
  const all = await scene(keep, makeStore());
  await all.forget();
  const changing = NAMES.filter((name) => !isReading(name) && !BY_NAME.includes(name));
  for (const names of [NAMES.filter(isReading), changing, NAMES.filter(isReading)])
    expect(await tellingOf(names, all)).toEqual([]);
});

it.each(STORES)(
  'on the %s store, no operation of a parent shows the copy of a published memory after the memory is forgotten, until it is restored',
  async (_, makeStore) => {
    const all = await scene(RECORDED['a memory added by hand'] as Keep, makeStore());
    const { souvenir, memory: ana } = all.context;
    const { memory: id } = all.known();
    const parents = ['team', 'board'].map((agentId) => souvenir.for({ userId: 'ana', agentId }));
    const copies: string[] = [];
    for (const from of [ana, parents[0] as ScopedSouvenir])
      copies.push(...(await from.memories.publish([copies.at(-1) ?? id])).map((copy) => copy.id));
    const shownByParents = async () => {
      const shown: string[] = [];
      for (const [at, memory] of parents.entries()) {
        const known = () => ({ ...all.known(), memory: copies[at] as string });
        shown.push(
          ...(await tellingOf(NAMES.filter(isReading), { ...all, context: { ...all.context, memory }, known })),
        );
      }
      return shown;
    };
    expect((await ana.memories.followers(id)).memories.map((each) => each.id).sort()).toEqual([...copies].sort());
    await all.forget();
    expect(await shownByParents()).toEqual([]);
    await ana.memories.restore(id);
    for (const memory of parents) expect(await answer('memories.list', { ...all.context, memory }, {})).toMatch(SECRET);
  },
);

it('every operation that reads memories shows one until it is forgotten', async () => {
  const reported = new Set<string>();
  for (const keep of Object.values(RECORDED))
    for (const each of await tellingOf(NAMES.filter(isReading), await scene(keep, memoryStore())))
      reported.add(each.split(' ')[0] ?? '');
  expect(NAMES.filter((name) => isReading(name) && !reported.has(name)).sort()).toEqual([...SILENT].sort());
});

it('the test of forgotten memories covers every operation', () => {
  expect(Object.keys(operations).filter((name) => !(name in ASKED))).toEqual([]);
});

it('an experiment fails if something is forgotten or erased during it', async () => {
  const { context, forget } = await scene(RECORDED['what the user said'] as Keep, memoryStore());
  const { memory, souvenir } = context;
  let forgotten: Promise<unknown> | undefined;
  const trying = memory.experiment({
    queries: [QUERY],
    onProgress() {
      forgotten ??= forget();
    },
  });
  await expect(trying).rejects.toMatchObject({ code: 'overtaken' });
  await forgotten;
  let erased: Promise<unknown> | undefined;
  const again = memory.experiment({
    onProgress() {
      erased ??= souvenir.erase({ userId: 'ana' });
    },
  });
  await expect(again).rejects.toMatchObject({ code: 'overtaken' });
  await erased;
});

import type { OperationName } from '../../../src/operations/operations.ts';
import { type Known, LONG_SESSION, person, sentence } from './filled.ts';
import { freeJson, MAX_CHARACTERS, textOf, type Word } from './largest.ts';

type Fields = Readonly<Record<string, unknown>>;
type Made = (full: Fields, known: Known, round: number) => readonly Fields[];

/** What texts are made of: what costs most differs by the words. */
export const WORDS: Readonly<Record<string, Word>> = {
  sentences: sentence,
  names: (at) => `${person(at)},`,
  words: (at) => `word${at}`,
  letters: () => 'x'.repeat(1000),
};

const many = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at));
const METADATA = { 'x-mostValues': 2000, 'x-mostCharacters': 200_000 };
const metadata = (values = 2000, characters = 200_000) => freeJson(METADATA, { values, characters });
const at = (day: number): string => new Date(Date.UTC(2024, 0, 1) + day * 60_000).toISOString();

/** Where what a schema accepts field by field is not what a request can ask for: one field excludes another, or names what has to be there. */
export const ASKED: Partial<Readonly<Record<OperationName, Made>>> = {
  record: (full) => [full, { content: 'A note.', metadata: metadata() }],
  recordAll: () => [
    { turns: many(10_000, (n) => ({ content: `${n} ${textOf(350, (word) => sentence(n + word))}` })) },
    { turns: many(3, (n) => ({ content: textOf(1_000_000, (word) => sentence(n + word)) })) },
    { turns: many(20, (n) => ({ content: sentence(n), metadata: metadata(2000, 180_000) })) },
  ],
  'sessions.turns': ({ sessionId, around, limit }) => [
    { sessionId, limit },
    { sessionId: LONG_SESSION, limit },
    { around, limit },
    { limit, after: 100 },
  ],
  'memories.list': ({ cursor: _, containing, ...full }) => [
    full,
    { ...full, containing: 'Ana' },
    { ...full, containing },
    { limit: 1000, withTotal: true, sort: 'salience' },
    { limit: 1000, offset: 2000 },
  ],
  'memories.update': ({ change, ...full }, { id }) => {
    const { validAt: _, invalidAt: __, ...fields } = change as Fields;
    return [
      { ...full, change: fields },
      { id, change: { metadata: metadata() } },
    ];
  },
  'memories.add': ({ invalidAt: _, ...full }) => [
    full,
    { content: full['content'] },
    { content: 'A note.', metadata: metadata() },
  ],
  'memories.correct': ({ id: _, saying, ...full }, { ids }, round) => [
    { ...full, id: ids[round] },
    { ...full, content: 'A note.', saying },
  ],
  'memories.recordSetting': () => [{ key: 'editor', old: metadata(), new: metadata(2000, 190_000) }],
  'memories.rollback': (_, { halfway: to }) => [{ to, dryRun: true }, { to }],
  'memories.diff': () => [{ from: '2000-01-01', to: '2030-01-01' }],
  'memories.forgetAll': (full) => [full, {}],
  'memories.show': (full) => [full, { ...full, types: undefined }],
  timeline: () => [{ from: '2000-01-01', to: '2030-01-01', buckets: 1000 }],
  'entities.around': ({ limit }, { entity }) => [{ id: entity, limit }],
  'entities.list': ({ limit, containing }) => [{ limit }, { limit, containing }, { limit, containing: 'ana' }],
  'profile.set': () => [
    { values: Object.fromEntries(FIELDS.map((name) => [name, many(40, (n) => `${name} ${n}`.padEnd(480, ' x'))])) },
  ],
  'profile.clear': () => [{ names: FIELDS }],
  'instructions.diff': () => [{ from: 1, to: 2 }],
  'instructions.apply': () => [{ text: many(100, (n) => `Name the ${n}th source.`).join('\n') }],
  // Without a language model there is none.
  'persona.rollback': () => [],
  'instructions.rollback': () => [{ version: 1 }],
  'documents.add': ({ title, source, content }) => [
    { id: 'all', title, source, content: textOf(MAX_CHARACTERS, sentence) },
    {
      id: 'html',
      content: `<p>${textOf(0.8 * MAX_CHARACTERS, sentence).replaceAll('. ', '.</p><p>')}`,
      mediaType: 'html',
    },
    {
      id: 'markdown',
      content: textOf(0.8 * MAX_CHARACTERS, sentence).replaceAll('. ', '.\n\n# '),
      mediaType: 'markdown',
    },
    { id: 'words', content: `${content}`.slice(0, 0.9 * MAX_CHARACTERS), metadata: metadata() },
  ],
  'documents.chunks': (_, { document }) => [{ id: document }],
  'documents.remove': (_, { document }) => [{ id: document }],
  'settings.set': ({ recall, tests }) => [{ recall }, { tests }],
  evaluate: ({ config, tests }) => [{ config, tests: (tests as unknown[]).slice(0, 20) }],
  experiment: ({ queries }) => [{ queries: (queries as unknown[]).slice(0, 20) }],
  'procedures.tools': (full) => [full, { limit: 1000 }],
  erase: ({ agentId: _, types: __, before: ___, turnsOnly: ____, ...full }, { entities, memoryIds }) => [
    { entities: full['entities'], dryRun: true },
    { entities: many(100, (n) => `Nobody${n} Berg${n}`), dryRun: true },
    { entities: many(100, (n) => textOf(200, (word) => `name${n} of${word}`)), dryRun: true },
    { memoryIds, dryRun: true },
    { dryRun: true },
    { entities: entities.slice(0, 50) },
    { memoryIds },
    { before: '2030-01-01', turnsOnly: true },
    {},
  ],
  verifyErasure: (_, { memoryIds }) => [
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
      ...{ memoryIds: [...memoryIds, ...many(40_000, (n) => `01ARZ3NDEKTSV4RRFFQ6${n}`)], episodeIds: [] },
    },
  ],
  import: () => IMPORTS.map(([format, make]) => ({ format, text: make(0.7 * MAX_CHARACTERS), bad: 'skip' })),
};

const FIELDS = [
  'health',
  'restrictions',
  'people',
  'home',
  'work',
  'languages',
  'goals',
  'gaps',
  'preferences',
  'directives',
];

const lines = (length: number, row: (at: number) => object | string): string => {
  const made: string[] = [];
  for (let at = 0, size = 0; size < length; at++) {
    const each = row(at);
    const line = typeof each === 'string' ? each : JSON.stringify(each);
    made.push(line);
    size += line.length + 1;
  }
  return made.join('\n').slice(0, length);
};

const SINCE = { createdAt: at(0), updatedAt: at(0) };
const storedMemory = (id: string, content: string) => ({
  ...{ tenantId: 'default', userId: 'ana', agentId: 'default', id, content, type: 'semantic', component: 'durable' },
  ...{ category: 'fact', importance: 0.5, confidence: 0.8, confidenceTrajectory: [{ confidence: 0.8, at: at(0) }] },
  ...{ salience: 0.5, entityIds: [], provenance: {}, metadata: {}, accessCount: 0, status: 'active', ...SINCE },
});
const EXPORT_HEAD = { kind: 'export', format: 1, tenantId: 'default', userId: 'ana', agentId: 'default', at: at(0) };
const exportOf = (...records: readonly object[]): string => records.map((each) => JSON.stringify(each)).join('\n');

/** One memory that was changed so often. */
export const manyVersions = (count: number): string => {
  const [id, content] = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', (n: number) => `My friend Ana lives in house ${n}.`];
  const versions = many(count, (n) => ({
    since: at(n),
    cause: { kind: 'updated' },
    memory: storedMemory(id, content(n)),
  }));
  return exportOf(EXPORT_HEAD, { kind: 'memory', ...storedMemory(id, content(count - 1)), versions });
};

const LONG_TALK = 500;
/** A session a line is written session by session, 6 ms each. */
const MAX_SESSION_CHARS = 200_000;

/** Each format of an import by a text of a length. */
export const IMPORTS: readonly (readonly [format: string, make: (length: number) => string])[] = [
  ['transcript', (length) => lines(length, (n) => `Ana: ${sentence(n)}`)],
  ['transcript', (length) => `Ana: ${textOf(Math.min(length, 900_000), sentence)}`],
  ['jsonl', (length) => lines(length, (n) => ({ content: sentence(n), sessionId: `s${Math.floor(n / LONG_TALK)}` }))],
  [
    'jsonl',
    (length) => lines(Math.min(length, MAX_SESSION_CHARS), (n) => ({ content: sentence(n), sessionId: `s${n}` })),
  ],
  [
    'json',
    (length) =>
      `[${lines(length - 2, (n) => ({ content: sentence(n) }))
        .split('\n')
        .slice(0, -1)
        .join(',')}]`,
  ],
  [
    'messages',
    (length) =>
      JSON.stringify({ messages: many(Math.floor(length / 200), (n) => ({ role: 'user', content: sentence(n) })) }),
  ],
  [
    'mem0',
    (length) =>
      JSON.stringify({
        results: many(Math.floor(length / 200), (n) => ({ id: `m${n}`, memory: sentence(n), user_id: 'ana' })),
      }),
  ],
  [
    'export',
    (length) =>
      exportOf(
        EXPORT_HEAD,
        ...many(Math.floor(length / 700), (n) => ({ kind: 'memory', ...storedMemory(`m${n}`, sentence(n)) })),
      ),
  ],
  ['export', (length) => manyVersions(Math.floor(length / 700))],
];

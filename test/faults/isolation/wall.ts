import { identityHashOf, PERSONA } from '../../../src/components/personality/persona.ts';
import { hashEmbedder } from '../../../src/embedders/index.ts';
import {
  createSouvenir,
  defaultComponents,
  defineAgent,
  type ScopedSouvenir,
  type Souvenir,
  type Store,
} from '../../../src/index.ts';
import { PERSONALITY } from '../../../src/model/memory.ts';
import type { OperationName } from '../../../src/operations/operations.ts';
import { createApp } from '../../../src/server/app.ts';
import { type KeyInput, Keys } from '../../../src/server/keys.ts';
import { pathOf } from '../../../src/server/served.ts';
import { ATTEMPTS, type Known } from './attempts.ts';

const ANA = { tenantId: 'default', userId: 'ana', agentId: 'ada' };
const IDENTITY = 'You are Nova, a calm assistant.';

/** Words that stand nowhere else, by whose what they stand in is: of the key's own project, of another, of no project, and of the user in every project. */
export const WORDS = { site: 'zqsite', shop: 'zqshop', free: 'zqfree', user: 'zquser' } as const;

const OTHERS = [WORDS.shop, WORDS.free];

/** What changes more than others of what a key may reach, beside what is tried everywhere. */
const MORE: Partial<Record<OperationName, (known: Known) => readonly object[]>> = {
  'procedures.tools': ({ word }) => [{}, { tool: word }],
  'procedures.records': ({ word }) => [{}, { taskType: word }],
  'entities.around': ({ entity }) => [{ id: entity }, { id: 'tom' }],
  'entities.list': ({ word }) => [{}, { containing: word }, { containing: 'tom' }],
  'memories.show': ({ memory }) => [{ id: memory }, { id: `tom-${WORDS.site}` }],
  turn: ({ word }) => [{ message: `Tell me about ${word}.` }, { message: 'Where is the key?', retrieve: true }],
  'profile.history': () => [{ name: 'name' }, { name: 'home' }],
  'profile.set': ({ word }) => [{ values: { name: `not ${word}` } }],
  'profile.clear': () => [{ names: ['name', 'home'] }],
  'documents.add': ({ document }) => [
    { id: document, content: 'Something else.' },
    { id: document, content: 'Something else.', sharedWith: 'tenant' },
  ],
  'documents.remove': ({ document }) => [{ id: document }, { id: document, sharedWith: 'tenant' }],
  recordAll: ({ session }) => [
    { turns: [{ content: 'A turn of mine.', sourceId: `turn of ${session}` }] },
    { turns: [{ content: `A turn of mine.${' More of it.'.repeat(20_000)}`, sourceId: `long turn of ${session}` }] },
  ],
  import: ({ session, word }) => [
    { text: 'Me: hello', sessionId: session, format: 'transcript' },
    { text: JSON.stringify({ kind: 'export', format: 1, ...ANA, at: '2026-01-01' }), format: 'export' },
    { text: `${word}: My sister lives in Lima.`, format: 'transcript', own: true },
  ],
  'memories.correct': ({ memory, word }) => [
    { id: memory, content: 'Something else.' },
    { saying: `The key of the shed is under ${word}.`, content: 'The key of the shed is lost.' },
  ],
  erase: ({ memory, word, session }) => [
    ...[{ memoryIds: [memory] }, { entities: [word], dryRun: true }, { entities: [word] }],
    ...[{ sessionId: session }, { dryRun: true }, {}],
  ],
};

/** How an operation is asked for what is of another. What takes most away comes last. */
export const inputsOf = (name: OperationName, known: Known): readonly object[] => (MORE[name] ?? ATTEMPTS[name])(known);
const LAST = ['memories.rollback', 'memories.forgetAll', 'erase'];
export const NAMES = [
  ...(Object.keys(ATTEMPTS) as OperationName[]).filter((name) => !LAST.includes(name)),
  ...(LAST as OperationName[]),
];

/** A user with two projects, something in neither, and what is theirs in all of them. */
export async function wallScene(makeStore: () => Store) {
  const store = makeStore();
  const components = defaultComponents({ identity: IDENTITY, playbooks: { deploy: 'Ship it calmly.' } });
  const recall = { threshold: 0, minScoreShare: 0 };
  const agents = [
    defineAgent({ id: 'ada', components, recall, parent: 'boss' }),
    defineAgent({ id: 'boss', components, recall }),
  ];
  const documents = { threshold: 0, minScoreShare: 0, wordsOnlyThreshold: 0 };
  const souvenir = await createSouvenir({ store, agents, documents, embedder: hashEmbedder(), reader: null });
  const app = createApp({ souvenir, store }, { requireKey: true });
  const keys = new Keys(store);
  const known = {
    site: await fill(souvenir, WORDS.site, 'site'),
    shop: await fill(souvenir, WORDS.shop, 'shop'),
    free: await fill(souvenir, WORDS.free, undefined),
  };
  await fillUser(souvenir.for(ANA));
  await nameAlike(store, [known.site, known.shop, known.free]);
  await souvenir.settled();
  const asking = async (input: Omit<KeyInput, 'name'>) => {
    const { key } = await keys.create({ name: 'asking', userId: 'ana', ...input });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const ask = async (name: OperationName, body: object) => {
      const answer = await app.request(pathOf(name), { method: 'POST', body: JSON.stringify(body), headers });
      return { status: answer.status, text: await answer.text() };
    };
    return { key, headers, ask };
  };
  return { souvenir, store, app, known, asking, close: () => souvenir.close() };
}
type Scene = Awaited<ReturnType<typeof wallScene>>;

/** What is said and kept in one project, or in none. */
async function fill(souvenir: Souvenir, word: string, projectId: string | undefined): Promise<Known> {
  const session = `session ${word}`;
  const memory = souvenir.for({ ...ANA, projectId, sessionId: session });
  const tool = { tool: 'fetch', parameters: { url: `https://${word}.test/` }, success: true };
  const [turn] = await memory.recordAll([
    { content: `My dog is called ${word} and I live in Oslo.`, sourceId: `turn of ${session}` },
    { content: `I saw ${word}.${' And more of it.'.repeat(20_000)}`, sourceId: `long turn of ${session}` },
    { content: `We decided to use ${word} for the archive.` },
    { content: 'ok', role: 'tool', type: 'toolResult', metadata: tool },
    { content: 'ok', role: 'tool', type: 'toolResult', metadata: { ...tool, parameters: { url: `${word}.test` } } },
  ]);
  await memory.procedures.report({ taskType: 'deploy', success: true, notes: `went well at ${word}` });
  await memory.procedures.report({ taskType: `task ${word}`, success: false });
  await memory.consolidate();
  const shed = (await memory.memories.add(`The key of the shed is under ${word}.`)).memory;
  const club = (await memory.memories.add(`The code of the club is ${word} too.`, { entities: [word] })).memory;
  await memory.memories.link(shed.id, { to: club.id, type: 'related' });
  await memory.memories.recordSetting('editor', { new: word });
  for (let times = 0; times < 3; times++) await memory.procedures.learn(['pull', `build ${word}`, 'push']);
  await memory.settings.set({ tests: [{ query: `Who is ${word}?`, expected: [shed.id] }] });
  const forgotten = (await memory.memories.add(`The safe is behind ${word}.`)).memory;
  await memory.memories.forget(forgotten.id);
  await memory.recordAll([{ content: `Not read yet: ${word}.` }]);
  return {
    ...{ memory: shed.id, other: club.id, episode: turn?.id ?? '', entity: club.entityIds[0] ?? '' },
    ...{ document: DOCUMENT, session, word },
  };
}

/** One thing that each project has another name for, and that memories of all of them name. */
async function nameAlike(store: Store, all: readonly Known[]): Promise<void> {
  const names = all.map(({ word }) => `Tom ${word}`);
  const thing = { id: 'tom', name: names[1] as string, aliases: [names[0], names[2]] as string[], type: 'person' };
  const memories = await store.getMemories(
    ANA,
    all.map(({ memory }) => memory),
  );
  const naming = memories.map((memory) => {
    const word = all.find((known) => known.memory === memory.id)?.word;
    return { ...memory, id: `tom-${word}`, content: `Tom ${word} has a boat.`, entityIds: [thing.id] };
  });
  await store.write(ANA, { entities: [thing], memories: naming });
}

const DOCUMENT = 'handbook';

/** What is the user's, or of everybody of the tenant, in every project. */
async function fillUser(ana: ScopedSouvenir): Promise<void> {
  const { user } = WORDS;
  await ana.profile.set({ name: user, directives: [`Always answer ${user} in French.`] });
  await ana.instructions.apply(`Write about ${user} in short sentences.`);
  await ana.documents.add({ id: DOCUMENT, content: `All about the key of ${user}, and nothing else.` });
  await ana.documents.add({ id: DOCUMENT, content: `The leave of ${user}.`, sharedWith: 'tenant' });
  const at = new Date().toISOString();
  const persona = {
    ...{ kind: 'memory', ...ANA, id: 'persona-1', content: `${IDENTITY} Nova likes ${user}.`, type: 'semantic' },
    ...{ component: PERSONALITY, category: PERSONA, importance: 1, confidence: 1, salience: 1, status: 'active' },
    ...{
      confidenceTrajectory: [{ confidence: 1, at }],
      provenance: { episodeIds: [], turnIds: [] },
      entityIds: [],
      accessCount: 0,
    },
    metadata: { version: 1, identity: identityHashOf(IDENTITY) },
    ...{ createdAt: at, updatedAt: at, validAt: at },
  };
  await ana.import([{ kind: 'export', format: 1, ...ANA, at }, persona]);
}

/** All that is held but what is of the key's own project, each record by itself. Names have no project: those of others are looked at. */
async function storedOutside({ souvenir }: Pick<Scene, 'souvenir'>): Promise<ReadonlySet<string>> {
  const stored = new Set<string>();
  const inSite = new Set<string>();
  for (const agentId of ['ada', 'boss']) {
    for await (const record of souvenir.for({ ...ANA, agentId }).export({ forgotten: true })) {
      if (record.kind === 'export' || record.kind === 'progress') continue;
      if (record.kind === 'settings') {
        stored.add(JSON.stringify({ ...record, tests: record.tests.filter(({ projectId }) => projectId !== 'site') }));
        continue;
      }
      if (record.kind === 'entity' && !OTHERS.some((word) => record.name.includes(word))) continue;
      if ('projectId' in record && record.projectId === 'site') inSite.add(record.id);
      else if (record.kind !== 'link' || !inSite.has(record.fromId)) stored.add(JSON.stringify(record));
    }
  }
  const { documents } = souvenir.for(ANA);
  for (const document of await documents.list()) stored.add(JSON.stringify(document));
  return stored;
}

/** What is not as it was. */
const differencesOf = (before: ReadonlySet<string>, after: ReadonlySet<string>): string[] => [
  ...[...before].filter((record) => !after.has(record)).map((record) => `gone: ${record.slice(0, 300)}`),
  ...[...after].filter((record) => !before.has(record)).map((record) => `new: ${record.slice(0, 300)}`),
];

export interface WallReport {
  readonly calls: number;
  /** Operations that were refused at every attempt. */
  readonly refused: readonly string[];
  readonly reported: readonly string[];
  readonly changed: readonly string[];
}

/** Every operation asked with a key for what is not of its project. */
export async function attemptWall(
  { souvenir, known, asking }: Scene,
  key: Omit<KeyInput, 'name'>,
  hidden: readonly string[],
): Promise<WallReport> {
  const { ask } = await asking(key);
  const report = { calls: 0, refused: [] as string[], reported: [] as string[], changed: [] as string[] };
  let before = await storedOutside({ souvenir });
  for (const name of NAMES) {
    const statuses = new Set<number>();
    for (const place of [known.shop, known.free])
      for (const input of inputsOf(name, place)) {
        const asked = JSON.stringify(input);
        const { status, text } = await ask(name, input);
        report.calls++;
        statuses.add(status);
        const reported = hidden.filter((word) => text.includes(word) && !asked.includes(word));
        if (status >= 500) report.reported.push(`${name}, ${asked.slice(0, 200)}: ${status}`);
        if (reported.length > 0)
          report.reported.push(`${name}, ${asked.slice(0, 200)}: ${reported}: ${around(text, reported)}`);
      }
    if (statuses.size === 1 && statuses.has(403)) report.refused.push(name);
    await souvenir.settled();
    const after = await storedOutside({ souvenir });
    report.changed.push(...differencesOf(before, after).map((difference) => `${name}: ${difference}`));
    before = after;
  }
  return report;
}

const around = (text: string, [word = '']: readonly string[]): string => {
  const at = text.indexOf(word);
  return text.slice(Math.max(0, at - 150), at + 100);
};

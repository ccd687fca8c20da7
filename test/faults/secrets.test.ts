import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { storedDocuments, storedInstructions, storedProfile } from '../../src/context/index.ts';
import { hashEmbedder } from '../../src/embedders/index.ts';
import {
  type Component,
  createSouvenir,
  defaultComponents,
  defineAgent,
  memoryStore,
  type ScopedSouvenir,
  type SouvenirOptions,
} from '../../src/index.ts';
import { newId } from '../../src/model/id.ts';
import { operations } from '../../src/operations/operations.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

const profile = { schema: z.object({ city: z.string(), login: z.object({ password: z.string() }) }) };
type User = ScopedSouvenir<typeof profile.schema>;

/** Names, content, metadata and context with a secret in each, as a component of a caller's own might return them. */
const careless: Component = {
  name: 'careless',
  consolidate: async ({ episodes }) => {
    const secret = episodes.map(({ metadata }) => metadata['carried']).find((each) => typeof each === 'string') ?? 'x';
    const text = `the password is ${[...secret].reverse().join('')}`;
    const entity = { id: newId(new Date()), name: text, aliases: [`${text}.`], type: text };
    return {
      memories: [{ content: text, category: text, learningContext: text, entityIds: [entity.id], metadata: { text } }],
      changes: { entities: [entity] },
    };
  },
};
const reversed = (text: string): string => [...text].reverse().join('');

/** Every way in, each with a secret of its own. */
const WAYS: readonly (readonly [way: string, plant: (user: User, secret: string) => unknown])[] = [
  ['record', (user, secret) => user.record({ content: `My password is ${secret}.` })],
  [
    'a long record',
    (user, secret) => user.record({ content: `${'We talked. '.repeat(3000)}The password is ${secret}` }),
  ],
  ['its speaker', (user, secret) => user.record({ content: 'Hello there', speaker: `pwd: ${secret}` })],
  ['its metadata', (user, secret) => user.record({ content: 'See there', metadata: { note: `password: ${secret}` } })],
  [
    'a secret name in it',
    (user, secret) => user.record({ content: 'And there', metadata: { deep: [{ apiKey: secret }] } }),
  ],
  ['recordAll', (user, secret) => user.recordAll([{ content: `Das Passwort lautet ${secret}` }])],
  [
    'record with ifWorthIt',
    (user, secret) => user.record({ content: `La contraseña es ${secret}, I moved to Oslo` }, { ifWorthIt: true }),
  ],
  [
    'turn',
    async (user, secret) =>
      (await user.turn(`My wifi password is ${secret}`)).complete(`So it is: password ${secret}.`),
  ],
  [
    'a tool call',
    (user, secret) =>
      user.record({
        ...{ content: `failed with token=${secret}`, role: 'tool', type: 'toolResult' },
        metadata: {
          tool: 'deploy',
          parameters: { token: secret, line: `--password ${secret}` },
          success: false,
          error: `password: ${secret}`,
        },
      }),
  ],
  [
    'procedures.report',
    (user, secret) => user.procedures.report({ taskType: 'deploy', success: false, notes: `password: ${secret}` }),
  ],
  [
    'procedures.learn',
    (user, secret) =>
      user.procedures.learn([{ name: 'log in', detail: `password: ${secret}` }, `use password ${secret}`]),
  ],
  [
    'memories.add',
    (user, secret) =>
      user.memories.add(`The NAS password is ${secret}`, {
        metadata: { password: secret },
        learningContext: `password: ${secret}`,
        entities: [`password: ${secret}`],
      }),
  ],
  [
    'memories.update',
    async (user, secret) => {
      const { memory } = await user.memories.add(`Ana likes tea number ${secret.length}.`);
      await user.memories.update(memory.id, {
        content: `The password is ${secret}`,
        metadata: { token: secret },
        reason: `password: ${secret}`,
      });
    },
  ],
  [
    'memories.correct',
    async (user, secret) => {
      const { memory } = await user.memories.add('Ben drives a red car.');
      await user.memories.correct(memory.id, { content: `Ben’s password is ${secret}`, reason: `password: ${secret}` });
      await user.memories.correct(
        { saying: `the password is ${secret}` },
        { content: `no, the password was ${secret}` },
      );
    },
  ],
  ['memories.recordSetting', (user, secret) => user.memories.recordSetting('mail', { new: `password: ${secret}` })],
  [
    'profile.set',
    (user, secret) =>
      user.profile.set({ city: `password: ${secret}`, login: { password: secret } }, { reason: `password: ${secret}` }),
  ],
  [
    'instructions.apply',
    (user, secret) => user.instructions.apply(`Log in with password ${secret}.`, { reason: `password: ${secret}` }),
  ],
  [
    'documents.add',
    (user, secret) =>
      user.documents.add({
        content: `# Access\n\nThe password is ${secret}.`,
        title: `password: ${secret}`,
        source: `https://a:${secret}@x.example`,
        metadata: { secret },
      }),
  ],
  [
    'a document with a key over several chunks',
    (user, secret) =>
      user.documents.add({
        id: 'key',
        content: `Ours:\n\n-----BEGIN RSA PRIVATE KEY-----\n${'q7Xk2mZp4rTw9a8b\n\n'.repeat(300)}${secret}\n-----END RSA PRIVATE KEY-----`,
      }),
  ],
  [
    'documents as HTML',
    (user, secret) =>
      user.documents.add({ id: 'page', mediaType: 'html', content: `<p><b>Password:</b> ${secret}</p>` }),
  ],
  ['a component', (user, secret) => user.record({ content: 'Nothing', metadata: { carried: reversed(secret) } })],
];

const secretOf = (at: number): string => `zq${at}Kettle!${at}Drumx${at}`;

async function plantAll(path: string, options: Partial<SouvenirOptions<typeof profile.schema>>) {
  const souvenir = await createSouvenir({
    ...{ store: sqliteStore({ path }), embedder: hashEmbedder(), reader: null, guardrails: [], profile },
    agents: defineAgent({ components: [...defaultComponents({}), careless] }),
    ...options,
  });
  const marks: Record<string, number>[] = [];
  const reported: unknown[] = [];
  souvenir.on('redacted', (event) => marks.push(event.marks));
  souvenir.on('episodeRecorded', (event) => reported.push(event));
  souvenir.on('memoryCreated', ({ memory }) => memory.component !== 'careless' && reported.push(memory));
  const user = souvenir.for({ userId: 'ana' });
  for (const [at, [, plant]] of WAYS.entries()) {
    await plant(user, secretOf(at));
    await user.consolidate({
      llm: async () => JSON.stringify({ facts: [{ text: `The password is ${secretOf(at)}`, from: [1] }] }),
    });
  }
  await user.flush();
  await souvenir.settled();
  const bytesOf = () =>
    Buffer.concat(
      readdirSync(folder).map((file) =>
        file.startsWith(path.split('/').at(-1) ?? '') ? readFileSync(join(folder, file)) : Buffer.of(),
      ),
    );
  const whileOpen = bytesOf();
  await souvenir.close();
  const bytes = Buffer.concat([whileOpen, bytesOf()]);
  const reportedLeaks = WAYS.flatMap(([way], at) => (JSON.stringify(reported).includes(secretOf(at)) ? [way] : []));
  return { marks, reportedLeaks, leaks: WAYS.flatMap(([way], at) => (bytes.includes(secretOf(at)) ? [way] : [])) };
}

describe('a secret planted through every way in', () => {
  it('is in no byte of the files, and told of by its kind', async () => {
    const { leaks, reportedLeaks, marks } = await plantAll(join(folder, 'redacted.db'), {});
    expect({ leaks, reportedLeaks }).toEqual({ leaks: [], reportedLeaks: [] });
    expect(marks.length).toBeGreaterThanOrEqual(WAYS.length);
    expect(JSON.stringify(marks)).not.toContain('Kettle');
  });

  it('is there if it is to be kept, but for a setting that holds one', async () => {
    const { leaks, marks } = await plantAll(join(folder, 'kept.db'), { secrets: 'keep' });
    expect(leaks).toEqual(WAYS.map(([way]) => way).filter((way) => way !== 'memories.recordSetting'));
    expect(marks).toEqual([]);
  });

  it('is what the function makes of it', async () => {
    const secrets = (text: string) => text.replaceAll(/zq\d+Kettle!\d+Drumx\d+/g, '[redacted: ours]');
    const { leaks, marks } = await plantAll(join(folder, 'own.db'), { secrets });
    expect(leaks).toEqual([]);
    expect(new Set(marks.flatMap(Object.keys))).toEqual(new Set(['ours', 'secret']));
  });
});

it('comes back redacted to whoever recorded it', async () => {
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null });
  const { content, metadata } = await souvenir.for().record({
    content: 'The wifi password is horse7staple.',
    metadata: { turnId: 'token=abc12345', password: 'x' },
  });
  expect(content).toBe('The wifi password is [redacted: password].');
  expect(metadata).toEqual({ turnId: 'token=abc12345', password: '[redacted: secret]' });
  await souvenir.close();
});

it('is handed to no store of the caller’s own', async () => {
  const own = memoryStore();
  await own.open();
  const souvenir = await createSouvenir({
    ...{ store: memoryStore(), embedder: null, guardrails: [], profile },
    profileStore: storedProfile(own),
    instructionStore: storedInstructions(own),
    documentStore: storedDocuments({ store: own, recall: () => expect.fail('nothing is searched') }),
  });
  const user = souvenir.for();
  await user.profile.set({ city: 'password: horse7staple' });
  await user.instructions.apply('Log in with password: horse7staple');
  const { documentId } = await user.documents.add({ content: 'The password is horse7staple.' });
  expect(await user.profile.get()).toEqual({ city: 'password: [redacted: password]' });
  expect((await user.instructions.current())?.text).toBe('Log in with password: [redacted: password]');
  expect((await user.documents.chunks(documentId)).map(({ text }) => text)).toEqual([
    'The password is [redacted: password].',
  ]);
  await souvenir.close();
});

it('is not written at the end of long metadata', async () => {
  const store = memoryStore();
  const souvenir = await createSouvenir({ store, embedder: null });
  const user = souvenir.for();
  const note = `${'password '.repeat(10_050)}my password is horse7staple`;
  const { agentId, userId, tenantId, sessionId } = await user.record({ content: 'See there.', metadata: { note } });
  await user.flush();
  const [episode] = await store.listEpisodes({ agentId, userId, tenantId }, { sessionId, limit: 1 });
  expect(episode?.metadata['note']).toMatch(/my password is \[redacted: password\]$/);
  await souvenir.close();
});

it('does not make one of two documents whose sources differ in it alone', async () => {
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null });
  const { documents } = souvenir.for();
  const add = (token: string) =>
    documents.add({ content: 'How to pay.', source: `https://x.example/a?token=${token}` });
  const [one, other, again] = [await add('abc123de'), await add('abc123df'), await add('abc123de')];
  expect(other.documentId).not.toBe(one.documentId);
  expect(again.documentId).toBe(one.documentId);
  expect((await documents.list()).map(({ id, source }) => `${id} ${source}`).join()).not.toContain('abc123d');
  await souvenir.close();
});

it('is kept from a frozen store too', async () => {
  const souvenir = await createSouvenir({ store: Object.freeze(memoryStore()), embedder: null });
  const user = souvenir.for();
  await user.record({ content: 'Ana lives in Oslo.' });
  await user.flush();
  await souvenir.close();
});

describe('a secret at the end of a turn that is longer than what is read at once', () => {
  const secret = secretOf(0);
  const content = `${'We talked of Oslo. '.repeat(15_000)}The password is ${secret}`;

  it('is returned by neither recordAll nor complete of the library', async () => {
    const souvenir = await createSouvenir({ store: memoryStore(), embedder: null, reader: null });
    const ana = souvenir.for({ userId: 'ana' });
    const turn = await ana.turn('Hello');
    const answers = [
      await ana.recordAll([{ content }]),
      await ana.complete(content, 'Fine.'),
      await turn.complete(content),
    ];
    for (const answer of answers)
      expect(JSON.stringify(answer)).toMatch(/We talked of Oslo\. The password is \[redacted: password\]/);
    await souvenir.close();
  });

  it('is returned by no call that returns at once, nor are secrets of long metadata told', async () => {
    const souvenir = await createSouvenir({ store: memoryStore(), embedder: null, reader: null });
    const ana = souvenir.for({ userId: 'ana' });
    const reported: unknown[] = [];
    souvenir.on('episodeRecorded', (event) => reported.push(event));
    const answers = [await ana.record({ content }), await ana.record({ content }, { ifWorthIt: true })];
    const [episode] = await ana.recordAll([{ content: 'Hello.', metadata: { page: content.slice(-100_000) } }]);
    expect(episode?.metadata['page']).toMatch(/The password is \[redacted: password\]$/);
    for (const answer of [
      ...answers,
      await ana.record({ content: 'Hi.', metadata: { page: content.slice(-100_000) } }),
    ]) {
      expect(JSON.stringify(answer)).toContain('We talked of Oslo.');
      expect(JSON.stringify(answer)).not.toContain(secret);
    }
    await souvenir.close();
    expect(JSON.stringify(reported)).not.toContain(secret);
    const retained = await createSouvenir({ store: memoryStore(), embedder: null, reader: null, secrets: 'keep' });
    expect((await retained.for().record({ content })).content).toBe(content);
    await retained.close();
  });

  it('is marked whole where it stands on the border of what is shown', async () => {
    const souvenir = await createSouvenir({ store: memoryStore(), embedder: null, reader: null });
    const border = `${'x '.repeat(9_985)}The password is ${secret} ${'and so on '.repeat(20_000)}`;
    expect((await souvenir.for().record({ content: border })).content).toMatch(
      /The password is \[redacted: password\]\S*\[and/,
    );
    await souvenir.close();
  });

  it.each([
    ['record', { content }],
    ['record', { content, ifWorthIt: true }],
    ['recordAll', { turns: [{ content }] }],
    ['complete', { message: content, reply: 'Fine.' }],
  ] as const)('is told by neither %s nor its event', async (name, input) => {
    const store = memoryStore();
    const souvenir = await createSouvenir({ store, embedder: null, reader: null });
    const reported = new Promise((resolve) =>
      souvenir.on('episodeRecorded', (event) => event.episode.role === 'user' && resolve(event)),
    );
    const context = { souvenir, store, memory: souvenir.for({ userId: 'ana' }) };
    const answer = await operations[name].handler(context, operations[name].input.parse(input) as never);
    for (const each of [answer, await reported]) {
      expect(JSON.stringify(each)).toContain('We talked of Oslo.');
      expect(JSON.stringify(each)).not.toContain(secret);
    }
    await souvenir.close();
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { createSouvenir, memoryStore, type Souvenir, type Store } from '../index.ts';
import { injections } from './injections.ts';
import { perform } from './operation.ts';

const hookFolder = join(temporaryFolder(), 'hooks');
let souvenir: Souvenir;
let store: Store;
const ids: string[] = [];

const note = (minute: number, fields: object) =>
  JSON.stringify({
    ...{ at: new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString(), program: 'codex', sessionId: 'codex:one' },
    ...{ event: 'prompt', tokens: 0, items: [], ...fields },
  });
const item = (memoryId = '') => ({ memoryId, reason: 'relevant' });
const ask = (scope: object, input = {}, folder: string | undefined = hookFolder) =>
  perform(
    injections['sessions.injections'],
    { souvenir, store, memory: souvenir.for(scope), ...(folder !== undefined && { hookFolder: folder }) },
    input,
  );

beforeAll(async () => {
  store = memoryStore();
  souvenir = await createSouvenir({ store });
  for (const content of ['The limit is 50 requests.', 'The office is in Graz.']) {
    const { memory } = await souvenir.for({}).memories.add(content);
    ids.push(memory.id);
  }
  await souvenir.for({ sessionId: 'codex:one', projectId: 'shop' }).recordAll([{ content: 'What is the limit?' }]);
  mkdirSync(hookFolder);
  writeFileSync(join(hookFolder, 'injections.jsonl.1'), note(1, { silence: 'nothing is stored yet' }));
  const lines = [
    note(2, { items: [item(ids[0]), item(ids[1]), item('gone')], tokens: 12 }),
    'damaged',
    note(3, { sessionId: 'codex:two', silence: 'nothing was sure enough' }),
    '{"at":"2026-01-01T09:0',
  ];
  writeFileSync(join(hookFolder, 'injections.jsonl'), lines.join('\n'));
});

test('What hooks gave is listed newest first, over both files, without damaged lines', async () => {
  expect(await ask({})).toMatchObject([
    { sessionId: 'codex:two', isInjected: false, silence: 'nothing was sure enough' },
    { sessionId: 'codex:one', isInjected: true, tokens: 12 },
    { sessionId: 'codex:one', isInjected: false, silence: 'nothing is stored yet' },
  ]);
  expect(await ask({}, { limit: 1 })).toHaveLength(1);
  expect(await ask({}, { sessionId: 'codex:two' })).toHaveLength(1);
});

test('What was given is shown as it is stored; a memory that was forgotten or erased since is not shown', async () => {
  await souvenir.for({}).memories.forget(ids[1] ?? '');
  const [, injected] = await ask({});
  expect(injected).toMatchObject({
    items: [{ memoryId: ids[0], content: 'The limit is 50 requests.' }],
    forgotten: 2,
    isInjected: true,
  });
});

test('Notes of hooks are shown to the user of the hooks alone, and of one project the sessions of that project', async () => {
  expect(await ask({ userId: 'ana' })).toEqual([]);
  expect(await ask({ tenantId: 'other' })).toEqual([]);
  expect(await ask({ projectId: 'shop' })).toHaveLength(2);
  expect(await ask({ projectId: 'other' })).toEqual([]);
});

test('A memory without hooks has no notes', async () => {
  expect(await ask({}, {}, join(hookFolder, 'missing'))).toEqual([]);
  expect(await perform(injections['sessions.injections'], { souvenir, store, memory: souvenir.for({}) }, {})).toEqual(
    [],
  );
});

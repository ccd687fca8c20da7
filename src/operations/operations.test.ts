import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashEmbedder } from '../embedders/hash-embedder.ts';
import { createSouvenir } from '../souvenir/souvenir.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { consolidateOperation } from './consolidate.ts';
import { contextOperation } from './context.ts';
import { cycleOperation } from './cycle.ts';
import { diffOperation } from './diff.ts';
import { type ExportRecord, exportOperation } from './export.ts';
import { importOperation } from './import.ts';
import { type OperationContext, type OperationProgress, perform } from './operation.ts';
import { forgetAllOperation } from './put-away.ts';
import { recallOperation } from './recall.ts';
import { recordOperation } from './record.ts';
import { rememberOperation } from './remember.ts';
import { showOperation } from './show.ts';
import { statsOperation } from './stats.ts';
import { supersedeOperation } from './supersede.ts';

const scope = { tenantId: 'default', userId: 'ana', agentId: 'default' };
let context: OperationContext;
let progress: OperationProgress[];

beforeEach(async () => {
  progress = [];
  const store = sqliteStore({ path: ':memory:' });
  const souvenir = await createSouvenir({ store, embedder: hashEmbedder() });
  context = { souvenir, store, scope, onProgress: (step) => progress.push(step) };
});
afterEach(() => context.souvenir.close());

const exported = async (given = {}): Promise<ExportRecord[]> => {
  const records: ExportRecord[] = [];
  for await (const record of perform(exportOperation, context, given)) records.push(record);
  return records;
};

test('what is recorded is kept under the scope of the context, unless the input names another', async () => {
  await perform(recordOperation, context, { content: 'mine' });
  const other = await perform(recordOperation, context, { content: 'theirs', userId: 'bo', sessionId: 's' });
  expect(other).toMatchObject({ userId: 'bo', sessionId: 's' });
  expect((await exported()).map((record) => record.kind === 'episode' && record.content)).toEqual(['mine']);
  expect((await perform(statsOperation, context, { userId: 'bo' })).episodes).toBe(1);
});

test('a recorded episode is consolidated, recalled and composed', async () => {
  await perform(recordOperation, context, { content: 'The rabbits live in the garden shed' });
  const { components } = await perform(consolidateOperation, context, { minAgeMs: 0 });
  expect(components[0]?.memoriesCreated).toBe(1);
  const { items } = await perform(recallOperation, context, { query: 'where do the rabbits live', touch: false });
  expect(items.map(({ content }) => content)).toEqual(['The rabbits live in the garden shed']);
  const { text } = await perform(contextOperation, context, { intent: 'where do the rabbits live' });
  expect(text).toContain('The rabbits live in the garden shed');
});

test('one memory takes the place of another, within the scope that is named', async () => {
  const [old, by] = [
    await perform(rememberOperation, context, { content: 'The logo is red.', projectId: 'p' }),
    await perform(rememberOperation, context, { content: 'Our brand colour is blue.', projectId: 'p' }),
  ].map(({ memory }) => memory.id) as [string, string];
  const elsewhere = perform(supersedeOperation, context, { id: old, by, projectId: 'q' });
  await expect(elsewhere).rejects.toMatchObject({ code: 'notFound' });
  expect(await perform(supersedeOperation, context, { id: old, by, projectId: 'p' })).toMatchObject({
    ...{ id: old, status: 'superseded', supersededBy: by },
  });
  await expect(async () => perform(supersedeOperation, context, { id: old, by: '' })).rejects.toThrow('supersede.by');
});

test('a search and a consolidation span all sessions, whatever the default one is, unless the input names one', async () => {
  const store = sqliteStore({ path: ':memory:' });
  const inSession = { ...scope, sessionId: 'two' };
  const souvenir = await createSouvenir({ store, embedder: null });
  const here = { ...context, store, souvenir, scope: inSession };
  await perform(recordOperation, here, { content: 'rabbits of one', sessionId: 'one', projectId: 'one' });
  await perform(recordOperation, here, { content: 'rabbits of two', projectId: 'two' });
  expect((await perform(consolidateOperation, here, { minAgeMs: 0 })).components[0]?.sessionsProcessed).toBe(2);
  const found = async (given: object, at: OperationContext = here) => {
    const { items } = await perform(recallOperation, at, { query: 'rabbits', threshold: 0, ...given });
    return items.map(({ content }) => content).sort();
  };
  expect(await found({})).toEqual(['rabbits of one', 'rabbits of two']);
  expect(await found({ sessionId: 'one' })).toEqual(['rabbits of one']);
  expect(await found({ projectId: 'two' })).toEqual(['rabbits of two']);
  expect(await found({}, { ...here, scope: { ...inSession, projectId: 'one' } })).toEqual(['rabbits of one']);
  await souvenir.close();
});

test('a session that ends is consolidated however young, and the others are not', async () => {
  await perform(recordOperation, context, { content: 'said in the first session', sessionId: 'one' });
  await perform(recordOperation, context, { content: 'said in the second session', sessionId: 'two' });
  const { components } = await perform(consolidateOperation, context, { sessionId: 'one', endSession: true });
  expect(components[0]).toMatchObject({ sessionsProcessed: 1, memoriesCreated: 1 });
});

describe('import', () => {
  const lines = Array.from({ length: 1201 }, (_, at) => JSON.stringify({ text: `turn number ${at}`, session: `s${at % 2}` }));

  test('records every turn, consolidates, and tells how far it is', async () => {
    const { turns, sessions, report } = await perform(importOperation, context, { text: lines.join('\n') });
    expect({ turns, sessions }).toEqual({ turns: 1201, sessions: 2 });
    expect(report?.memoriesEmbedded).toBe(1201);
    expect(progress.filter(({ stage }) => stage === 'recording').at(-1)).toMatchObject({ done: 1201, total: 1201 });
    const consolidating = progress.filter(({ stage }) => stage === 'consolidating');
    const all = 1201 * (report?.components.length ?? 0);
    expect(consolidating.at(-1)).toMatchObject({ done: all, total: all });
    expect(progress.filter(({ stage }) => stage === 'embedding').at(-1)).toMatchObject({ done: 1201, total: 1201 });
  });

  test('goes to the scope of the input, but for the project and session that a turn names', async () => {
    const text = '{"text":"a"}\n{"text":"b","session":"s","projectId":"q"}';
    const input = { text, userId: 'bo', projectId: 'p', consolidate: false };
    expect(await perform(importOperation, context, input)).toMatchObject({ turns: 2, sessions: 2 });
    expect(await exported({ userId: 'bo' })).toMatchObject([
      { content: 'a', userId: 'bo', projectId: 'p', sessionId: 'default' },
      { content: 'b', userId: 'bo', projectId: 'q', sessionId: 's' },
    ]);
  });

  test('one bad line and nothing is recorded', async () => {
    const text = [...lines, '{"text": 3}'].join('\n');
    await expect(perform(importOperation, context, { text })).rejects.toThrow(/^line 1202: content/);
    expect((await perform(statsOperation, context, {})).episodes).toBe(0);
  });

  test('an interruption leaves the conversation whole and its consolidation for later', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const interrupted = perform(importOperation, { ...context, signal }, { text: lines.join('\n') });
    await expect(interrupted).rejects.toThrow('enough');
    expect(await perform(statsOperation, context, {})).toMatchObject({ episodes: 1201, memories: { active: 0 } });
  });

  test('a session in the context names the sessions of a transcript, and consolidation still takes them all', async () => {
    const text = 'Ana: I moved to Porto\n--- session ---\nAna: I like it in Porto';
    const inSession = { ...context, scope: { ...scope, sessionId: 'chat' } };
    const { report } = await perform(importOperation, inSession, { text });
    expect(report?.components[0]?.sessionsProcessed).toBe(2);
    expect(
      (await exported()).map(({ kind, ...rest }) => kind === 'episode' && 'sessionId' in rest && rest.sessionId),
    ).toContain('chat-2');
  });
});

describe('export', () => {
  test('hands out every page of everything, each record once', async () => {
    const text = Array.from({ length: 1001 }, (_, at) => JSON.stringify({ text: `turn number ${at}` })).join('\n');
    await perform(importOperation, context, { text });
    const [first, second] = await context.store.listMemories(scope, { filter: {}, limit: 2 });
    const last = (await exported()).findLast(({ kind }) => kind === 'memory') as { id: string };
    const createdAt = new Date();
    await context.store.write(scope, {
      links: [
        { fromId: first?.id ?? '', toId: second?.id ?? '', type: 'related', strength: 1, createdAt },
        { fromId: last.id, toId: first?.id ?? '', type: 'supersedes', strength: 1, createdAt },
      ],
    });
    const records = await exported();
    const kinds = Object.groupBy(records, ({ kind }) => kind);
    expect(kinds.episode).toHaveLength(1001);
    expect(new Set(kinds.memory?.map((record) => 'id' in record && record.id)).size).toBe(1001);
    expect(kinds.link).toHaveLength(2);
    const told = progress.filter(({ stage }) => stage === 'exporting');
    expect(told.slice(-5).map(({ done, total }) => `${done}/${total}`)).toEqual(
      [500, 1000, 1500, 2000, 2004].map((done) => `${done}/2004`),
    );
  });

  test('what was exported can be imported again', async () => {
    await perform(importOperation, context, { text: '{"text":"I keep bees","speaker":"Ana","date":"2024-05-01"}' });
    const entities = ['Ana', 'bees'].map((name) => ({ id: name, name, type: 'concept' }));
    const keeps = { fromId: 'Ana', toId: 'bees', relation: 'keeps', confidence: 1, updatedAt: new Date() };
    await context.store.write(scope, { entities, relationships: [keeps] });
    const records = await exported();
    expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(['episode', 'memory', 'entity', 'relationship']));
    const text = records.map((record) => JSON.stringify(record)).join('\n');
    await context.souvenir.close();
    const store = sqliteStore({ path: ':memory:' });
    context = { ...context, store, souvenir: await createSouvenir({ store, embedder: null }) };
    expect(await perform(importOperation, context, { text })).toMatchObject({ turns: 1 });
    const [episode] = await exported();
    expect(episode).toMatchObject({ content: 'I keep bees', speaker: 'Ana', occurredAt: new Date('2024-05-01') });
  });
});

test('an unknown field is refused by its name', () => {
  expect(() => perform(recallOperation, context, { query: 'x', limit: 3 } as never)).toThrow(/recall.*limit/);
});

test('a time that ends before it begins is refused by its name', async () => {
  const backwards = { query: '', from: '2026-02-01', to: '2026-01-01' };
  await expect(perform(recallOperation, context, backwards)).rejects.toThrow(/^recall\.from: is after `to`/);
  const moment = { query: '', from: '2026-01-01', to: '2026-01-01' };
  expect(await perform(recallOperation, context, moment)).toMatchObject({ items: [] });
});

test('a diff goes up to now, unless the input says until when', async () => {
  const { memory } = await perform(rememberOperation, context, { content: 'Ana drinks tea.' });
  const from = new Date(memory.createdAt.getTime() - 1);
  expect((await perform(diffOperation, context, { from })).created).toHaveLength(1);
  expect((await perform(diffOperation, context, { from, to: from })).created).toEqual([]);
});

test('a memory is shown with the names in it, but not to another', async () => {
  const { memory } = await perform(rememberOperation, context, { content: 'It rains.', entities: ['Ana', 'Porto'] });
  const { entities } = await perform(showOperation, context, { id: memory.id });
  expect(entities.map(({ name }) => name).sort()).toEqual(['Ana', 'Porto']);
  await expect(perform(showOperation, context, { id: memory.id, userId: 'bo' })).rejects.toThrow(/there is no memory/);
});

test('all that pass are forgotten, but nothing of a time past', async () => {
  await perform(rememberOperation, context, { content: 'Ana drinks tea.', category: 'taste' });
  await perform(rememberOperation, context, { content: 'Ben sails.' });
  expect(await perform(forgetAllOperation, context, { categories: ['taste'] })).toEqual({ forgotten: 1 });
  expect(() => perform(forgetAllOperation, context, { asOf: new Date() } as never)).toThrow(/forgetAll.*asOf/);
});

test('a cycle tells how far it is, leaves out what it is told to, and stops when told to', async () => {
  for (const day of ['Monday', 'Tuesday', 'Wednesday'])
    await perform(rememberOperation, context, {
      content: `The deploy of ${day} failed on a migration.`,
      type: 'episodic',
    });
  await perform(cycleOperation, context, {});
  const stages = new Set(progress.map(({ stage }) => stage));
  expect(stages).toContain('link');
  progress = [];
  await perform(cycleOperation, context, { skip: ['link', 'detectContradictions', 'prune'] });
  expect(progress.map(({ stage }) => stage)).not.toContain('link');
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(perform(cycleOperation, { ...context, signal }, {})).rejects.toThrow('enough');
});

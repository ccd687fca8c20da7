import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashEmbedder } from '../embedders/hash-embedder.ts';
import { createSouvenir } from '../souvenir/souvenir.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { type OperationContext, type OperationProgress, perform } from './operation.ts';
import { operations } from './operations.ts';
import type { ExportRecord } from './transfer.ts';

const scope = { tenantId: 'default', userId: 'ana', agentId: 'default' };
let context: OperationContext;
let progress: OperationProgress[];

const opened = async (): Promise<OperationContext> => {
  const store = sqliteStore({ path: ':memory:' });
  const souvenir = await createSouvenir({ store, embedder: hashEmbedder() });
  return { souvenir, memory: souvenir.for(scope), store, onProgress: (step) => progress.push(step) };
};
beforeEach(async () => {
  progress = [];
  context = await opened();
});
afterEach(() => context.souvenir.close());

const imported = (input: Parameters<typeof operations.import.handler>[1] | { text: string }, over = context) =>
  perform(operations.import, over, input);
const exported = async (): Promise<ExportRecord[]> => {
  const records: ExportRecord[] = [];
  for await (const record of perform(operations.export, context, {}))
    records.push(operations.export.output.parse(record));
  return records;
};

describe('import', () => {
  const lines = Array.from({ length: 1201 }, (_, at) => JSON.stringify({ text: `turn ${at}`, session: `s${at % 2}` }));

  test('records every turn, consolidates, and tells how far it is', async () => {
    const { turns, sessions, report } = await imported({ text: lines.join('\n') });
    expect({ turns, sessions }).toEqual({ turns: 1201, sessions: 2 });
    const embedded = report?.memoriesCreated;
    expect(embedded).toBeGreaterThanOrEqual(1201);
    expect(report?.memoriesEmbedded).toBe(embedded);
    expect(progress.filter(({ stage }) => stage === 'recording').at(-1)).toMatchObject({ done: 1201, total: 1201 });
    const consolidating = progress.filter(({ stage }) => stage === 'consolidating');
    const all = 1201 * (report?.components.length ?? 0);
    expect(consolidating.at(-1)).toMatchObject({ done: all, total: all });
    const last = progress.filter(({ stage }) => stage === 'embedding').at(-1);
    expect(last).toMatchObject({ done: embedded, total: embedded });
  });

  test('goes to the scope of the handle, and to the session that a turn names; its project only where the handle has none', async () => {
    const text = '{"text":"a"}\n{"text":"b","session":"s","projectId":"q"}';
    const memory = context.souvenir.for({ ...scope, projectId: 'p', sessionId: 'chat' });
    expect(await imported({ text, consolidate: false }, { ...context, memory })).toMatchObject({
      turns: 2,
      sessions: 2,
    });
    expect(await exported()).toMatchObject([
      { content: 'a', userId: 'ana', projectId: 'p', sessionId: 'chat' },
      { content: 'b', userId: 'ana', projectId: 'p', sessionId: 's' },
    ]);
    await imported({ text: '{"text":"c","projectId":"q"}', consolidate: false });
    expect((await exported()).at(-1)).toMatchObject({ content: 'c', projectId: 'q' });
  });

  test('one bad line and nothing is recorded', async () => {
    const text = [...lines, '{"text": 3}'].join('\n');
    await expect(imported({ text })).rejects.toThrow(/^line 1202: content/);
    expect((await perform(operations.stats, context, {})).episodes).toBe(0);
  });

  test('an interruption leaves the conversation whole and its consolidation for later', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(imported({ text: lines.join('\n') }, { ...context, signal })).rejects.toThrow('enough');
    const held = await perform(operations.stats, context, {});
    expect(held).toMatchObject({ episodes: 1201, memories: { active: 0 } });
  });

  test('a session names the sessions of a transcript, and consolidation takes them all', async () => {
    const text = 'Ana: I moved to Porto\n--- session ---\nAna: I like it in Porto';
    const { report } = await imported({ text, sessionId: 'chat' });
    expect(report?.components[0]?.sessionsProcessed).toBe(2);
    const sessions = await perform(operations['sessions.list'], context, {});
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['chat-1', 'chat-2']);
  });
});

describe('export', () => {
  test('hands out every page of everything, each record once', async () => {
    const text = Array.from({ length: 1001 }, (_, at) => JSON.stringify({ text: `What is on page ${at}?` })).join('\n');
    await imported({ text });
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

  test('an export can be imported again', async () => {
    await imported({ text: '{"text":"I keep bees","speaker":"Ana","date":"2024-05-01"}' });
    const entities = ['Ana', 'bees'].map((name) => ({ id: name, name, type: 'concept' }));
    const keeps = { fromId: 'Ana', toId: 'bees', relation: 'keeps', confidence: 1, updatedAt: new Date() };
    await context.store.write(scope, { entities, relationships: [keeps] });
    const records = await exported();
    expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(['episode', 'memory', 'entity', 'relationship']));
    await context.souvenir.close();
    context = await opened();
    const text = records.map((record) => JSON.stringify(record)).join('\n');
    expect(await imported({ text })).toMatchObject({ turns: 1 });
    const [episode] = await exported();
    expect(episode).toMatchObject({ content: 'I keep bees', speaker: 'Ana', occurredAt: new Date('2024-05-01') });
  });
});

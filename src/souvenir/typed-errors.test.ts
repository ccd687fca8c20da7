import { afterEach, describe, expect, it } from 'vitest';
import { createSouvenir, defineAgent, memoryStore, type Souvenir, type SouvenirOptions } from '../index.ts';

const broken = () => {
  throw new TypeError('broke');
};
let souvenir: Souvenir | undefined;
afterEach(async () => {
  await souvenir?.close().catch(() => undefined);
});

const opened = async (options: Partial<SouvenirOptions>) => {
  souvenir = await createSouvenir({ store: memoryStore(), embedder: null, ...options });
  return { souvenir, ana: souvenir.for({ userId: 'ana' }) };
};
const partFailed = { name: 'SouvenirError', code: 'partFailed', message: expect.stringContaining('broke') };

describe("an error of a caller's own part is a SouvenirError", () => {
  it('from a store', async () => {
    const { ana } = await opened({ store: { ...memoryStore(), getMemories: broken, write: async () => broken() } });
    await expect(ana.memories.get('unknown')).rejects.toMatchObject(partFailed);
    await ana.record({ content: 'I adopted a rabbit.' });
    await expect(ana.flush()).rejects.toMatchObject({ ...partFailed, cause: expect.any(TypeError) });
  });

  it('from a store that cannot open and a component that cannot start', async () => {
    await expect(opened({ store: { ...memoryStore(), open: broken } })).rejects.toMatchObject(partFailed);
    const component = { name: 'late', initialize: broken, consolidate: async () => ({ memories: [] }) };
    await expect(opened({ agents: defineAgent({ components: [component] }) })).rejects.toMatchObject(partFailed);
  });

  it('from a clock, a policy, a guardrail and tracing', async () => {
    const clocked = await opened({ clock: { now: broken }, keepMetrics: false });
    await expect(clocked.ana.record({ content: 'Hello.' })).rejects.toMatchObject(partFailed);
    const ruled = await opened({ writePolicy: broken, tracing: { span: broken } });
    await expect(ruled.ana.record({ content: 'Hello.' }, { ifWorthIt: true })).rejects.toMatchObject(partFailed);
    await expect(ruled.ana.recall('Hello?')).rejects.toMatchObject(partFailed);
    const guarded = await opened({ guardrails: [{ name: 'own', check: broken }] });
    await expect(guarded.ana.instructions.propose('Be brief.')).rejects.toMatchObject({ name: 'SouvenirError' });
  });

  it('from an abort of the caller', async () => {
    const { ana } = await opened({});
    await expect(ana.consolidate({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toMatchObject({
      code: 'aborted',
      message: expect.stringContaining('enough'),
    });
  });
});

it("a key in a model's error appears in no report or event", async () => {
  const key = 'sk-proj-Abc123Def456Ghi789Jkl012Mno345';
  const reported: unknown[] = [];
  const { souvenir, ana } = await opened({
    llm: async () => {
      throw new Error(`Incorrect API key provided: ${key}`);
    },
  });
  souvenir.on('consolidationCompleted', (event) => reported.push(event));
  await ana.record({ content: 'I live in Oslo and my dog is called Rex.' });
  reported.push(await ana.consolidate());
  reported.push(await ana.memories.add('Ana lives in Oslo.'));
  reported.push(await souvenir.cycle());
  expect(JSON.stringify(reported)).toContain('[redacted: key]');
  expect(JSON.stringify(reported)).not.toContain(key);
});

it('an error of a stream is a SouvenirError', async () => {
  const store = memoryStore();
  const souvenir = await createSouvenir({ store, embedder: null });
  store.owners = () => Promise.reject(new TypeError('boom'));
  store.listSessions = () => Promise.reject(new TypeError('boom'));
  const read = async (stream: AsyncIterable<unknown>) => {
    for await (const _ of stream);
  };
  await expect(read(souvenir.exportUser({ userId: 'ana' }))).rejects.toMatchObject({ code: 'partFailed' });
  await expect(read(souvenir.for().export())).rejects.toMatchObject({ code: 'partFailed' });
  await souvenir.close();
});

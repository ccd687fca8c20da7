import { describe, expect, it } from 'vitest';
import { durable } from '../../src/components/index.ts';
import { createSouvenir, defineAgent, type Memory, memoryStore } from '../../src/index.ts';
import { MINUTE, manualClock } from '../support/manual-clock.ts';
import { rowsRead } from '../support/rows-read.ts';

const OWNER = { tenantId: 'default', userId: 'default', agentId: 'default' };

async function open() {
  const store = memoryStore();
  const clock = manualClock();
  const souvenir = await createSouvenir({
    store,
    clock,
    embedder: null,
    agents: defineAgent({ components: [durable()] }),
  });
  const all = () => store.listMemories(OWNER, { filter: {}, limit: 1000 });
  const active = async () => (await all()).filter(({ status }) => status === 'active').map(({ content }) => content);
  return { souvenir, store, clock, all, active };
}

describe('a workflow', () => {
  it('is stored as it happened, and becomes a procedure the third time', async () => {
    const { souvenir, store, clock } = await open();
    const patterns: unknown[] = [];
    souvenir.on('patternExtracted', (event) => patterns.push(event));
    const seen: string[] = [];
    for (const last of ['deploy', 'lunch', { name: 'deploy', detail: 'to staging' }]) {
      clock.advance(MINUTE);
      const { memory, procedures } = await souvenir.for().procedures.learn(['pull', 'run tests', 'commit', last]);
      expect(memory).toMatchObject({ type: 'episodic', category: 'workflow' });
      seen.push(memory.id);
      if (seen.length < 3) expect(procedures).toEqual([]);
      else {
        expect(procedures).toMatchObject([
          { content: 'Usually: pull, then run tests, then commit.', type: 'procedural', category: 'workflow' },
        ]);
        expect(memory.metadata['actions']).toContainEqual({ name: 'deploy', detail: 'to staging' });
        const links = await store.linksOf(OWNER, [procedures[0]?.id ?? '']);
        expect(links.map(({ type, toId }) => [type, toId]).sort()).toEqual(
          seen.map((id) => ['derivedFrom', id]).sort(),
        );
        expect(patterns).toEqual([{ memory: expect.objectContaining({ id: procedures[0]?.id }), sources: seen }]);
      }
    }
  });

  it('is found within one list, and identical workflows count separately', async () => {
    const { souvenir } = await open();
    const once = await souvenir.for().procedures.learn(['a', 'b', '1', 'a', 'b', '2', 'a', 'b']);
    expect(once.procedures.map(({ content }) => content)).toEqual(['Usually: a, then b.']);
    const other = await open();
    for (const often of [0, 0, 1]) {
      const { procedures } = await other.souvenir.for().procedures.learn(['x', 'y']);
      expect(procedures).toHaveLength(often);
    }
  });

  it('raises the confidence of its procedure when repeated', async () => {
    const { souvenir, all } = await open();
    const reported = [];
    for (let time = 0; time < 5; time++) reported.push(await souvenir.for().procedures.learn(['a', 'b', 'c']));
    const sure = reported.slice(2).map(({ procedures }) => procedures[0]?.confidence ?? 0);
    expect(sure[1]).toBeGreaterThan(sure[0] ?? 1);
    expect(sure[2]).toBeGreaterThan(sure[1] ?? 1);
    await souvenir.for().procedures.learn(['other', 'things']);
    const procedures = (await all()).filter(({ type }) => type === 'procedural');
    expect(procedures).toMatchObject([{ confidence: sure[2], metadata: { occurrences: 5 } }]);
  });

  it('lets a longer sequence supersede its part', async () => {
    const { souvenir, active } = await open();
    const usual = async () => (await active()).filter((content) => content.startsWith('Usually'));
    for (const more of [['c'], ['c'], ['x']]) await souvenir.for().procedures.learn(['a', 'b', ...more]);
    expect(await usual()).toEqual(['Usually: a, then b.']);
    await souvenir.for().procedures.learn(['a', 'b', 'c']);
    expect(await usual()).toEqual(['Usually: a, then b, then c.']);
  });

  it('is not learned again after it was archived or forgotten', async () => {
    const { souvenir, active } = await open();
    for (let time = 0; time < 3; time++) await souvenir.for().procedures.learn(['a', 'b']);
    const { memories } = await souvenir.for().memories.list({ types: ['procedural'] });
    await souvenir.for().memories.forget(memories[0]?.id ?? '');
    await souvenir.for().procedures.learn(['a', 'b']);
    expect((await active()).filter((content) => content.startsWith('Usually'))).toEqual([]);
  });

  it('reads only the latest workflows, quickly', async () => {
    const { souvenir, store, clock } = await open();
    const { memory } = await souvenir.for().procedures.learn(['a', 'b']);
    const rows = (count: number, length: number, from: string) =>
      Array.from({ length: count }, (_, at): Memory => {
        const validAt = new Date(clock.now().getTime() + at);
        const actions = Array.from({ length }, (_, step) => ({ name: `${(at * 7919 + step * step * 31) % 97}` }));
        return { ...memory, id: `${from}${at}`, validAt, createdAt: validAt, metadata: { actions } };
      });
    await store.write(OWNER, { memories: rows(400, 200, 'long') });
    clock.advance(MINUTE);
    const read = rowsRead(store);
    await souvenir.for().procedures.learn(Array.from({ length: 200 }, (_, step) => `${step % 97}`));
    expect(read()).toBeLessThan(120);
    clock.advance(MINUTE);
    await store.write(OWNER, { memories: rows(900, 1, 'short') });
    const again = rowsRead(store);
    await souvenir.for().procedures.learn(['x', 'y']);
    expect(again()).toBeGreaterThan(290);
    expect(again()).toBeLessThanOrEqual(350);
  });

  it('is learned separately with and without a project', async () => {
    const { souvenir } = await open();
    for (const projectId of ['p', 'q', 'p', 'q']) await souvenir.for({ projectId }).procedures.learn(['a', 'b']);
    expect((await souvenir.for().procedures.learn(['a', 'b'])).procedures).toEqual([]);
    const { procedures } = await souvenir.for({ projectId: 'p' }).procedures.learn(['a', 'b']);
    expect(procedures.map(({ projectId }) => projectId)).toEqual(['p']);
  });

  it('is refused if it is too long to compare', async () => {
    const { souvenir } = await open();
    const actions = Array.from({ length: 201 }, (_, at) => `${at}`);
    await expect(souvenir.for().procedures.learn(actions)).rejects.toThrow('actions');
    expect((await souvenir.for().procedures.learn(actions.slice(1))).memory.status).toBe('active');
  });

  it('hides secrets, and is refused without actions', async () => {
    const { souvenir } = await open();
    const { memory } = await souvenir
      .for()
      .procedures.learn(['login --password hunter2', { name: 'go', detail: 'token=abc123' }]);
    expect(JSON.stringify(memory)).not.toMatch(/hunter2|abc123/);
    await expect(souvenir.for().procedures.learn([])).rejects.toThrow('actions');
  });

  it('is separate per owner', async () => {
    const { souvenir } = await open();
    for (const userId of ['u', 'v', 'u', 'v']) {
      const { procedures } = await souvenir.for({ userId }).procedures.learn(['a', 'b']);
      expect(procedures).toEqual([]);
    }
  });
});

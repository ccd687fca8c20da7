import { beforeEach, describe, expect, it } from 'vitest';
import type { Episode } from '../../src/index.ts';
import { idFromSource } from '../../src/model/id.ts';
import { ownerOf } from '../../src/model/scope.ts';
import { freshSouvenir, STORES } from '../support/fresh-souvenir.ts';
import { DAY } from '../support/manual-clock.ts';
import { sharedReader } from '../support/shared-embedder.ts';

describe.each(STORES)('projects of one user, on the %s store', (_, makeStore) => {
  const fresh = freshSouvenir(makeStore);
  beforeEach(() => fresh.open({ reader: sharedReader }));
  const of = (projectId?: string, sessionId?: string) => fresh.souvenir.for({ projectId, sessionId });
  const facts = async (projectId?: string) => {
    const { memories } = await of(projectId).memories.list({ statuses: ['active', 'superseded'] });
    return memories
      .filter((memory) => memory.component === 'durable' && memory.projectId === projectId)
      .map(({ content, status }) => `${content} ${status}`);
  };
  const tell = async (content: string, projectId?: string, sessionId?: string) => {
    await of(projectId, sessionId).record({ content });
    await of(projectId).consolidate();
    fresh.clock.advance(DAY);
  };

  it.each([
    ['another project', 'shop', 'blog'],
    ['no project', undefined, 'blog'],
    ['a project, said in none,', 'shop', undefined],
  ])('a change does not affect %s', async (_, first, second) => {
    await tell('I live in York.', first);
    await tell('I live in Malmö now.', second);
    const before = await facts(first);
    expect(before).toHaveLength(1);
    expect(before[0]).toMatch(/York.* active$/);
    expect((await facts(second)).join()).toMatch(/Malmö.* active/);
    await tell('I live in Porto now.', first);
    expect((await facts(first)).join()).toMatch(/York.* superseded/);
  });

  it('a statement in two projects is stored in both', async () => {
    await tell('I live in York.', 'shop');
    await tell('I live in York.', 'blog');
    expect(await facts('shop')).toHaveLength(1);
    expect(await facts('blog')).toHaveLength(1);
  });

  it('are separate within one session, also question and answer', async () => {
    const turns = [
      ['shop', 'I live in York.'],
      ['blog', 'I live in Malmö.'],
      ['shop', 'I live in Porto now.'],
    ] as const;
    for (const [project, content] of turns) {
      await of(project, 'mixed').record({ content });
      fresh.clock.advance(1000);
    }
    await of(undefined, 'mixed').consolidate();
    expect((await facts('blog')).join()).toMatch(/Malmö.* active$/);
    expect((await facts('shop')).join()).toMatch(/York.* superseded/);
  });

  it('have separate strategies', async () => {
    for (const project of ['shop', 'blog']) await tell('Switching to WAL mode fixed the lock errors.', project);
    for (const project of ['shop', 'blog']) {
      const { memories } = await of(project).memories.list({ components: ['reinforcement'] });
      expect(memories.map(({ projectId, metadata }) => [projectId, metadata['successes']])).toEqual([[project, 1]]);
    }
  });

  it('have separate prompts', async () => {
    await tell('The code name of the shop is Bluebird.', 'shop');
    await of('shop').record({ content: 'Bluebird ships on Friday.' });
    const { text } = await of('blog').turn('What is the code name, and when does it ship?', { retrieve: true });
    expect(text).not.toMatch(/Bluebird|Friday/);
  });

  it('may use the same source ids, each stored once per project', async () => {
    const statement = (project?: string) => ({ content: `The first of ${project ?? 'none'}.`, sourceId: '1' });
    for (const project of ['shop', 'blog', undefined, 'shop']) await of(project).recordAll([statement(project)]);
    await of('blog').record(statement('blog'));
    for (const project of ['shop', 'blog']) {
      const { turns } = await of(project).sessions.turns();
      expect(turns.map(({ content }) => content)).toEqual([`The first of ${project}.`]);
    }
    expect((await of().sessions.turns()).turns).toHaveLength(3);
  });

  it('recognise a turn that an earlier version stored without a project', async () => {
    const { scope } = of('shop');
    const [turn] = await of('shop').recordAll([{ content: 'The first of the shop.' }]);
    const id = idFromSource(ownerOf(scope), '1');
    await fresh.store.write(ownerOf(scope), { episodes: [{ ...(turn as Episode), id }] });
    const before = (await of('shop').sessions.turns()).turns.length;
    const again = { content: 'The first of the shop.', sourceId: '1' };
    await of('shop').recordAll([again]);
    expect((await of('shop').sessions.turns()).turns).toHaveLength(before);
    await of('blog').recordAll([again]);
    expect((await of('blog').sessions.turns()).turns).toHaveLength(1);
  });

  it('have separate records of tools and tasks', async () => {
    for (const project of ['shop', 'blog']) {
      const metadata = { tool: 'search', parameters: { in: project }, success: true };
      for (let times = 0; times < 2; times++) await of(project).record({ content: 'ok', role: 'tool', metadata });
      await of(project).procedures.report({ taskType: 'deploy', success: true, notes: `to the ${project}` });
      await of(project).consolidate();
    }
    for (const project of ['shop', 'blog']) {
      const { procedures, memories } = of(project);
      expect((await procedures.tools()).map(({ calls, parameters }) => [calls, parameters])).toEqual([
        [2, { in: project }],
      ]);
      expect((await procedures.records()).map(({ successes, lastNotes }) => [successes, lastNotes[0]?.notes])).toEqual([
        [1, `to the ${project}`],
      ]);
      expect(JSON.stringify(await memories.list())).not.toContain(project === 'shop' ? 'blog' : 'shop');
    }
    expect(await of().procedures.tools()).toHaveLength(2);
    expect(await of().procedures.records('deploy')).toHaveLength(2);
  });
});

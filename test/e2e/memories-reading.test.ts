import { describe, expect, it } from 'vitest';
import type { ListOptions } from '../../src/index.ts';
import type { LinkType } from '../../src/model/graph.ts';
import type { MemoryUpdate } from '../../src/model/memory.ts';
import { freshSouvenir, OWNER, refused, STORES } from '../support/fresh-souvenir.ts';
import { DAY } from '../support/manual-clock.ts';

describe.each(STORES)('reading memories on the %s store', (_, makeStore) => {
  const fresh = freshSouvenir(makeStore);
  const { remember } = fresh;

  /** Memories that have nothing to do with each other, by the names of colours, a day apart. */
  const colours = async (...names: string[]) => {
    const ids = new Map<string, string>();
    for (const name of names) {
      ids.set(name, (await remember(`The ${name} box.`, { type: 'semantic' })).id);
      fresh.clock.advance(DAY);
    }
    return (name: string) => ids.get(name) as string;
  };

  describe('link', () => {
    it('links two memories, and sets the strength if repeated', async () => {
      const id = await colours('red', 'blue');
      const received: unknown[] = [];
      fresh.souvenir.on('memoriesLinked', ({ link }) => received.push(link));
      const first = await fresh.souvenir.for().memories.link(id('red'), { to: id('blue'), type: 'related' });
      expect(first).toEqual({
        fromId: id('red'),
        toId: id('blue'),
        type: 'related',
        strength: 0.5,
        createdAt: fresh.clock.now(),
      });
      fresh.clock.advance(DAY);
      const second = await fresh.souvenir
        .for()
        .memories.link(id('red'), { to: id('blue'), type: 'related', strength: 0.9 });
      expect(second).toEqual({ ...first, strength: 0.9 });
      expect(await fresh.store.linksOf(OWNER, [id('red')])).toEqual([second]);
      expect(received).toEqual([first, second]);
    });

    it.each<[string, [string, string, LinkType, number?], RegExp]>([
      ['a memory to itself', ['red', 'red', 'related'], /^toId: .* itself/],
      ['too strong a tie', ['red', 'blue', 'related', 1.5], /^link\.strength:/],
      ['too weak a tie', ['red', 'blue', 'related', -0.1], /^link\.strength:/],
      ['a type there is not', ['red', 'blue', 'likes' as LinkType], /^link\.type:/],
    ])('refuses %s', async (_, [from, to, type, strength], message) => {
      const id = await colours('red', 'blue');
      const linked = fresh.souvenir.for().memories.link(id(from), { to: id(to), type, strength });
      await expect(linked).rejects.toEqual(refused('invalidInput', message));
      expect(await fresh.store.linksOf(OWNER, [id('red'), id('blue')])).toEqual([]);
    });

    it.each<[LinkType, boolean]>([
      ['supersedes', false],
      ['derivedFrom', false],
      ['related', true],
      ['contradicts', true],
      ['reinforces', true],
    ])('allows a circle of %s links: %s', async (type, may) => {
      const id = await colours('red', 'blue', 'green');
      await fresh.souvenir.for().memories.link(id('red'), { to: id('blue'), type });
      await fresh.souvenir.for().memories.link(id('blue'), { to: id('green'), type });
      const back = fresh.souvenir.for().memories.link(id('green'), { to: id('red'), type });
      if (may) await expect(back).resolves.toMatchObject({ type });
      else await expect(back).rejects.toEqual(refused('invalidInput', /^toId: .* circle/));
      await expect(fresh.souvenir.for().memories.link(id('red'), { to: id('green'), type })).resolves.toMatchObject({
        type,
      });
    });

    it('allows a circle of two link types', async () => {
      const id = await colours('red', 'blue');
      await fresh.souvenir.for().memories.link(id('red'), { to: id('blue'), type: 'supersedes' });
      await expect(
        fresh.souvenir.for().memories.link(id('blue'), { to: id('red'), type: 'derivedFrom' }),
      ).resolves.toMatchObject({ strength: 0.5 });
    });
  });

  it('unlink removes links of one type or all', async () => {
    const id = await colours('red', 'blue');
    for (const type of ['related', 'contradicts', 'reinforces'] as const)
      await fresh.souvenir.for().memories.link(id('red'), { to: id('blue'), type });
    const received: unknown[] = [];
    fresh.souvenir.on('memoriesUnlinked', ({ link }) => received.push(link.type));
    expect(await fresh.souvenir.for().memories.unlink(id('blue'), { to: id('red') })).toBe(0);
    expect(await fresh.souvenir.for().memories.unlink(id('red'), { to: id('blue'), type: 'related' })).toBe(1);
    expect(received).toEqual(['related']);
    expect(await fresh.souvenir.for().memories.unlink(id('red'), { to: id('blue') })).toBe(2);
    expect(await fresh.store.linksOf(OWNER, [id('red')])).toEqual([]);
    await expect(
      fresh.souvenir.for().memories.unlink(id('red'), { to: id('blue'), type: 'likes' as LinkType }),
    ).rejects.toEqual(refused('invalidInput', /^unlink\.type:/));
  });

  describe('neighbours', () => {
    const around = async (id: string, options = {}) =>
      (await fresh.souvenir.for().memories.neighbours(id, options)).map(({ memory, depth, strength }) => [
        /The (\w+) box/.exec(memory.content)?.[1],
        depth,
        Number(strength.toFixed(3)),
      ]);

    it('are linked memories in both directions, nearest and strongest first', async () => {
      const id = await colours('red', 'blue', 'green', 'grey', 'pink');
      await fresh.souvenir.for().memories.link(id('red'), { to: id('blue'), type: 'related', strength: 0.5 });
      await fresh.souvenir.for().memories.link(id('green'), { to: id('red'), type: 'reinforces', strength: 0.8 });
      await fresh.souvenir.for().memories.link(id('blue'), { to: id('grey'), type: 'related', strength: 1 });
      await fresh.souvenir.for().memories.link(id('green'), { to: id('grey'), type: 'related', strength: 0.9 });
      await fresh.souvenir.for().memories.link(id('grey'), { to: id('pink'), type: 'related', strength: 1 });
      await fresh.souvenir.for().memories.link(id('grey'), { to: id('red'), type: 'contradicts', strength: 0.1 });
      await fresh.souvenir.for().memories.unlink(id('grey'), { to: id('red') });
      expect(await around(id('red'))).toEqual([
        ['green', 1, 0.8],
        ['blue', 1, 0.5],
      ]);
      expect(await around(id('red'), { depth: 3 })).toEqual([
        ['green', 1, 0.8],
        ['blue', 1, 0.5],
        ['grey', 2, 0.72],
        ['pink', 3, 0.72],
      ]);
      const [, , grey] = await fresh.souvenir.for().memories.neighbours(id('red'), { depth: 2 });
      expect(grey?.path).toEqual([id('red'), id('green'), id('grey')]);
      expect(await around(id('red'), { depth: 3, types: ['related'] })).toEqual([
        ['blue', 1, 0.5],
        ['grey', 2, 0.5],
        ['pink', 3, 0.5],
        ['green', 3, 0.45],
      ]);
      expect(await around(id('red'), { depth: 3, minStrength: 0.6 })).toEqual([
        ['green', 1, 0.8],
        ['grey', 2, 0.72],
        ['blue', 3, 0.72],
        ['pink', 3, 0.72],
      ]);
      expect(await around(id('red'), { depth: 3, limit: 1 })).toEqual([['green', 1, 0.8]]);
    });

    it('are ordered by their strongest link', async () => {
      const id = await colours('red', 'blue');
      for (const [type, strength] of [
        ['contradicts', 0.1],
        ['related', 0.9],
        ['reinforces', 0.2],
      ] as const)
        await fresh.souvenir.for().memories.link(id('red'), { to: id('blue'), type, strength });
      expect(await around(id('red'))).toEqual([['blue', 1, 0.9]]);
    });

    it('end in a circle', async () => {
      const id = await colours('red', 'blue', 'green');
      for (const [from, to] of [
        ['red', 'blue'],
        ['blue', 'green'],
        ['green', 'red'],
      ] as const)
        await fresh.souvenir.for().memories.link(id(from), { to: id(to), type: 'related', strength: 1 });
      expect(await around(id('red'), { depth: 10 })).toHaveLength(2);
    });

    it('are hidden when forgotten, also those behind them', async () => {
      const id = await colours('red', 'blue', 'green');
      await fresh.souvenir.for().memories.link(id('red'), { to: id('blue'), type: 'related' });
      await fresh.souvenir.for().memories.link(id('blue'), { to: id('green'), type: 'related' });
      await fresh.souvenir.for().memories.forget(id('blue'));
      expect(await around(id('red'), { depth: 5 })).toEqual([]);
    });

    it('of another project are hidden', async () => {
      const [one, two] = [await remember('The red box.', { projectId: 'p' }), await remember('The blue box.')];
      await fresh.souvenir.for().memories.link(one.id, { to: two.id, type: 'related' });
      expect(await around(one.id)).toHaveLength(1);
      expect(await fresh.souvenir.for({ projectId: 'p' }).memories.neighbours(one.id)).toEqual([]);
    });

    it.each([
      [{ depth: 0 }, /^neighbours\.depth:/],
      [{ depth: 11 }, /^neighbours\.depth:/],
      [{ minStrength: 2 }, /^neighbours\.minStrength:/],
      [{ types: ['likes'] }, /^neighbours\.types/],
    ])('refuses %j', async (options, message) => {
      const id = await colours('red');
      await expect(fresh.souvenir.for().memories.neighbours(id('red'), options as never)).rejects.toEqual(
        refused('invalidInput', message),
      );
    });
  });

  describe('list', () => {
    const listed = async (options: ListOptions = {}) =>
      (await fresh.souvenir.for().memories.list(options)).memories.map(
        ({ content }) => /The (\w+) box/.exec(content)?.[1],
      );
    const change = (...updates: MemoryUpdate[]) => fresh.store.write(OWNER, { at: fresh.clock.now(), updates });

    it('returns active memories in order of creation', async () => {
      const id = await colours('red', 'blue', 'green');
      await fresh.souvenir.for().memories.archive(id('blue'));
      expect(await listed()).toEqual(['red', 'green']);
      expect(await listed({ statuses: ['archived'] })).toEqual(['blue']);
      expect(await listed({ statuses: [] })).toEqual([]);
      expect(await listed({ descending: true })).toEqual(['green', 'red']);
      await fresh.souvenir.for().memories.forget(id('red'));
      expect(await listed({ statuses: ['forgotten'] })).toEqual(['red']);
    });

    it('sorts', async () => {
      const id = await colours('red', 'blue', 'green');
      const at = (day: string) => new Date(`2026-02-${day}`);
      await change(
        { id: id('red'), importance: 0.9, confidence: 0.2, updatedAt: at('02'), validAt: at('02') },
        { id: id('blue'), importance: 0.5, confidence: 0.9, updatedAt: at('03'), validAt: at('01') },
        { id: id('green'), importance: 0.1, confidence: 0.5, updatedAt: at('01'), validAt: at('03') },
      );
      const memoryIds = [id('green'), id('green'), id('red')];
      await fresh.store.write(OWNER, { accesses: { memoryIds, at: fresh.clock.now() } });
      expect(await listed({ sort: 'importance' })).toEqual(['green', 'blue', 'red']);
      expect(await listed({ sort: 'confidence', descending: true })).toEqual(['blue', 'green', 'red']);
      expect(await listed({ sort: 'updated' })).toEqual(['green', 'red', 'blue']);
      expect(await listed({ sort: 'happened' })).toEqual(['blue', 'red', 'green']);
      expect(await listed({ sort: 'accesses', descending: true })).toEqual(['green', 'red', 'blue']);
      expect(await listed({ sort: 'salience', descending: true })).toEqual(['red', 'blue', 'green']);
    });

    it('skips an offset and counts all matches', async () => {
      const id = await colours('red', 'blue', 'green', 'black');
      const { memories } = fresh.souvenir.for();
      expect(await listed({ offset: 1, limit: 2 })).toEqual(['blue', 'green']);
      expect(await listed({ offset: 4 })).toEqual([]);
      expect(await memories.list({ limit: 1 })).not.toHaveProperty('total');
      expect(await memories.list({ limit: 1, withTotal: true, descending: true })).toMatchObject({ total: 4 });
      const { next, total } = await memories.list({ limit: 1, offset: 1, withTotal: true, containing: 'E' });
      expect([total, await listed({ limit: 1, cursor: next as string, containing: 'E' })]).toEqual([4, ['green']]);
      await memories.forget(id('blue'));
      const after = { limit: 1, cursor: next as string, containing: 'E', withTotal: true };
      expect((await memories.list(after)).total).toBe(3);
      await expect(memories.list({ cursor: next as string, offset: 1 })).rejects.toThrow('list.offset');
      await expect(memories.list({ cursor: next as string, containing: 'other' })).rejects.toThrow('list.cursor');
    });

    it('finds a text in the content in any case', async () => {
      await colours('red', 'blue', 'green');
      expect(await listed({ containing: 'RE' })).toEqual(['red', 'green']);
      expect(await listed({ containing: 'The gr' })).toEqual(['green']);
      expect(await listed({ containing: 'r_d' })).toEqual([]);
      await expect(listed({ containing: '' })).rejects.toThrow('list.containing');
      await expect(listed({ containing: 'x'.repeat(201) })).rejects.toThrow('list.containing');
    });

    it('applies filters', async () => {
      await remember('The red box of Anna.', { projectId: 'p', category: 'gift', importance: 0.9, type: 'semantic' });
      await remember('The blue box of Bob.', { sessionId: 's', type: 'procedural', importance: 0.1 });
      await remember('The green box of Anna.', { type: 'episodic', validAt: '2025-05-05', importance: 0.5 });
      expect((await fresh.souvenir.for({ projectId: 'p' }).memories.list()).memories).toMatchObject([
        { content: 'The red box of Anna.' },
      ]);
      expect(await listed({ sessionId: 's' })).toEqual(['blue']);
      expect(await listed({ types: ['episodic', 'procedural'] }).then((each) => each.sort())).toEqual([
        'blue',
        'green',
      ]);
      expect(await listed({ categories: ['gift'] })).toEqual(['red']);
      expect(await listed({ components: ['durable'] })).toEqual([]);
      expect(await listed({ minImportance: 0.5 }).then((each) => each.sort())).toEqual(['green', 'red']);
      expect(await listed({ minSalience: 1 })).toEqual([]);
      expect(await listed({ entities: ['anna'] }).then((each) => each.sort())).toEqual(['green', 'red']);
      expect(await listed({ entities: ['Nobody'] })).toEqual([]);
      expect(await listed({ from: '2025-05-05', to: '2025-05-05' })).toEqual(['green']);
      expect(await listed({ from: '2025-05-06' }).then((each) => each.sort())).toEqual(['blue', 'red']);
      expect((await fresh.souvenir.for({ userId: 'eve' }).memories.list()).memories).toEqual([]);
    });

    it('lists the memories of a past moment', async () => {
      const { id } = await remember('The red box.');
      const before = fresh.clock.now();
      fresh.clock.advance(DAY);
      await fresh.souvenir.for().memories.update(id, { content: 'The blue box.' });
      await remember('The green box.');
      expect(await listed({ asOf: before })).toEqual(['red']);
      expect(await listed({ asOf: fresh.clock.now() })).toContain('blue');
      expect(await listed({ asOf: new Date(before.getTime() - 1) })).toEqual([]);
      await fresh.souvenir.for().memories.archive(id);
      expect(await listed({ asOf: before })).toEqual(['red']);
    });

    it('continues page by page', async () => {
      const names = ['red', 'blue', 'green', 'grey', 'pink'];
      await colours(...names);
      const pages: (string | undefined)[][] = [];
      for (let cursor: string | undefined; ; ) {
        const { memories, next } = await fresh.souvenir
          .for()
          .memories.list({ limit: 2, ...(cursor !== undefined && { cursor }) });
        pages.push(memories.map(({ content }) => content.split(' ')[1]));
        cursor = next;
        if (next === undefined) break;
      }
      expect(pages).toEqual([['red', 'blue'], ['green', 'grey'], ['pink']]);
      expect((await fresh.souvenir.for().memories.list({ limit: 5 })).next).toBeUndefined();
    });

    it('skips and repeats nothing while memories are forgotten and added', async () => {
      await colours('red', 'blue', 'green', 'grey', 'pink');
      const seen: string[] = [];
      for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
        const page = await fresh.souvenir
          .for()
          .memories.list({ limit: 2, descending: true, ...(cursor !== undefined && { cursor }) });
        fresh.clock.advance(DAY);
        for (const { id, content } of page.memories) {
          seen.push(content.split(' ')[1] as string);
          await fresh.souvenir.for().memories.forget(id);
        }
        await remember(`The new box number ${seen.length}.`, { type: 'semantic' });
        cursor = page.next;
      }
      expect(seen).toEqual(['pink', 'grey', 'green', 'blue', 'red']);
    });

    it('omits memories forgotten since the page before', async () => {
      const id = await colours('red', 'blue', 'green');
      const { next } = await fresh.souvenir.for().memories.list({ limit: 1 });
      fresh.clock.advance(DAY);
      await fresh.souvenir.for().memories.forget(id('blue'));
      expect(await listed({ limit: 2, cursor: next as string })).toEqual(['green']);
    });

    it.each<[object, RegExp]>([
      [{ asOf: '2036-01-01' }, /^list\.asOf: is in the future/],
      [{ from: '2026-01-02', to: '2026-01-01' }, /^list\.from: is after list\.to/],
      [{ limit: 0 }, /^list\.limit:/],
      [{ limit: 1001 }, /^list\.limit:/],
      [{ sort: 'colour' }, /^list\.sort:/],
      [{ cursor: 'banana' }, /^list\.cursor:/],
      [{ minImportance: 3 }, /^list\.minImportance:/],
      [{ colour: 'red' }, /colour/],
    ])('refuses %j', async (options, message) => {
      await expect(fresh.souvenir.for().memories.list(options)).rejects.toEqual(refused('invalidInput', message));
    });

    it('refuses the cursor of another listing', async () => {
      await colours('red', 'blue');
      const cursor = (await fresh.souvenir.for().memories.list({ limit: 1 })).next as string;
      const other = refused('invalidInput', /^list\.cursor:/);
      for (const options of [{ descending: true }, { types: ['semantic' as const] }, { sessionId: 'default' }])
        await expect(fresh.souvenir.for().memories.list({ ...options, cursor })).rejects.toEqual(other);
      for (const scope of [{ userId: 'eve' }, { tenantId: 'acme' }, { agentId: 'bob' }, { projectId: 'p' }])
        await expect(fresh.souvenir.for(scope).memories.list({ cursor })).rejects.toEqual(other);
      expect((await fresh.souvenir.for({ sessionId: 'another' }).memories.list({ cursor })).memories).toHaveLength(1);
    });
  });

  it('history lists every version with its cause', async () => {
    const { id } = await remember('The red box.');
    const start = fresh.clock.now();
    fresh.clock.advance(DAY);
    await fresh.souvenir.for().memories.reinforce(id, { reason: 'successfulApplication' });
    await fresh.souvenir.for().memories.update(id, { content: 'The blue box.', reason: 'painted' });
    const versions = await fresh.souvenir.for().memories.history(id);
    expect(
      versions.map(({ number, since, until, cause, memory }) => [number, since, until, cause, memory.content]),
    ).toEqual([
      [1, start, fresh.clock.now(), { kind: 'created' }, 'The red box.'],
      [
        2,
        fresh.clock.now(),
        fresh.clock.now(),
        { kind: 'reinforced', reason: 'successfulApplication' },
        'The red box.',
      ],
      [3, fresh.clock.now(), undefined, { kind: 'updated', reason: 'painted' }, 'The blue box.'],
    ]);
    expect(versions.at(-1)?.memory).toEqual(await fresh.souvenir.for().memories.get(id));
  });
});

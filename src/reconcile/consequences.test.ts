import { describe, expect, it } from 'vitest';
import { memory, minute, OWNER } from '../../test/conformance/store/samples.ts';
import { keeper } from '../../test/support/keeper.ts';
import { createSouvenir, defineAgent, memoryStore } from '../index.ts';
import type { LinkType } from '../model/graph.ts';
import type { MemoryUpdate } from '../model/memory.ts';
import { consequencesOf } from './consequences.ts';

const NOW = minute(60);
const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** `b>a` says that b was derived from a; `b-related>a` that it is tied to it otherwise. */
const linkOf = (reported: string) => {
  const [, fromId = '', type = 'derivedFrom', toId = ''] = /^(\w)(?:-(\w+))?>(\w)$/.exec(reported) ?? [];
  return { fromId, toId, type: type as LinkType, strength: 0.5, createdAt: minute(0) };
};

async function storeWith(...links: string[]) {
  const store = memoryStore();
  await store.open();
  await store.write(OWNER, { memories: IDS.map((id) => memory(id)), links: links.map(linkOf) });
  return store;
}

const superseded = (id: string): MemoryUpdate => ({ id, status: 'superseded' });

describe('the consequences of an ended memory', () => {
  it.each<[string, string[], MemoryUpdate[], string[]]>([
    ['what was derived from it is in doubt', ['b>a', 'c>a'], [superseded('a')], ['b', 'c']],
    ['and what was derived from that', ['b>a', 'c>b', 'd>c'], [superseded('a')], ['b', 'c', 'd']],
    ['not what it was derived from', ['a>b'], [superseded('a')], []],
    [
      'not what is tied to it otherwise',
      ['b-related>a', 'c-contradicts>a', 'd-supersedes>a', 'e-reinforces>a'],
      [superseded('a')],
      [],
    ],
    ['a circle ends', ['b>a', 'c>b', 'a>c'], [superseded('a')], ['b', 'c']],
    ['two ways lead there once', ['b>a', 'c>a', 'd>b', 'd>c'], [superseded('a')], ['b', 'c', 'd']],
    ['what is superseded itself is not in doubt', ['b>a', 'c>b'], [superseded('a'), superseded('b')], ['c']],
    [
      'no further than five steps',
      IDS.slice(1).map((id, at) => `${id}>${IDS[at]}`),
      [superseded('a')],
      IDS.slice(1, 6),
    ],
    [
      'nothing follows from another change',
      ['b>a'],
      [
        { id: 'a', importance: 0.1 },
        { id: 'a', status: 'expired' },
      ],
      [],
    ],
  ])('%s', async (_, links, updates, doubted) => {
    const store = await storeWith(...links);
    const matches = await consequencesOf(OWNER, { updates }, store, NOW);
    expect(matches.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      doubted.map((id) => ({ id, doubtedAt: NOW, updatedAt: NOW })),
    );
  });

  it.each(['forgotten', 'archived', 'expired'] as const)(
    'do not doubt a memory %s, but those that rest on it',
    async (status) => {
      const store = await storeWith('b>a', 'c>b');
      await store.write(OWNER, { updates: [{ id: 'b', status }] });
      const matches = await consequencesOf(OWNER, { updates: [superseded('a')] }, store, NOW);
      expect(matches.map(({ id }) => id)).toEqual(['c']);
    },
  );

  it('are stored with their cause', async () => {
    const store = await storeWith('b>a', 'c>b');
    const reviser = keeper({ consolidate: async () => ({ changes: { updates: [superseded('a')] } }) });
    const agents = defineAgent({ id: OWNER.agentId, components: [reviser] });
    const clock = { now: () => NOW };
    const souvenir = await createSouvenir({ store, agents, clock, embedder: null });
    await souvenir.for(OWNER).record({ content: 'It is not so.' });
    expect((await souvenir.for(OWNER).consolidate()).memoriesSuperseded).toBe(1);
    const stored = await store.getMemories(OWNER, ['a', 'b', 'c', 'd']);
    expect(stored.map(({ status, doubtedAt }) => [status, doubtedAt])).toEqual([
      ['superseded', undefined],
      ['active', NOW],
      ['active', NOW],
      ['active', undefined],
    ]);
  });
});

import { expect, it } from 'vitest';
import { memory, minute, OWNER } from '../../test/conformance/store/samples.ts';
import { languages } from '../languages/languages.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import type { Finding } from './finding.ts';
import { reconcile } from './reconcile.ts';

const NAMES = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gil', 'Hana'];

it('reconcile reads stored memories once for all findings of a batch', async () => {
  const store = memoryStore();
  await store.open();
  await store.write(OWNER, {
    memories: NAMES.map((name) => memory(name, { content: `${name} lives in Lisbon.` })),
  });
  const { getMemories } = store;
  const read: number[] = [];
  store.getMemories = (owner, ids, ...rest) => {
    read.push(ids.length);
    return getMemories(owner, ids, ...rest);
  };
  const findings = NAMES.map((name, at): Finding => {
    const statement = { category: 'fact', importance: 0.5, confidence: 0.8, entities: [], episodeIds: [] };
    return { ...statement, type: 'semantic', content: `${name} lives in ${at % 2 === 0 ? 'Porto' : 'Lisbon'}.` };
  });
  const batch = { owner: OWNER, sessionId: 's', episodes: [], before: [] };
  const context = { store, languages: languages(), clock: { now: () => minute(9) } };
  const { memories, changes } = await reconcile(findings, batch, context, { among: { components: ['durable'] } });
  expect(read).toEqual([NAMES.length]);
  expect(memories.map(({ content }) => content)).toEqual(
    ['Ana', 'Cleo', 'Eve', 'Gil'].map((name) => `${name} lives in Porto.`),
  );
  const superseded = (changes.updates ?? []).filter(({ status }) => status === 'superseded');
  expect(superseded.map(({ id }) => id)).toEqual(['Ana', 'Cleo', 'Eve', 'Gil']);
});

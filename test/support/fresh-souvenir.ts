import { afterEach, beforeEach, expect } from 'vitest';
import { hashEmbedder } from '../../src/embedders/index.ts';
import {
  type AddOptions,
  createSouvenir,
  defineAgent,
  type EventName,
  memoryStore,
  type ScopeInput,
  type Souvenir,
  type SouvenirOptions,
  type Store,
} from '../../src/index.ts';
import { defaultComponents } from '../../src/souvenir/default-components.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { manualClock } from './manual-clock.ts';

export const STORES: [string, () => Store][] = [
  ['memory', memoryStore],
  ['sqlite', () => sqliteStore({ path: ':memory:' })],
];

/** Gives whatever is found: how sure a memory must be is not what is tested here. */
const recall = { threshold: 0, minScoreShare: 0 };
export const AGENTS = [
  defineAgent({ id: 'ada', components: defaultComponents({}), recall }),
  defineAgent({ id: 'bob', components: defaultComponents({}), recall }),
];
export const OWNER = { tenantId: 'default', userId: 'default', agentId: 'ada' };

/** A statement to remember, and whose it is. */
type AddOptionsIn = AddOptions & ScopeInput;

/** A memory over a fresh store for every test. */
export function freshSouvenir(makeStore: () => Store) {
  const clock = manualClock();
  const fresh = {
    clock,
    store: undefined as unknown as Store,
    souvenir: undefined as unknown as Souvenir,
    /** Opens it again with other options. */
    async open(options: Partial<SouvenirOptions> = {}) {
      await fresh.souvenir?.close();
      clock.set('2026-03-01T09:00:00Z');
      fresh.store = makeStore();
      const { store } = fresh;
      fresh.souvenir = await createSouvenir({
        ...{ store, clock, agents: AGENTS, embedder: hashEmbedder(), reader: null },
        ...options,
      });
    },
    /** What is told of from now on, each by its name and the memory it is about. */
    reported(...names: EventName[]): [string, unknown][] {
      const received: [string, unknown][] = [];
      for (const name of names)
        fresh.souvenir.on(name, (event) =>
          received.push([name, 'memory' in event ? event.memory.id : Object(event).memoryId]),
        );
      return received;
    },
    async remember(content: string, options: AddOptionsIn = {}) {
      const { tenantId, userId, agentId, projectId, sessionId, ...rest } = options;
      const { memories } = fresh.souvenir.for({ tenantId, userId, agentId, projectId, sessionId });
      return (await memories.add(content, rest)).memory;
    },
  };
  beforeEach(() => fresh.open());
  afterEach(() => fresh.souvenir.close());
  return fresh;
}

/** What an error says, for comparison. */
export const refused = (code: string, message: RegExp = /./) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

import { describe, expect, it } from 'vitest';
import { durable } from '../../src/components/index.ts';
import { hashEmbedder } from '../../src/embedders/index.ts';
import { createSouvenir, defineAgent, type Embedder, type EventName, memoryStore } from '../../src/index.ts';
import type { NamedEvent } from '../../src/telemetry/events.ts';
import { keeper } from '../support/keeper.ts';
import { DAY, MINUTE, manualClock } from '../support/manual-clock.ts';
import { sharedReader } from '../support/shared-embedder.ts';
import { cycled } from '../support/tell.ts';

async function open(components = [durable()], embedder: Embedder | null = null) {
  const clock = manualClock();
  const store = memoryStore();
  const agents = defineAgent({ components });
  const souvenir = await createSouvenir({ store, clock, agents, embedder, reader: sharedReader });
  return { souvenir, clock, store };
}

async function readAll<Name extends EventName>(stream: AsyncIterable<NamedEvent<Name>>): Promise<NamedEvent<Name>[]> {
  const reported: NamedEvent<Name>[] = [];
  for await (const each of stream) reported.push(each);
  return reported;
}

const namesOf = (reported: readonly NamedEvent[]) => reported.map(({ name }) => name);

describe('the events of a memory', () => {
  it('are delivered in order from the call until close', async () => {
    const { souvenir } = await open([keeper()]);
    await souvenir.for().record({ content: 'before' });
    const stream = souvenir.events();
    await souvenir.for().record({ content: 'after' });
    const report = await souvenir.for().consolidate();
    await souvenir.for().record({ content: 'flushed by close' });
    await souvenir.close();
    const reported = await readAll(stream);
    expect(namesOf(reported)).toEqual([
      'episodeRecorded',
      'episodesFlushed',
      'memoryCreated',
      'memoryCreated',
      'consolidationProgress',
      'consolidationCompleted',
      'episodeRecorded',
      'episodesFlushed',
    ]);
    expect(reported[5]?.event).toMatchObject({ report });
    expect(() => souvenir.events()).toThrow('closed');
  });

  it('are the requested ones, and a reader that leaves or never reads has no effect', async () => {
    const { souvenir } = await open([keeper()]);
    const leaving = new AbortController();
    const unread = souvenir.events(undefined, { maxWaiting: 2 });
    const created = souvenir.events(['memoryCreated']);
    const left = readAll(souvenir.events(['episodeRecorded'], { signal: leaving.signal }));
    await souvenir.for().record({ content: 'one' });
    leaving.abort();
    await souvenir.for().record({ content: 'two' });
    await souvenir.for().consolidate();
    expect(await left).toHaveLength(1);
    const contents: string[] = [];
    for await (const { event } of created) {
      contents.push(event.memory.content);
      if (contents.length === 2) break;
    }
    expect(contents).toEqual(['one', 'two']);
    await souvenir.close();
    expect(namesOf(await readAll(unread))).toEqual(['consolidationProgress', 'consolidationCompleted']);
  });

  it('refuse a buffer length of 0', async () => {
    const { souvenir } = await open();
    expect(() => souvenir.events([], { maxWaiting: 0 })).toThrow('events.maxWaiting');
    await souvenir.close();
  });

  it('continue after listeners throw or reject', async () => {
    const { souvenir } = await open([keeper()]);
    const failures: string[] = [];
    souvenir.on('listenerFailed', ({ error }) => failures.push(String(error)));
    souvenir.on('memoryCreated', () => {
      throw 'thrown';
    });
    souvenir.on('memoryCreated', () => Promise.reject('rejected'));
    await souvenir.for().record({ content: 'one' });
    expect(await souvenir.for().consolidate()).toMatchObject({ memoriesCreated: 1 });
    await new Promise(setImmediate);
    expect(failures).toEqual(['thrown', 'rejected']);
    await souvenir.close();
  });
});

type Opened = Awaited<ReturnType<typeof open>>;

/** The list of events in the design, each with what must bring it about. */
const BROUGHT_ABOUT_BY: readonly (readonly [EventName, string, (opened: Opened) => Promise<unknown>])[] = [
  ['memoryCreated', 'remember', ({ souvenir }) => souvenir.for().memories.add('The mascot is a fox.')],
  [
    'memoryReinforced',
    'reinforce',
    async ({ souvenir }) => {
      const { memory } = await souvenir.for().memories.add('The mascot is a fox.');
      await souvenir.for().memories.reinforce(memory.id, { reason: 'explicitConfirmation' });
    },
  ],
  [
    'memoryUpdated',
    'update',
    async ({ souvenir }) => {
      const { memory } = await souvenir.for().memories.add('The mascot is a fox.');
      await souvenir.for().memories.update(memory.id, { content: 'The mascot is a heron.' });
    },
  ],
  [
    'memoryCorrected',
    'correct',
    async ({ souvenir }) => {
      const { memory } = await souvenir.for().memories.add('The mascot is a fox.');
      await souvenir
        .for()
        .memories.correct(memory.id, { content: 'The mascot is a heron.', reason: 'seen on the sign' });
    },
  ],
  [
    'memoryArchived',
    'archive',
    async ({ souvenir }) => {
      const { memory } = await souvenir.for().memories.add('The mascot is a fox.');
      await souvenir.for().memories.archive(memory.id);
    },
  ],
  [
    'memoryForgotten',
    'forget',
    async ({ souvenir }) => {
      const { memory } = await souvenir.for().memories.add('The mascot is a fox.');
      await souvenir.for().memories.forget(memory.id);
    },
  ],
  [
    'memoryRestored',
    'restore',
    async ({ souvenir }) => {
      const { memory } = await souvenir.for().memories.add('The mascot is a fox.');
      await souvenir.for().memories.archive(memory.id);
      await souvenir.for().memories.restore(memory.id);
    },
  ],
  [
    'memorySuperseded',
    'consolidation',
    async ({ souvenir, clock }) => {
      await souvenir.for().record({ content: 'I live in Bergen.' });
      clock.advance(DAY);
      await souvenir.for().record({ content: 'I live in Oslo now.' });
      await souvenir.for().consolidate();
      clock.advance(DAY);
      await souvenir.for().record({ content: 'I live in Lisbon now.' });
      await souvenir.for().consolidate();
    },
  ],
  [
    'memoriesLinked',
    'link',
    async ({ souvenir }) => {
      const [one, two] = [
        await souvenir.for().memories.add('The mascot is a fox.'),
        await souvenir.for().memories.add('Tea is at noon.'),
      ];
      await souvenir.for().memories.link(one.memory.id, { to: two.memory.id, type: 'related' });
    },
  ],
  ['consolidationCompleted', 'consolidation', ({ souvenir }) => souvenir.for().consolidate()],
  [
    'patternExtracted',
    'a workflow',
    async ({ souvenir }) => {
      for (let time = 0; time < 3; time++) await souvenir.for().procedures.learn(['pull', 'test']);
    },
  ],
  [
    'patternExtracted',
    'the cycle',
    async ({ souvenir, clock }) => {
      for (let day = 0; day < 4; day++) {
        clock.advance(DAY);
        await souvenir
          .for()
          .memories.add(`The nightly build failed with a timeout on day ${day}.`, { type: 'episodic' });
      }
      clock.advance(MINUTE);
      await cycled(souvenir);
    },
  ],
  [
    'contradictionDetected',
    'remember',
    async ({ souvenir, clock }) => {
      await souvenir.for().memories.add('I live in Bergen.');
      clock.advance(DAY);
      await souvenir.for().memories.add('I live in Oslo.');
    },
  ],
  [
    'cycleCompleted',
    'the cycle',
    async ({ souvenir }) => {
      await souvenir.for().memories.add('I live in Oslo.');
      await cycled(souvenir);
    },
  ],
];

describe('every event of the design', () => {
  it.each(BROUGHT_ABOUT_BY)('%s is emitted by %s', async (name, _, work) => {
    const opened = await open([durable()], hashEmbedder());
    const stream = opened.souvenir.events([name]);
    await work(opened);
    await opened.souvenir.close();
    expect((await readAll(stream)).length).toBeGreaterThan(0);
  });
});

it('an unknown event is refused', async () => {
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null });
  expect(() => souvenir.on('memoryCreatd' as 'memoryCreated', () => {})).toThrow(/no event "memoryCreatd"/);
  expect(() => souvenir.events(['nope' as 'recalled'])).toThrow(/no event "nope"/);
  await souvenir.close();
});

it('events report contradictions of a consolidation and published memories', async () => {
  const reported: unknown[] = [];
  const agents = [defineAgent({ id: 'lead' }), defineAgent({ id: 'scout', parent: 'lead' })];
  const souvenir = await createSouvenir({
    ...{ store: memoryStore(), embedder: hashEmbedder(), reader: sharedReader, agents },
  });
  souvenir.on('contradictionDetected', (event) => reported.push(event));
  for (const content of ['I live in Porto.', 'I moved to Faro.']) {
    await souvenir.for({ agentId: 'scout' }).record({ speaker: 'Ana', content });
    await souvenir.for({ agentId: 'scout' }).consolidate();
  }
  const [faro] = (await souvenir.for({ agentId: 'scout' }).memories.list({ components: ['durable'] })).memories;
  expect(reported).toEqual([expect.objectContaining({ memoryId: faro?.id })]);
  souvenir.on('memoryCreated', ({ memory }) => reported.push(memory.agentId));
  await souvenir.for({ agentId: 'scout' }).memories.publish([faro?.id ?? '']);
  expect(reported.at(-1)).toBe('lead');
  await souvenir.close();
});

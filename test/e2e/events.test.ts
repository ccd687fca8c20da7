import { describe, expect, it } from 'vitest';
import { createSouvenir, defineAgent, durable, type EventName, memoryStore, type NamedEvent } from '../../src/index.ts';
import { keeper } from '../support/keeper.ts';
import { DAY, MINUTE, manualClock } from '../support/manual-clock.ts';

async function open(components = [durable()]) {
  const clock = manualClock();
  const store = memoryStore();
  const souvenir = await createSouvenir({ store, clock, agents: defineAgent({ components }), embedder: null });
  return { souvenir, clock, store };
}

async function readAll<Name extends EventName>(stream: AsyncIterable<NamedEvent<Name>>): Promise<NamedEvent<Name>[]> {
  const told: NamedEvent<Name>[] = [];
  for await (const each of stream) told.push(each);
  return told;
}

const namesOf = (told: readonly NamedEvent[]) => told.map(({ name }) => name);

describe('the events of a memory', () => {
  it('come one after another, from the call on until the memory is closed', async () => {
    const { souvenir } = await open([keeper()]);
    souvenir.record({ content: 'before' });
    const stream = souvenir.events();
    souvenir.record({ content: 'after' });
    const report = await souvenir.onContextPressure();
    souvenir.record({ content: 'flushed by close' });
    await souvenir.close();
    const told = await readAll(stream);
    expect(namesOf(told)).toEqual([
      'episodeRecorded',
      'episodesFlushed',
      'memoryCreated',
      'memoryCreated',
      'consolidationProgress',
      'consolidationCompleted',
      'episodeRecorded',
      'episodesFlushed',
    ]);
    expect(told[5]?.event).toMatchObject({ report });
    expect(() => souvenir.events()).toThrow('closed');
  });

  it('are those asked for, and a reader that leaves or never reads harms nobody', async () => {
    const { souvenir } = await open([keeper()]);
    const leaving = new AbortController();
    const unread = souvenir.events(undefined, { most: 2 });
    const created = souvenir.events(['memoryCreated']);
    const left = readAll(souvenir.events(['episodeRecorded'], { signal: leaving.signal }));
    souvenir.record({ content: 'one' });
    leaving.abort();
    souvenir.record({ content: 'two' });
    await souvenir.onContextPressure();
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

  it('refuse a length of nothing', async () => {
    const { souvenir } = await open();
    expect(() => souvenir.events([], { most: 0 })).toThrow('events.most');
    await souvenir.close();
  });

  it('go on when listeners throw or reject, and so does the work', async () => {
    const { souvenir } = await open([keeper()]);
    const failures: string[] = [];
    souvenir.on('listenerFailed', ({ error }) => failures.push(String(error)));
    souvenir.on('memoryCreated', () => {
      throw 'thrown';
    });
    souvenir.on('memoryCreated', () => Promise.reject('rejected'));
    souvenir.record({ content: 'one' });
    expect(await souvenir.onContextPressure()).toMatchObject({ memoriesCreated: 1 });
    await new Promise(setImmediate);
    expect(failures).toEqual(['thrown', 'rejected']);
    await souvenir.close();
  });
});

type Opened = Awaited<ReturnType<typeof open>>;

/** The list of events in the design, each with what must bring it about. */
const BROUGHT_ABOUT_BY: readonly (readonly [EventName, string, (opened: Opened) => Promise<unknown>])[] = [
  ['memoryCreated', 'remember', ({ souvenir }) => souvenir.remember('The mascot is a fox.')],
  [
    'memoryReinforced',
    'reinforce',
    async ({ souvenir }) => {
      const { memory } = await souvenir.remember('The mascot is a fox.');
      await souvenir.reinforce(memory.id, 'explicitConfirmation');
    },
  ],
  [
    'memoryUpdated',
    'update',
    async ({ souvenir }) => {
      const { memory } = await souvenir.remember('The mascot is a fox.');
      await souvenir.update(memory.id, { content: 'The mascot is a heron.' });
    },
  ],
  [
    'memoryCorrected',
    'correct',
    async ({ souvenir }) => {
      const { memory } = await souvenir.remember('The mascot is a fox.');
      await souvenir.correct(memory.id, 'The mascot is a heron.', 'seen on the sign');
    },
  ],
  [
    'memoryArchived',
    'archive',
    async ({ souvenir }) => {
      const { memory } = await souvenir.remember('The mascot is a fox.');
      await souvenir.archive(memory.id);
    },
  ],
  [
    'memoryForgotten',
    'forget',
    async ({ souvenir }) => {
      const { memory } = await souvenir.remember('The mascot is a fox.');
      await souvenir.forget(memory.id);
    },
  ],
  [
    'memoryRestored',
    'restore',
    async ({ souvenir }) => {
      const { memory } = await souvenir.remember('The mascot is a fox.');
      await souvenir.archive(memory.id);
      await souvenir.restore(memory.id);
    },
  ],
  [
    'memorySuperseded',
    'consolidation',
    async ({ souvenir, clock }) => {
      souvenir.record({ content: 'I live in Bergen.' });
      clock.advance(DAY);
      souvenir.record({ content: 'I moved to Oslo, I live in Oslo now.' });
      await souvenir.onContextPressure();
      clock.advance(DAY);
      souvenir.record({ content: 'I live in Lisbon now.' });
      await souvenir.onContextPressure();
    },
  ],
  [
    'memoriesLinked',
    'link',
    async ({ souvenir }) => {
      const [one, two] = [await souvenir.remember('The mascot is a fox.'), await souvenir.remember('Tea is at noon.')];
      await souvenir.link(one.memory.id, two.memory.id, 'related');
    },
  ],
  ['consolidationCompleted', 'consolidation', ({ souvenir }) => souvenir.consolidate()],
  [
    'patternExtracted',
    'a workflow',
    async ({ souvenir }) => {
      for (let time = 0; time < 3; time++) await souvenir.capture.workflow({ actions: ['pull', 'test'] });
    },
  ],
  [
    'patternExtracted',
    'the cycle',
    async ({ souvenir, clock }) => {
      for (let day = 0; day < 4; day++) {
        clock.advance(DAY);
        await souvenir.remember(`The nightly build failed with a timeout on day ${day}.`, { type: 'episodic' });
      }
      clock.advance(MINUTE);
      await souvenir.cycle();
    },
  ],
  [
    'contradictionDetected',
    'remember',
    async ({ souvenir, clock }) => {
      await souvenir.remember('I live in Bergen.');
      clock.advance(DAY);
      await souvenir.remember('I live in Oslo.');
    },
  ],
  ['cycleCompleted', 'the cycle', ({ souvenir }) => souvenir.cycle()],
];

describe('every event of the design', () => {
  it.each(BROUGHT_ABOUT_BY)('%s is brought about by %s', async (name, _, work) => {
    const opened = await open();
    const stream = opened.souvenir.events([name]);
    await work(opened);
    await opened.souvenir.close();
    expect((await readAll(stream)).length).toBeGreaterThan(0);
  });
});

it('refuses an event that there is not', async () => {
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null });
  expect(() => souvenir.on('memoryCreatd' as 'memoryCreated', () => {})).toThrow(/no event "memoryCreatd"/);
  expect(() => souvenir.events(['nope' as 'recalled'])).toThrow(/no event "nope"/);
  await souvenir.close();
});

it('tells of a contradiction that consolidation found, and of what publishing made', async () => {
  const told: unknown[] = [];
  const agents = [defineAgent({ id: 'lead' }), defineAgent({ id: 'scout', parent: 'lead' })];
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null, agents });
  souvenir.on('contradictionDetected', (event) => told.push(event));
  for (const content of ['I live in Porto.', 'I moved to Faro.']) {
    souvenir.record({ agentId: 'scout', speaker: 'Ana', content });
    await souvenir.onContextPressure({ agentId: 'scout' });
  }
  const [faro] = (await souvenir.list({ agentId: 'scout', components: ['durable'] })).memories;
  expect(told).toEqual([expect.objectContaining({ memoryId: faro?.id })]);
  souvenir.on('memoryCreated', ({ memory }) => told.push(memory.agentId));
  await souvenir.publish([faro?.id ?? ''], { agentId: 'scout' });
  expect(told.at(-1)).toBe('lead');
  await souvenir.close();
});

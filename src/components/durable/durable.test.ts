import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, manualClock } from '../../../test/support/manual-clock.ts';
import { deciding } from '../../../test/support/open-component.ts';
import { sharedEmbedder, sharedReader } from '../../../test/support/shared-embedder.ts';
import { cycled } from '../../../test/support/tell.ts';
import type { Component } from '../../contracts/component.ts';
import type { Embedder } from '../../contracts/embedder.ts';
import type { PairRelation, Reader, SentenceReading, StatementPair } from '../../contracts/reader.ts';
import { createSouvenir, defineAgent, type EpisodeInput, type Llm, memoryStore } from '../../index.ts';
import { episodic } from '../index.ts';
import type { DurableConfig } from './durable.ts';
import { durable } from './durable.ts';

const owner = { tenantId: 'default', userId: 'default', agentId: 'default' };

interface Setup {
  readonly config?: DurableConfig;
  readonly llm?: Llm;
  readonly others?: readonly Component[];
  readonly embedder?: Embedder | null;
  readonly reader?: Reader | null;
}

async function open({ config, llm, others = [], embedder = null, reader = sharedReader }: Setup = {}) {
  const store = memoryStore();
  const clock = manualClock();
  const agents = defineAgent({ components: [durable(config), ...others] });
  const souvenir = await createSouvenir({
    ...{ store, clock, agents, embedder, reader },
    ...(llm !== undefined && { llm }),
  });
  let sessions = 0;
  const record = async (...turns: (string | EpisodeInput)[]) => {
    sessions += 1;
    for (const turn of turns) {
      clock.advance(MINUTE);
      const input = typeof turn === 'string' ? { content: turn, speaker: 'Ana' } : turn;
      await souvenir.for({ sessionId: `s${sessions}` }).record({ ...input });
    }
  };
  /** A session of its own, consolidated. */
  const tell = async (...turns: (string | EpisodeInput)[]) => {
    await record(...turns);
    return souvenir.for().consolidate({ minAgeMs: 0 });
  };
  const all = async () =>
    (await store.listMemories(owner, { filter: {}, limit: 500 })).filter(({ component }) => component === 'durable');
  const active = async () => (await all()).filter(({ status }) => status === 'active').map(({ content }) => content);
  const entities = () => store.listEntities(owner, { limit: 100 });
  const ties = async () =>
    store.relationshipsOf(
      owner,
      (await entities()).map(({ id }) => id),
    );
  const links = async () =>
    store.linksOf(
      owner,
      (await all()).map(({ id }) => id),
    );
  return { ...{ store, clock, souvenir, record, tell, all, active, entities, ties, links } };
}

const TALK: SentenceReading = { kind: 'chatter', chance: 0.9, lasts: 0.02 };
const LASTING: SentenceReading = { kind: 'fact', chance: 0.9, lasts: 0.9 };

interface Does {
  readonly relation: PairRelation;
  readonly chance?: number;
}

/** A reader that takes the sentences named for lasting facts, but for what is said of each, and all others for talk. */
const knowing = (
  sentences: Readonly<Record<string, Partial<SentenceReading>>>,
  does: (pair: StatementPair) => Does = () => ({ relation: 'unrelated' }),
): Reader => ({
  answers: async (_, passages) => passages.map(() => ({ odds: 0 })),
  sentences: async (asked) => asked.map(({ text }) => (text in sentences ? { ...LASTING, ...sentences[text] } : TALK)),
  relations: async (pairs) => pairs.map((pair) => ({ chance: 0.97, ...does(pair) })),
});
/** Takes every sentence for a fact that lasts. */
const credulous: Reader = { ...knowing({}), sentences: async (asked) => asked.map(() => LASTING) };

/** Finds everything near everything else, so that every pair is read. */
const near: Embedder = { id: 'near', embed: async (texts) => texts.map(() => Float32Array.of(1, 0)) };

const REPLACES = () => ({ relation: 'replaces' as const });
const OSLO = 'These days Oslo is home for all three of us.';
const BERGEN = 'By now we wake up in Bergen, all three of us.';
const GRAZ = 'And since spring it has been Graz for all three of us.';
const MOVES = { [OSLO]: {}, [BERGEN]: {}, [GRAZ]: {} };

describe('in thirteen months without a recall', () => {
  const statusAfter = async (reader: Reader, text: string) => {
    const { tell, clock, souvenir, all } = await open({ reader, embedder: sharedEmbedder });
    await tell({ content: text });
    for (let month = 0; month < 13; month++) {
      clock.advance(30.5 * DAY);
      await souvenir.for().consolidate();
      await cycled(souvenir);
    }
    return (await all()).map(({ status }) => status);
  };

  it.each<[string, Partial<SentenceReading>]>([
    ['I am allergic to penicillin.', { field: 'health' }],
    ['I cannot drive at night.', { kind: 'limit', field: 'restrictions' }],
    ['My ex-husband is not allowed near the kids.', { field: 'people' }],
    ['Call me Quill.', { kind: 'directive', field: 'name' }],
    ['I am 43 years old.', {}],
    ['Never use the left socket, it gives shocks.', { kind: 'limit' }],
    ['Always answer me in French.', { kind: 'directive', field: 'directives' }],
    ['I prefer the window seat.', { kind: 'preference' }],
    ['We sold the boat last spring.', { kind: 'event', field: 'home' }],
    ['I am running a marathon in May.', { kind: 'plan', field: 'goals' }],
  ])('the fact %j stays active', async (text, read) => {
    expect(await statusAfter(knowing({ [text]: read }), text)).toEqual(['active']);
  });

  it.each<[string, Partial<SentenceReading>]>([
    ['The lift was out of order today.', { kind: 'event' }],
    ['Our train was cancelled again.', { kind: 'event' }],
    ['The printer on our floor jams on thick paper.', { kind: 'surroundings' }],
    ['The wifi at the cabin is slow.', { kind: 'surroundings' }],
    ['We are going to repaint the fence.', { kind: 'plan' }],
    ['The build took nine minutes.', { kind: 'result' }],
    ['Switching it off and on helped.', { kind: 'worked' }],
  ])('the fact %j is archived', async (text, read) => {
    expect(await statusAfter(knowing({ [text]: read }), text)).toEqual(['archived']);
  });

  it('a finding of a language model without a field stays active', async () => {
    const { tell, clock, souvenir, all } = await open({
      llm: async () =>
        JSON.stringify({ names: ['Ana'], facts: [{ text: 'Ana is allergic to nuts.', category: 'fact', from: [1] }] }),
    });
    await tell('I am allergic to nuts.');
    clock.advance(400 * DAY);
    await souvenir.for().consolidate();
    await cycled(souvenir);
    expect(await all()).toMatchObject([{ status: 'active', metadata: { role: 'user' } }]);
  });
});

describe('the durable component', () => {
  it('A fact is stored word for word with speaker, reading, source, time and entities', async () => {
    const { tell, all, entities } = await open({
      reader: knowing({ 'I work at Acme.': { lasts: 0.88, field: 'work' } }),
    });
    await tell({ content: 'I work at Acme.', speaker: 'Ana', metadata: { turnId: 't1' } });
    const [memory, ...more] = await all();
    expect(more).toEqual([]);
    expect(memory).toMatchObject({
      ...{ content: 'Ana: I work at Acme.', category: 'fact', type: 'semantic', status: 'active', confidence: 0.88 },
      validAt: new Date('2026-03-01T09:01:00Z'),
      provenance: { turnIds: ['t1'], conversationId: 's1' },
      metadata: { role: 'user', speaker: 'Ana', kind: 'fact', field: 'work' },
    });
    const names = (await entities()).filter(({ id }) => memory?.entityIds.includes(id)).map(({ name }) => name);
    expect(names).toContain('Acme');
  });

  it.each<[string, Partial<SentenceReading>, string, string]>([
    ['Claude wrote the migration of our shop.', {}, 'Claude', 'product'],
    ['Our code editor at work is Cursor.', {}, 'Cursor', 'concept'],
    ['I always let Copilot write the tests.', { field: 'preferences' }, 'Copilot', 'concept'],
    ['I use Terraform at work for all servers.', { field: 'work' }, 'Terraform', 'concept'],
    ['Zed wants me to update it every week.', {}, 'Zed', 'concept'],
    ['Maribel is my boss.', { field: 'people' }, 'Maribel', 'person'],
    ['Okwudili and I share a flat.', { field: 'people' }, 'Okwudili', 'person'],
    ['My friend Xochitl sold her van.', {}, 'Xochitl', 'person'],
  ])('The name in %j is a person only if the sentence or its reading says so', async (text, read, name, type) => {
    const { tell, entities } = await open({ reader: knowing({ [text]: read }) });
    await tell({ content: text });
    expect(await entities()).toMatchObject([{ name, type }]);
  });

  it("The package's reader keeps a plain fact and drops small talk", async () => {
    const { tell, active } = await open();
    await tell('My partner is called Marek.', 'Haha, that is so funny.', 'When does it open?');
    expect(await active()).toEqual(['Ana: My partner is called Marek.']);
  });

  it('Only the lasting sentences of a turn are kept', async () => {
    const { tell, active } = await open({ reader: knowing({ [OSLO]: {} }) });
    await tell(`What a day! ${OSLO} The bus was late again.`);
    expect(await active()).toEqual([`Ana: ${OSLO}`]);
  });

  it.each<[string, EpisodeInput]>([
    ['greeting', { content: 'Good morning, everyone!' }],
    ['block of code', { content: '```\n// I live in Oslo.\nThe capital of Tuvalu is Funafuti.\n```' }],
    ['block of code without an end', { content: '```\nThe capital\nof Tuvalu\nThe capital of Tuvalu is Funafuti.' }],
    ['quotation', { content: '> I live in Oslo.\n> The capital of Tuvalu is Funafuti.' }],
    ['pasted text', { content: Array.from({ length: 12 }, (_, at) => `The gate ${at} is green.`).join('\n') }],
    ['statement of the assistant', { content: 'The capital of Tuvalu is Funafuti.', role: 'assistant' }],
    ['result of a tool', { content: 'The capital of Tuvalu is Funafuti.', role: 'tool', type: 'toolResult' }],
    ['document', { content: 'The capital of Tuvalu is Funafuti.', metadata: { trust: 'document' } }],
    ['recalled text', { content: OSLO, metadata: { recalled: true } }],
    ['sentence in another language', { content: 'Ich wohne seit vielen Jahren mit meiner Familie in Hamburg.' }],
  ])('A %s is not kept even if the reader rates everything as lasting', async (_, turn) => {
    const { tell, all } = await open({ reader: credulous });
    await tell(turn);
    expect(await all()).toEqual([]);
  });

  it.each<[string, Reader | null]>([
    ['no reader', null],
    ['a reader that cannot read sentences', { answers: async () => [] }],
  ])('Nothing is kept with %s', async (_, reader) => {
    const { tell, all } = await open({ reader });
    expect(await tell(OSLO)).toMatchObject({ sessionsProcessed: 1, findingsRefused: 0 });
    expect(await all()).toEqual([]);
  });

  it.each<[string, NonNullable<Reader['sentences']>]>([
    ['fails', async () => Promise.reject(new Error('lost'))],
    ['reads too few sentences', async () => []],
  ])('A session stays pending if the reader %s', async (_, sentences) => {
    const reader = { ...knowing({}), sentences };
    const { tell, souvenir, active } = await open({ reader });
    const report = await tell(OSLO);
    expect(report.components[0]?.failures).toMatchObject([{ sessionId: 's1' }]);
    expect(await active()).toEqual([]);
    reader.sentences = async (asked) => asked.map(() => LASTING);
    await souvenir.for().consolidate({ minAgeMs: 0 });
    expect(await active()).toEqual([`Ana: ${OSLO}`]);
  });

  it('Dropped small talk does not count as refused', async () => {
    const { tell } = await open({ reader: knowing({}) });
    expect(await tell(OSLO, 'The bus was late again.')).toMatchObject({ findingsRefused: 0, memoriesCreated: 0 });
  });

  it('A sentence below the minimum importance is dropped', async () => {
    const { tell, active } = await open({
      config: { minImportance: 0.7 },
      reader: knowing({ [OSLO]: { field: 'home' }, 'The capital of Tuvalu is Funafuti.': {} }),
    });
    await tell(OSLO, 'The capital of Tuvalu is Funafuti.');
    expect(await active()).toEqual([`Ana: ${OSLO}`]);
  });

  it.each(['userDirective', 'decision'] as const)(
    'An episode of type %s is kept unless it is clearly small talk',
    async (type) => {
      const reader = knowing({ 'Reports are due on Mondays.': { lasts: 0.3 }, 'Let us see then.': { lasts: 0.2 } });
      const { tell, active } = await open({ reader });
      await tell({ content: 'Reports are due on Mondays.' }, { content: 'Let us see then.', type });
      expect(await active()).toEqual([]);
      await tell({ content: 'Reports are due on Mondays.', type });
      expect(await active()).toEqual(['Reports are due on Mondays.']);
    },
  );

  it('A reply that does not stand alone is kept with the question before it, even if the question was consolidated earlier', async () => {
    const { tell, souvenir, clock, all } = await open({ reader: knowing({ 'Since 2019.': { standsAlone: 0.1 } }) });
    const question = { content: 'Good to know! How long have you been vegan?', role: 'assistant' as const };
    await tell({ ...question, speaker: 'Nora' }, 'Since 2019.');
    clock.advance(MINUTE);
    await souvenir.for({ sessionId: 'cut' }).record({ ...question, speaker: 'Max' });
    await souvenir.for().consolidate({ minAgeMs: 0 });
    clock.advance(MINUTE);
    await souvenir.for({ sessionId: 'cut' }).record({ content: 'Since 2019.', speaker: 'Ana' });
    await souvenir.for().consolidate({ minAgeMs: 0 });
    expect((await all()).map(({ content }) => content)).toEqual([
      'Ana: Since 2019. (Nora: Good to know! How long have you been vegan?)',
      'Ana: Since 2019. (Max: Good to know! How long have you been vegan?)',
    ]);
  });
});

describe('a repeated statement', () => {
  it('A sentence is not merged with a later one of its turn that is stored with it', async () => {
    const [aunt, flowers] = ['My aunt Oona has moved in.', 'She does the flowers.'];
    const reader = knowing({ [aunt]: {}, [flowers]: { standsAlone: 0.1 } }, () => ({ relation: 'same' }));
    const { tell, active } = await open({ reader, embedder: near });
    await tell(`${aunt} ${flowers}`);
    expect(await active()).toEqual([`Ana: ${aunt}`, `Ana: ${aunt} ${flowers}`]);
  });

  it('The same words are merged into the stored memory with joined sources, the higher importance and a raised confidence', async () => {
    const readings: Record<string, Partial<SentenceReading>> = { [OSLO]: { lasts: 0.91 } };
    const { clock, tell, all } = await open({ reader: knowing(readings) });
    await tell(OSLO);
    const [before] = await all();
    clock.advance(DAY);
    readings[OSLO] = { field: 'home' };
    expect(await tell(OSLO)).toMatchObject({ memoriesCreated: 0, memoriesMerged: 1 });
    const [after, ...more] = await all();
    expect(more).toEqual([]);
    expect(before).toMatchObject({ importance: 0.6, confidence: 0.91 });
    expect(after).toMatchObject({ id: before?.id, content: `Ana: ${OSLO}`, importance: 0.75 });
    expect(after?.confidence).toBeGreaterThan(0.8);
    expect(after?.confidenceTrajectory).toEqual([
      ...(before?.confidenceTrajectory ?? []),
      { confidence: after?.confidence, at: clock.now() },
    ]);
    expect(after).toMatchObject({ lastReinforcedAt: clock.now(), updatedAt: clock.now() });
    expect(after?.provenance.episodeIds).toHaveLength(2);
    expect(new Set(after?.entityIds).size).toBe(after?.entityIds.length);
  });

  it('The same words are stored once if a session repeats them', async () => {
    const { tell, all } = await open({ reader: knowing({ [OSLO]: {} }) });
    expect(await tell(OSLO, OSLO)).toMatchObject({ memoriesMerged: 1 });
    expect((await all()).map(({ provenance }) => provenance.episodeIds.length)).toEqual([2]);
  });

  it('The same words of two people are stored for each of them', async () => {
    const { tell, active } = await open({ reader: knowing({ [OSLO]: {} }) });
    await tell(OSLO);
    await tell({ content: OSLO, speaker: 'Ben' });
    expect(await active()).toEqual([`Ana: ${OSLO}`, `Ben: ${OSLO}`]);
  });

  it('A memory keeps its first and latest sources, however often it is repeated', async () => {
    const { tell, all } = await open({ reader: knowing({ [OSLO]: {} }) });
    for (let times = 0; times < 30; times++) await tell(OSLO);
    const [memory, ...more] = await all();
    expect(more).toEqual([]);
    expect(memory?.provenance.episodeIds).toHaveLength(20);
    expect(memory?.confidenceTrajectory).toHaveLength(20);
  });

  it.each([
    [0.91, 1],
    [0.89, 2],
  ])('A paraphrase with a reader confidence of %d leaves %d memories', async (chance, left) => {
    const [cannot, allergic] = ['I cannot eat peanuts.', 'I am allergic to peanuts.'];
    const reader = knowing({ [cannot]: {}, [allergic]: {} }, () => ({ relation: 'same', chance }));
    const { tell, active } = await open({ embedder: near, reader });
    await tell(cannot);
    await tell(allergic);
    expect(await active()).toHaveLength(left);
    expect(await active()).toContain(`Ana: ${cannot}`);
  });

  it('Memories of other components are not compared', async () => {
    const memories = [{ content: `Ana: ${OSLO}`, category: 'note' }];
    const other: Component = { name: 'other', consolidate: async () => ({ memories }) };
    const { tell, active } = await open({ others: [other], reader: knowing({ [OSLO]: {} }) });
    await tell('Hello!');
    await tell(OSLO);
    expect(await active()).toEqual([`Ana: ${OSLO}`]);
  });
});

describe('an outdated statement', () => {
  it('A superseded memory stays with the time at which it ended', async () => {
    const { clock, tell, all, links } = await open({ embedder: near, reader: knowing(MOVES, REPLACES) });
    await tell(OSLO);
    clock.advance(DAY);
    expect(await tell(BERGEN)).toMatchObject({ memoriesSuperseded: 1 });
    const [old, now] = await all();
    expect(old).toMatchObject({ status: 'superseded', supersededBy: now?.id, invalidAt: now?.validAt });
    expect(old?.validAt).toEqual(new Date('2026-03-01T09:01:00Z'));
    expect(now).toMatchObject({ content: `Ana: ${BERGEN}`, status: 'active' });
    expect(await links()).toMatchObject([{ fromId: now?.id, toId: old?.id, type: 'supersedes' }]);
  });

  it("The package's models supersede the old home of a person who moved", async () => {
    const { clock, tell, active } = await open({ embedder: sharedEmbedder });
    await tell('I live in Oslo.');
    clock.advance(DAY);
    await tell('I moved to Bergen last month.');
    expect(await active()).toEqual(['Ana: I moved to Bergen last month.']);
  });

  it.each<[string, Does]>([
    ['that is not sure', { relation: 'replaces', chance: 0.84 }],
    ['that only adds to the older', { relation: 'adds' }],
    ['of something else', { relation: 'unrelated' }],
  ])('A reading of a pair %s replaces nothing', async (_, does) => {
    const { tell, active } = await open({ embedder: near, reader: knowing(MOVES, () => does) });
    await tell(OSLO);
    await tell(BERGEN);
    expect(await active()).toEqual([`Ana: ${OSLO}`, `Ana: ${BERGEN}`]);
  });

  it('Sentences stay separate without an embedder that finds pairs', async () => {
    const { tell, active } = await open({ reader: knowing(MOVES, REPLACES) });
    await tell(OSLO);
    await tell(BERGEN);
    expect(await active()).toEqual([`Ana: ${OSLO}`, `Ana: ${BERGEN}`]);
  });

  it('Only pairs with shared words or near vectors are read', async () => {
    const apart: Embedder = {
      id: 'apart',
      embed: async (texts) => texts.map((text) => Float32Array.from(text.includes('Rome') ? [0.4, 0.917] : [1, 0])),
    };
    const asked: string[] = [];
    const reader = knowing(
      { 'Nina lives in Rome.': {}, 'I hate coffee.': {}, 'Coffee keeps me awake.': {} },
      ({ older, newer }) => {
        asked.push(`${older} / ${newer}`);
        return { relation: 'unrelated' };
      },
    );
    const { tell } = await open({ embedder: apart, reader });
    for (const content of ['Nina lives in Rome.', 'I hate coffee.', 'Coffee keeps me awake.']) await tell({ content });
    expect(asked).toEqual(['I hate coffee. / Coffee keeps me awake.']);
  });

  it.each([
    ['several sessions', false],
    ['one session', true],
  ])('Three sentences that each replace the one before make a chain over %s', async (_, isOne) => {
    const { tell, all, links } = await open({ embedder: near, reader: knowing(MOVES, REPLACES) });
    const turns = [OSLO, BERGEN, GRAZ];
    if (isOne) await tell(...turns);
    else for (const turn of turns) await tell(turn);
    const byContent = new Map((await all()).map((memory) => [memory.content, memory]));
    const [oslo, bergen, graz] = turns.map((content) => byContent.get(`Ana: ${content}`));
    expect(oslo).toMatchObject({ supersededBy: bergen?.id, invalidAt: bergen?.validAt, status: 'superseded' });
    expect(bergen).toMatchObject({ supersededBy: graz?.id, invalidAt: graz?.validAt, status: 'superseded' });
    expect(graz?.status).toBe('active');
    expect(await links()).toHaveLength(2);
  });

  it('A memory that ended earlier is not superseded', async () => {
    const { store, tell, all, active } = await open({ embedder: near, reader: knowing(MOVES, REPLACES) });
    await tell(OSLO);
    const [oslo] = await all();
    await store.write(owner, { updates: [{ id: oslo?.id ?? '', invalidAt: new Date('2026-03-01T09:01:30Z') }] });
    await tell(BERGEN);
    expect(await active()).toEqual([`Ana: ${OSLO}`, `Ana: ${BERGEN}`]);
  });

  it('A sentence recorded late is superseded by a later statement', async () => {
    const pairs: string[] = [];
    const reader = knowing(MOVES, ({ older, newer }) => {
      pairs.push(`${older} / ${newer}`);
      return { relation: 'replaces' };
    });
    const { tell, all, links } = await open({ embedder: near, reader });
    await tell(BERGEN);
    await tell({ content: OSLO, speaker: 'Ana', occurredAt: '2025-06-01T10:00:00Z' });
    const [current, late] = await all();
    expect(pairs).toEqual([`Ana: ${OSLO} / Ana: ${BERGEN}`]);
    expect(current?.status).toBe('active');
    expect(late).toMatchObject({ content: `Ana: ${OSLO}`, status: 'superseded', supersededBy: current?.id });
    expect(late).toMatchObject({ validAt: new Date('2025-06-01T10:00:00Z'), invalidAt: current?.validAt });
    expect(await links()).toMatchObject([{ fromId: current?.id, toId: late?.id, type: 'supersedes' }]);
  });
});

describe('a sentence that may not last', () => {
  const [cat, dead] = ['My cat is called Miso.', 'Miso died on Sunday.'];
  const readings = { [cat]: {}, [dead]: { kind: 'event' as const, lasts: 0.4 } };

  it.each<[string, Does, readonly string[]]>([
    ['replaces what is held', { relation: 'replaces', chance: 0.94 }, [dead]],
    ['may replace what is held', { relation: 'replaces', chance: 0.93 }, [cat]],
    ['says the same as what is held', { relation: 'same' }, [cat]],
    ['adds to what is held', { relation: 'adds' }, [cat]],
  ])('A sentence that %s is kept only if it clearly replaces a memory', async (_, does, left) => {
    const { tell, active } = await open({ embedder: near, reader: knowing(readings, () => does) });
    await tell(cat);
    await tell(dead);
    expect(await active()).toEqual(left.map((text) => `Ana: ${text}`));
  });

  it('A change is kept if the same session stated the old value', async () => {
    const { tell, active } = await open({ embedder: near, reader: knowing(readings, REPLACES) });
    await tell(cat, dead);
    expect(await active()).toEqual([`Ana: ${dead}`]);
  });

  it('A change is dropped without a stored memory or without a comparison', async () => {
    const alone = await open({ embedder: near, reader: knowing(readings, REPLACES) });
    await alone.tell(dead);
    expect(await alone.all()).toEqual([]);
    const uncompared = await open({ reader: knowing(readings, REPLACES) });
    await uncompared.tell(cat);
    await uncompared.tell(dead);
    expect(await uncompared.active()).toEqual([`Ana: ${cat}`]);
  });

  it('A change that is recorded late supersedes nothing and is dropped', async () => {
    const { tell, active } = await open({ embedder: near, reader: knowing(readings, REPLACES) });
    await tell(cat);
    await tell({ content: dead, speaker: 'Ana', occurredAt: '2025-06-01T10:00:00Z' });
    expect(await active()).toEqual([`Ana: ${cat}`]);
  });

  it('A change below the minimum odds is dropped', async () => {
    const reader = knowing({ ...readings, [dead]: { lasts: 0.24 } }, REPLACES);
    const { tell, active } = await open({ embedder: near, reader });
    await tell(cat);
    await tell(dead);
    expect(await active()).toEqual([`Ana: ${cat}`]);
  });
});

describe('entities and relationships', () => {
  const [married, left] = ['Zoë is married to José.', 'Zoë no longer works at Acme.'];
  const reader = knowing({ [married]: {}, [married.normalize('NFD')]: {}, [left]: {} });

  it('A name is stored once for any encoding, and a relationship once by its ends and type', async () => {
    const { tell, entities, ties } = await open({ reader });
    await tell({ content: married });
    await tell({ content: married.normalize('NFD') });
    const known = await entities();
    expect(known.map(({ name }) => name.normalize('NFC')).sort()).toEqual(['José', 'Zoë']);
    const idOf = (name: string) => known.find((entity) => entity.name.normalize('NFC') === name)?.id;
    expect(await ties()).toMatchObject([{ fromId: idOf('Zoë'), toId: idOf('José'), relation: 'spouse' }]);
  });

  it('A denial makes no relationship', async () => {
    const { tell, all, ties } = await open({ reader });
    await tell({ content: left });
    expect(await all()).toHaveLength(1);
    expect(await ties()).toEqual([]);
  });
});

it.each([
  ['of another speaker', { content: OSLO, speaker: 'Ana' }, { content: BERGEN, speaker: 'Ben' }],
  ['about somebody else', { content: 'My partner is Marek.' }, { content: 'Dan is not my partner any more.' }],
])('A sentence %s supersedes nothing, however sure the reader is', async (_, first, second) => {
  const readings = { [first.content]: {}, [second.content]: {} };
  const { tell, active } = await open({
    ...{ embedder: near, reader: knowing(readings, () => ({ relation: 'replaces', chance: 0.99 })) },
  });
  await tell(first);
  await tell(second);
  expect(await active()).toHaveLength(2);
});

describe('fading', () => {
  it('The importance of a memory fades after months, counted from when it was recalled', async () => {
    const reader = { ...knowing({ [OSLO]: { field: 'home' } }), answers: sharedReader.answers };
    const { souvenir, clock, tell, all } = await open({ reader });
    await tell(OSLO);
    const importance = async () => (await all())[0]?.importance;
    clock.advance(29 * DAY);
    await souvenir.for().consolidate();
    expect(await importance()).toBe(0.75);
    await souvenir.for().recall('Where does Ana live?');
    await souvenir.settled();
    clock.advance(29 * DAY);
    await souvenir.for().consolidate();
    expect(await importance()).toBe(0.75);
    clock.advance(DAY);
    await souvenir.for().consolidate();
    expect(await importance()).toBeCloseTo(0.75 * 0.95);
    clock.advance(300 * DAY);
    await souvenir.for().consolidate();
    expect(await importance()).toBe(0.5);
    expect((await all())[0]?.status).toBe('active');
  });
});

describe('the durable component with a model', () => {
  const FACT = {
    ...{
      text: 'Ana keeps bees.',
      category: 'fact',
      importance: 0.6,
      from: [1],
    },
    ...{ same: null, replaces: null },
  };
  const ANA = { name: 'Ana', type: 'person' };
  const answer = (...facts: object[]) => JSON.stringify({ names: [ANA], facts });
  const answering =
    (...answers: string[]): Llm =>
    async () =>
      answers.shift() ?? answer();
  const statement = 'My bees had a good year, and their honey sells.';

  it.each([
    ['plain', [answer(FACT)], 1],
    ['fenced', [`Sure:\n\`\`\`json\n${answer(FACT)}\n\`\`\``], 1],
    ['without its last brackets', [answer(FACT).slice(0, -2)], 1],
    ['cut off, then repaired', [answer(FACT).slice(0, -5), answer(FACT)], 2],
    ['about something else, then repaired', ['{"error":"overloaded"}', answer(FACT)], 2],
  ])('reads its answer: %s', async (_, answers, modelCalls) => {
    const { tell, all, entities } = await open({ llm: answering(...answers) });
    expect(await tell(statement)).toMatchObject({ modelCalls, findingsRefused: 0 });
    const [ana] = await entities();
    expect(ana).toMatchObject({ name: 'Ana', type: 'person' });
    expect(await all()).toMatchObject([
      { content: FACT.text, importance: 0.6, confidence: 0.8, entityIds: [ana?.id], provenance: { position: 1 } },
    ]);
  });

  it.each([
    ['one number', { from: 1 }],
    ['a string', { from: '[1]' }],
    ['a list of strings', { from: ['[1]', 9] }],
    ['another key', { from: undefined, sources: [1] }],
    ['a string for its importance', { importance: '0.6' }],
  ])('reads a fact with %s', async (_, other) => {
    const { tell, all } = await open({ llm: answering(answer({ ...FACT, ...other })) });
    expect(await tell(statement)).toMatchObject({ modelCalls: 1, findingsRefused: 0 });
    expect(await all()).toMatchObject([{ content: FACT.text, importance: 0.6, entityIds: [expect.any(String)] }]);
  });

  it('gives a fact without an importance the default', async () => {
    const { tell, all } = await open({ llm: answering(answer({ ...FACT, importance: undefined })) });
    await tell(statement);
    expect(await all()).toMatchObject([{ importance: 0.5 }]);
  });

  it.each([7, 70, '70%'])('reads an importance of %s as one from 0 to 1', async (importance) => {
    const { tell, all } = await open({ llm: answering(answer({ ...FACT, importance })) });
    expect(await tell(statement)).toMatchObject({ modelCalls: 1, findingsRefused: 0 });
    expect(await all()).toMatchObject([{ importance: 0.7 }]);
  });

  it('refuses inventions and copies of the example, and cites the right turn', async () => {
    const facts = ['Ana owns a yacht.', 'Quillane teaches the ondioline.', 'Ana keeps bees.'];
    const { tell, all } = await open({ llm: answering(answer(...facts.map((text) => ({ ...FACT, text })))) });
    expect(await tell('Nice weather.', statement)).toMatchObject({ modelCalls: 1, findingsRefused: 2 });
    const [retained, ...more] = await all();
    expect(more).toEqual([]);
    expect(retained).toMatchObject({ content: 'Ana keeps bees.', provenance: { position: 2 } });
  });

  it('sends a wrong fact back for correction', async () => {
    const prompts: string[] = [];
    const answers = [
      answer(FACT, { ...FACT, text: 'Ana sells honey.', from: [7] }),
      answer({ ...FACT, text: 'Ana sells honey.' }),
    ];
    const { tell, active } = await open({
      llm: async (_, user) => {
        prompts.push(user);
        return answers.shift() ?? '';
      },
    });
    expect(await tell(statement)).toMatchObject({ modelCalls: 2, findingsRefused: 0 });
    expect(prompts[1]).toContain('facts[1].from: must name at least one of the numbers 1 to 1, got [7]');
    expect(await active()).toEqual([FACT.text, 'Ana sells honey.']);
  });

  it('skips a session after two bad answers, and retries it in the next run', async () => {
    const { souvenir, tell, active } = await open({ llm: answering('no', 'no', answer(FACT)) });
    const report = await tell(statement);
    expect(report).toMatchObject({ sessionsSkipped: 1, sessionsProcessed: 0, modelCalls: 2 });
    expect(report.components[0]?.failures).toMatchObject([{ sessionId: 's1' }]);
    expect(await active()).toEqual([]);
    expect(await souvenir.for().consolidate({ minAgeMs: 0 })).toMatchObject({
      sessionsProcessed: 1,
      sessionsSkipped: 0,
    });
    expect(await active()).toEqual([FACT.text]);
    expect(await souvenir.for().consolidate({ minAgeMs: 0 })).toMatchObject({ modelCalls: 0 });
  });

  it.each([
    ['no source that exists', { from: [7, 0, -1, 1.5, 'e1', null] }],
    ['no source', { from: [] }],
    ['importance 700', { importance: 700 }],
    ['an empty text', { text: '  ' }],
    ['a text too long for a fact', { text: 'bees '.repeat(200) }],
    ['a category of its own', { category: 'secret' }],
  ])('refuses a fact with %s, and keeps the rest', async (_, wrong) => {
    const { tell, active } = await open({ llm: answering(answer({ ...FACT, ...wrong }, FACT)) });
    expect(await tell(statement)).toMatchObject({ findingsRefused: 1 });
    expect(await active()).toEqual([FACT.text]);
  });

  it.each([
    ['same', ['Ana keeps bees.']],
    ['replaces', ['Ana sold her bees.']],
    ['REPLACES', ['Ana sold her bees.']],
    ['adds', ['Ana keeps bees.', 'Ana sold her bees.']],
    ['unrelated', ['Ana keeps bees.', 'Ana sold her bees.']],
    ['obeys', ['Ana keeps bees.', 'Ana sold her bees.']],
  ])("applies the model's decision about an older and a newer fact: %s", async (is, left) => {
    const { llm, pairs } = deciding([[FACT], [{ ...FACT, text: 'Ana sold her bees.' }]], is);
    const { tell, active } = await open({ llm });
    expect(await tell(statement)).toMatchObject({ modelCalls: 1 });
    await tell('About Ana and the bees: sold.');
    expect(pairs[0]).toBe('Ana keeps bees. / Ana sold her bees.');
    expect(await active()).toEqual(left);
  });

  it('keeps both facts if the model cannot decide, and does not ask about equal words', async () => {
    const answers = [answer(FACT), answer({ ...FACT, text: 'Ana sold her bees.' }), 'well', 'hm', answer(FACT)];
    const { tell, active } = await open({ llm: answering(...answers) });
    await tell(statement);
    expect(await tell('About Ana and the bees: sold.')).toMatchObject({ modelCalls: 3, sessionsSkipped: 0 });
    expect(await active()).toEqual(['Ana keeps bees.', 'Ana sold her bees.']);
  });

  it('merges equal words without asking', async () => {
    const { tell, active } = await open({ llm: answering(answer(FACT), answer(FACT)) });
    await tell(statement);
    expect(await tell(statement)).toMatchObject({ modelCalls: 1, memoriesMerged: 1 });
    expect(await active()).toEqual(['Ana keeps bees.']);
  });

  it('compares earlier and later facts of one answer', async () => {
    const facts = ['Ana keeps bees.', 'Ana sold her bees.'].map((text) => ({ ...FACT, text }));
    const { llm } = deciding([facts], 'replaces');
    const { tell, active, all } = await open({ llm });
    await tell('I keep bees.', 'No, wait, I sold them, the bees.');
    expect(await active()).toEqual(['Ana sold her bees.']);
    expect((await all()).map(({ status }) => status).sort()).toEqual(['active', 'superseded']);
  });

  it('compares facts by the time of their turns, not their order in the answer', async () => {
    const facts = [
      { ...FACT, text: 'Ana sold her bees.', from: [2] },
      { ...FACT, text: 'Ana keeps bees.', from: [1] },
    ];
    const { llm, pairs } = deciding([facts], 'replaces');
    const { tell, active } = await open({ llm });
    await tell('I keep bees.', 'No, wait, I sold them, the bees.');
    expect(pairs).toEqual(['Ana keeps bees. / Ana sold her bees.']);
    expect(await active()).toEqual(['Ana sold her bees.']);
  });

  it('compares facts of one turn in their order', async () => {
    const texts = ['Ana keeps bees in Porto.', 'Ana lives in Oslo.', 'Ana has moved to Porto.'];
    const { llm, pairs } = deciding([texts.map((text) => ({ ...FACT, text }))], 'unrelated');
    const near = [
      [1, 0, 0],
      [0.36, 0.93, 0],
      [0.86, 0.5, 0],
    ];
    const embedder: Embedder = {
      ...{ id: 'three', dimensions: 3 },
      embed: async (given) => given.map((text) => Float32Array.from(near[texts.indexOf(text)] ?? [0, 0, 1])),
    };
    const { tell } = await open({ llm, embedder });
    await tell('I keep bees in Porto. I lived in Oslo, and have moved to Porto.');
    expect(pairs.at(-1)).toBe('Ana lives in Oslo. / Ana has moved to Porto.');
  });

  it('keeps a fact that is true again after it ended', async () => {
    const stay = { ...FACT, text: 'Ana stays in Rome.' };
    const { tell, all, clock } = await open({ llm: answering(answer({ ...stay, until: '2026-03-05' }), answer(stay)) });
    await tell('I stay in Rome until Thursday.');
    clock.advance(100 * DAY);
    await tell('I stay in Rome once more.');
    expect(await all()).toHaveLength(2);
  });

  it('believes the later statement even if its validity began earlier', async () => {
    const porto = { ...FACT, text: 'Ana moved to Porto last week.', since: '2026-02-20' };
    const { llm } = deciding([[{ ...FACT, text: 'Ana lives in Lisbon.' }], [porto]], 'replaces');
    const { tell, active } = await open({ llm });
    await tell('I live in Lisbon.');
    await tell('I moved to Porto last week.');
    expect(await active()).toEqual([porto.text]);
  });

  it('keeps a fact recorded late superseded by a newer one', async () => {
    const { llm } = deciding(
      [[{ ...FACT, text: 'Ana lives in Porto.' }], [{ ...FACT, text: 'Ana lives in Lisbon.' }]],
      'replaces',
    );
    const { tell, active } = await open({ llm });
    await tell('I live in Porto.');
    await tell({ content: 'I live in Lisbon.', speaker: 'Ana', occurredAt: '2020-01-01T00:00:00Z' });
    expect(await active()).toEqual(['Ana lives in Porto.']);
  });

  it('counts pairs as undecided that the model did not compare', async () => {
    const facts = ['Ana keeps bees.', 'Ana keeps bees and hens.'].map((text) => ({ ...FACT, text }));
    const { tell, active } = await open({ llm: answering(answer(...facts), 'blah', 'blah') });
    expect(await tell('I keep bees and hens.')).toMatchObject({ modelCalls: 3, verdictsDoubted: 1 });
    expect(await active()).toHaveLength(2);
  });

  it('rejects an answer that calls everything the same', async () => {
    const texts = ['Ana keeps bees.', 'Ana lives in Oslo.', 'Ana sails on Sundays.'];
    const { llm } = deciding([texts.map((text) => ({ ...FACT, text }))], 'same');
    const axes = ['bees', 'Oslo', 'Sundays'];
    const embedder: Embedder = {
      ...{ id: 'near', dimensions: 4 },
      embed: async (given) =>
        given.map((text) => Float32Array.from([0.8, ...axes.map((axis) => (text.includes(axis) ? 0.6 : 0))])),
    };
    const { tell, active } = await open({ llm, embedder });
    expect(await tell('I keep bees, live in Oslo and sail on Sundays.')).toMatchObject({ verdictsDoubted: 3 });
    expect((await active()).sort()).toEqual(texts);
  });

  it('rejects a decision without other evidence', async () => {
    // Near enough to be compared, and no more.
    const vague: Embedder = {
      ...{ id: 'vague', dimensions: 2 },
      embed: async (texts) =>
        texts.map((text) => Float32Array.from(text.includes('bees') ? [1, 0] : [0.4, Math.sqrt(1 - 0.4 ** 2)])),
    };
    const honey = { ...FACT, text: 'Rome grows quickly.' };
    const { llm, pairs } = deciding([[{ ...FACT, text: 'Most bees sleep.' }], [honey]], 'replaces');
    const { tell, active } = await open({ llm, embedder: vague });
    await tell('Most bees sleep.');
    expect(await tell('Rome grows quickly.')).toMatchObject({ verdictsDoubted: 1 });
    expect(pairs).toHaveLength(1);
    expect(await active()).toHaveLength(2);
  });

  it('may supersede a memory that was added by hand', async () => {
    const { llm } = deciding([[{ ...FACT, text: 'Ana sold her bees.' }]], 'replaces');
    const { souvenir, store, tell } = await open({ llm });
    const { memory: bees } = await souvenir.for().memories.add('Ana keeps bees.');
    await tell('About Ana and the bees: sold.');
    const [stored] = await store.getMemories(owner, [bees.id]);
    expect(stored).toMatchObject({ status: 'superseded' });
  });

  it('compares with the nearest memories by meaning, however many were added since', async () => {
    const honey = { ...FACT, text: 'The honey makers are gone, a neighbour took the swarm.' };
    const { llm, pairs } = deciding([[honey]], 'unrelated');
    const { souvenir, tell, clock } = await open({ embedder: sharedEmbedder, llm });
    await souvenir.for().memories.add('Ana keeps bees in two hives.');
    for (let at = 0; at < 30; at++) {
      clock.advance(DAY);
      await souvenir.for().memories.add(`Invoice ${at} of the printing office was paid by bank transfer.`);
    }
    await souvenir.for().consolidate();
    await tell('The honey makers are gone, a neighbour took the swarm.');
    expect(pairs).toContainEqual(expect.stringMatching(/^Ana keeps bees in two hives\. \/ The honey/));
  });

  it('keeps the days between which a fact is true', async () => {
    const facts = [
      { ...FACT, text: 'Ana keeps bees since May 2019.', since: '2019-05-01' },
      { ...FACT, text: 'Ana sells honey until June 2026.', since: 'soon', until: '2026-06-30' },
    ];
    const { tell, all } = await open({ llm: deciding([facts], 'unrelated').llm });
    await tell('I have kept bees since May 2019, and I sell honey until June.');
    expect(await all()).toMatchObject([
      { validAt: new Date('2019-05-01') },
      { validAt: new Date('2026-03-01T09:01:00Z'), invalidAt: new Date('2026-07-01') },
    ]);
  });

  it('keeps relationships between entities, and vague ones do not overwrite a known type', async () => {
    const relations = [
      { from: 'Ana', relation: 'lives in', to: 'Oslo', confidence: 0.9 },
      { from: 'ana', relation: 'lives in', to: 'OSLO', confidence: 0.6 },
      { from: 'Ana', relation: '', to: 'Oslo' },
      { from: 'Ana', relation: 'is', to: 'Ana' },
      { from: 'Ana', relation: 'was born in', to: 'Rome' },
      'Ana knows Ben',
    ];
    const names = [ANA, { name: 'Zo\u00eb', type: 'person' }, { name: 'Rome', type: 'place' }];
    const both = { ...FACT, text: 'Ana and Zo\u00eb keep bees in Oslo.' };
    const vague = { ...FACT, text: 'ana also keeps a goat, as ZOE\u0308 does.' };
    const { tell, entities, ties } = await open({
      llm: answering(
        JSON.stringify({ names, facts: [both], relations }),
        JSON.stringify({ names: ['ana', 'ZOE\u0308'], facts: [vague] }),
      ),
    });
    await tell('Zo\u00eb and I keep bees in Oslo.');
    await tell('And a goat, as Zo\u00eb does.');
    expect((await entities()).map(({ name, type }) => `${name}: ${type}`).sort()).toEqual([
      'Ana: person',
      'Oslo: concept',
      'Zoë: person',
    ]);
    expect(await ties()).toMatchObject([{ relation: 'lives in', confidence: 0.6 }]);
  });

  it('a fact is recalled by the words of the one it superseded, and represents its turn', async () => {
    const acid = 'Ana is on oxalic acid from here on.';
    const { llm } = deciding(
      [[{ ...FACT, text: 'Ana treats the mites with strips.' }], [{ ...FACT, text: acid }]],
      'replaces',
    );
    const { souvenir, tell } = await open({ llm });
    await tell('I treat the mites with strips.');
    await tell('I am on oxalic acid from here on.');
    const { items } = await souvenir.for().recall('What are the mites treated with?');
    expect(items.map(({ content }) => content)).toEqual([acid]);
    expect(items[0]?.provenance.learningContext).toBe('read by a language model');
  });

  it('fills the profile of a named speaker, which outlasts the source memory', async () => {
    const { souvenir, tell } = await open({
      reader: knowing({ 'I is allergic to penicillin.': { field: 'health' } }),
      llm: deciding(
        [
          [
            { ...FACT, text: 'Ana is allergic to penicillin.' },
            { ...FACT, text: 'Ana lives in Ghent.' },
          ],
          [{ ...FACT, text: 'Ana lives in Antwerp now.' }],
        ],
        (older, newer) => (older.includes('Ghent') && newer.includes('Antwerp') ? 'replaces' : 'unrelated'),
      ).llm,
    });
    await tell('I am allergic to penicillin. I live in Ghent.');
    expect(await souvenir.for().profile.get()).toMatchObject({
      name: 'Ana',
      health: ['Ana is allergic to penicillin.'],
    });
    await tell('I live in Antwerp now.');
    expect(await souvenir.for().profile.get()).toMatchObject({ name: 'Ana' });
  });

  it('keeps nothing that only the assistant says, even if the user thanks for it', async () => {
    const { tell, all } = await open({ llm: answering(answer({ ...FACT, from: [2] })) });
    const spoken = { content: 'Ana keeps bees.', role: 'assistant' as const };
    expect(await tell('Hello, is anybody there today?', spoken, 'Thanks!')).toMatchObject({ findingsRefused: 1 });
    expect(await all()).toEqual([]);
  });

  it('reads a consent as a statement of the question', async () => {
    const { tell, all } = await open({ llm: answering(answer({ ...FACT, from: [2] })) });
    await tell({ content: 'Does Ana keep bees?', role: 'assistant' }, 'Yes.');
    expect(await all()).toMatchObject([{ content: FACT.text, provenance: { position: 2 } }]);
  });

  it('keeps no question', async () => {
    const { tell } = await open({ llm: answering(answer({ ...FACT, text: 'Who keeps the bees of Ana?' }, FACT)) });
    expect(await tell('Who keeps the bees of Ana? I keep bees.')).toMatchObject({ findingsRefused: 1 });
  });

  it.each(['Oh, and before you ask: I keep bees.', 'Well, and before dinner: I keep bees.'])(
    'finds the speaker in %j',
    async (content) => {
      const { tell, active } = await open({ llm: answering(answer(FACT)) });
      await tell(content);
      expect(await active()).toEqual([FACT.text]);
    },
  );

  it('credits what the assistant repeats to its original speaker', async () => {
    const { tell, all } = await open({ llm: answering(answer({ ...FACT, from: [2] })) });
    await tell(statement, { content: 'Ana keeps bees, noted.', role: 'assistant' });
    expect(await all()).toMatchObject([{ content: FACT.text, provenance: { position: 1 } }]);
  });

  it('rejects findings of a model in unrelated turns', async () => {
    const sold = { ...FACT, text: 'Ana sold her bees.' };
    const lists = [answer(FACT), answer(sold), answer({ ...FACT, text: 'Ana sold her bees in May.' })];
    let pairs = [
      { older: 1, newer: 2, is: 'replaces' },
      { older: 2, newer: 3, is: 'replaces' },
    ];
    const { tell, active } = await open({
      llm: async (_, user) => (user.includes('What happened:') ? (lists.shift() ?? '') : JSON.stringify({ pairs })),
    });
    await tell(statement);
    expect(await tell('I sold my bees.')).toMatchObject({ verdictsDoubted: 1 });
    expect(await active()).toEqual([FACT.text, sold.text]);
    pairs = [{ older: 2, newer: 4, is: 'replaces' }];
    await tell('I sold my bees in May.');
    expect(await active()).not.toContain(FACT.text);
  });

  it('asks the reader if the model is not plausible', async () => {
    const lists = ['Ana lives in Leeds.', 'Ana has moved to Bristol and lives there now.'].map((text) =>
      answer({ ...FACT, text }),
    );
    const { tell, active } = await open({
      embedder: sharedEmbedder,
      llm: async (_, user) =>
        user.includes('What happened:')
          ? (lists.shift() ?? '')
          : JSON.stringify({ pairs: [{ older: 1, newer: 4, is: 'replaces' }] }),
    });
    await tell('I live in Leeds.');
    await tell('I have moved to Bristol and live there now.');
    expect(await active()).toEqual(['Ana has moved to Bristol and lives there now.']);
  });

  it('knows a person with several names in later sessions, whichever name came first', async () => {
    const reported = (names: unknown[], text: string) => JSON.stringify({ names, facts: [{ ...FACT, text }] });
    const { tell, all, entities, store } = await open({
      llm: answering(
        reported([{ name: 'Mr Ibarra', type: 'person' }], 'Mr Ibarra keeps bees.'),
        reported([{ name: 'Tomás', type: 'person', also: ['Mr Ibarra', 'I'] }], 'Tomás sells honey.'),
        reported(['Tomás'], 'Tomás has a van.'),
      ),
    });
    await tell('Mr Ibarra keeps bees.');
    await tell('Tomás, Mr Ibarra I mean, sells honey.');
    await tell('Tomás has a van.');
    const [ibarra, ...more] = (await entities()).filter(({ type }) => type === 'person');
    expect(more).toEqual([]);
    expect(ibarra).toMatchObject({ name: 'Mr Ibarra', aliases: ['Tomás'] });
    expect((await all()).map(({ entityIds }) => entityIds)).toEqual([[ibarra?.id], [ibarra?.id], [ibarra?.id]]);
    expect(await store.matchEntities(owner, ['tomás'])).toEqual([ibarra]);
  });

  it('does not merge two named people', async () => {
    const names = [
      { name: 'Quill', type: 'person', also: ['Mia', 'my boss'] },
      { name: 'Mia', type: 'person' },
    ];
    const facts = ['Quill keeps bees.', 'Mia plays the oboe.'].map((text) => ({ ...FACT, text }));
    const other = { name: 'Verlin', type: 'person', also: ['my boss'] };
    const { tell, entities } = await open({
      llm: answering(
        JSON.stringify({ names, facts }),
        JSON.stringify({ names: [other], facts: [{ ...FACT, text: 'Verlin keeps goats.' }] }),
      ),
    });
    await tell('Quill, my boss, keeps bees. Mia plays the oboe.');
    await tell('Verlin, my boss, keeps goats.');
    expect((await entities()).map(({ name, aliases }) => [name, aliases])).toEqual([
      ['Quill', ['my boss']],
      ['Mia', undefined],
      ['Verlin', undefined],
    ]);
  });

  it('keeps two people of one name separate, and gives the shared name to neither', async () => {
    const names = ['baker', 'neighbour'].map((trade) => ({ name: `Odo (${trade})`, type: 'person', also: ['Odo'] }));
    const facts = ['Odo (baker) keeps bees.', 'Odo (neighbour) has a van.'].map((text) => ({ ...FACT, text }));
    const { tell, all, entities } = await open({ llm: answering(JSON.stringify({ names, facts })) });
    await tell('Odo, the baker, keeps bees. Odo, my neighbour, has a van.');
    const people = await entities();
    expect(people.map(({ name, aliases }) => [name, aliases])).toEqual([
      ['Odo (baker)', undefined],
      ['Odo (neighbour)', undefined],
    ]);
    expect((await all()).map(({ entityIds }) => entityIds)).toEqual(people.map(({ id }) => [id]));
  });

  it('stores the source fact of a relationship', async () => {
    const names = [ANA, { name: 'Oslo', type: 'place' }, { name: 'Porto', type: 'place' }];
    const lists = ['Oslo', 'Porto'].map((place) =>
      JSON.stringify({
        names,
        facts: [{ ...FACT, text: `Ana lives in ${place}.` }],
        relations: [{ from: 'Ana', relation: 'lives in', to: place }],
      }),
    );
    const { tell, ties, all } = await open({
      llm: async (_, user) =>
        user.includes('What happened:')
          ? (lists.shift() ?? '')
          : JSON.stringify({ pairs: [{ older: 2, newer: 3, is: 'replaces' }] }),
    });
    await tell('I live in Oslo.');
    await tell('I live in Porto.');
    expect((await all()).map(({ status }) => status)).toEqual(['superseded', 'active']);
    // Recall follows those of what is active; see the entity signal.
    expect((await ties()).map(({ memoryId }) => memoryId).sort()).toEqual((await all()).map(({ id }) => id).sort());
  });

  it('links facts to facts and to their first source', async () => {
    const ben = { name: 'Ben', type: 'person' };
    const reported = (...facts: object[]) =>
      JSON.stringify({ names: [ANA, ben], facts, relations: [{ from: 'Ana', relation: 'married to', to: 'Ben' }] });
    const lists = [
      reported(
        { ...FACT, text: 'Ana and Ben are in Rome.', until: '2026-05-05' },
        { ...FACT, text: 'Ana is married to Ben.' },
      ),
      reported({ ...FACT, text: 'Ana and Ben have bikes.' }),
    ];
    const { tell, ties, all } = await open({
      llm: async (_, user) => (user.includes('What happened:') ? (lists.shift() ?? '') : '{"pairs":[]}'),
    });
    await tell('Ben and I are in Rome until 5 May. I am married to Ben.');
    await tell('Ben and I have bikes.');
    const married = (await all()).find(({ content }) => content === 'Ana is married to Ben.');
    expect(await all()).toHaveLength(3);
    expect((await ties()).map(({ memoryId }) => memoryId)).toEqual([married?.id]);
  });

  it('uses one name for a person with several names in a session', async () => {
    const tomas = { name: 'Tomás Ibarra', type: 'person', also: ['Tomás', 'Mr Ibarra'] };
    const facts = [
      { ...FACT, text: 'Tomás keeps bees.' },
      { ...FACT, text: 'Mr Ibarra lives in Oslo.' },
    ];
    const relations = [{ from: 'Mr Ibarra', relation: 'lives in', to: 'Oslo' }];
    const { tell, entities, all, ties } = await open({
      llm: answering(JSON.stringify({ names: [tomas, 'Oslo'], facts, relations })),
    });
    await tell('Mr Ibarra keeps bees. Tomás lives in Oslo.');
    const ids = new Map((await entities()).map(({ id, name }) => [name, id]));
    expect([...ids.keys()].sort()).toEqual(['Oslo', 'Tomás Ibarra']);
    expect((await all()).every(({ entityIds }) => entityIds.includes(ids.get('Tomás Ibarra') ?? ''))).toBe(true);
    expect(await ties()).toMatchObject([{ fromId: ids.get('Tomás Ibarra'), toId: ids.get('Oslo') }]);
  });

  it('uses the model of the configuration, or of one call', async () => {
    const { souvenir, record, active } = await open({ llm: answering(answer(FACT)) });
    await record(statement);
    const once = answering(answer({ ...FACT, text: 'Ana harvests honey.' }));
    await souvenir.for().consolidate({ minAgeMs: 0, llm: once });
    await record(statement);
    await souvenir.for().consolidate({ minAgeMs: 0 });
    expect(await active()).toEqual(['Ana harvests honey.', FACT.text]);
  });

  it('fails alone, while components without a model continue', async () => {
    const llm: Llm = async () => {
      throw new Error('overloaded');
    };
    const { tell, store } = await open({ llm, others: [episodic()] });
    const report = await tell(statement);
    expect(report.components.map(({ failures }) => failures.length)).toEqual([1, 0]);
    const stored = await store.listMemories(owner, { filter: {}, limit: 10 });
    expect(stored.map(({ component }) => component)).toEqual(['episodic']);
  });
});

describe('the decision of a model about two memories', () => {
  const fact = { category: 'fact', importance: 0.5, from: [1] };
  const reported = async (is: string, next: string, statement: string) => {
    const lists = ['Anna wohnt in Hamburg.', next].map((text) => [{ ...fact, text }]);
    const { tell, ...memory } = await open({ llm: deciding(lists, is).llm });
    await tell({ content: 'Ich wohne in Hamburg.', speaker: 'Anna' });
    await tell({ content: statement, speaker: 'Anna' });
    return memory;
  };

  it('supersedes the older memory in any language', async () => {
    const { active, all } = await reported(
      ...(['replaces', 'Anna ist inzwischen nach Kiel gezogen.', 'Ich bin inzwischen nach Kiel gezogen.'] as const),
    );
    expect(await active()).toEqual(['Anna ist inzwischen nach Kiel gezogen.']);
    const [old, next] = (await all()).sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    expect(old).toMatchObject({ status: 'superseded', supersededBy: next?.id });
  });

  it('merges equal statements in any language', async () => {
    const { active } = await reported('same', 'Anna wohnt weiter in Hamburg.', 'Ich wohne weiter in Hamburg.');
    expect(await active()).toEqual(['Anna wohnt in Hamburg.']);
  });
});

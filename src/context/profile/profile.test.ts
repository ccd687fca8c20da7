import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { memory as sample } from '../../../test/conformance/store/samples.ts';
import { DAY, manualClock } from '../../../test/support/manual-clock.ts';
import { sharedReader } from '../../../test/support/shared-embedder.ts';
import type { ProfileStore } from '../../contracts/profile-store.ts';
import type { Reader, Sentence, SentenceReading } from '../../contracts/reader.ts';
import type { Memory } from '../../model/memory.ts';
import { memoryStore } from '../../stores/memory/memory-store.ts';
import { type ProfileOptions, profileOf } from './profile.ts';
import { defaultProfileSchema } from './schema.ts';
import { storedProfile } from './stored-profile.ts';

const ANA = { tenantId: 'acme', userId: 'ana' };
/** "home: I live in Oslo." was read as a statement for that field when it was kept. */
const FIELD = /^([a-z]+): /;

async function open<Schema extends z.ZodObject>(options: Partial<ProfileOptions<Schema>> = {}) {
  const store = memoryStore();
  await store.open();
  const clock = manualClock();
  const retained = storedProfile(store);
  const profile = profileOf<Schema>({ store: retained, clock, ...options });
  let count = 0;
  /** A memory that was just learnt; without a field before it nothing was read of it yet. */
  const statement = (reported: string, { metadata, ...rest }: Partial<Memory> = {}): Memory => {
    clock.advance(60_000);
    count += 1;
    const [prefix = '', field] = FIELD.exec(reported) ?? [];
    return sample(`m${count}`, {
      ...{ content: reported.slice(prefix.length), confidence: 0.95, createdAt: clock.now(), validAt: clock.now() },
      provenance: { episodeIds: [`e${count}`], turnIds: [`t${count}`] },
      metadata: { role: 'user', ...(field !== undefined && { kind: 'fact', field }), ...metadata },
      ...rest,
    });
  };
  /** The same of a turn that carries a name. */
  const by = (speaker: string, reported: string): Memory => {
    const memory = statement(reported, { metadata: { speaker } });
    return { ...memory, content: `${speaker}: ${memory.content}` };
  };
  const learn = (...memories: (Memory | string)[]) =>
    profile.fromConsolidation(
      ANA,
      memories.map((each) => (typeof each === 'string' ? statement(each) : each)),
    );
  const values = async () => (await profile.read(ANA)).values as Record<string, unknown>;
  return { kept: retained, clock, profile, said: statement, by, learn, values };
}

/** A reader that says of each sentence what is given for it, and keeps what it was asked. */
function readerOf(reported: Readonly<Record<string, Omit<SentenceReading, 'chance'>>>) {
  const asked: (readonly Sentence[])[] = [];
  const reader: Reader = {
    answers: async () => [],
    async sentences(sentences) {
      asked.push(sentences);
      return sentences.map(({ text }) => ({ kind: 'chatter', lasts: 0, ...reported[text], chance: 0.9 }));
    },
  };
  return { asked, reader };
}

test('a profile set by hand has full confidence and the user as its source', async () => {
  const { profile, clock } = await open();
  await profile.set(ANA, { name: 'Ana', languages: ['German'] }, 'told at sign-up');
  const { values, fields, invalid } = await profile.read(ANA);
  expect(values).toEqual({ name: 'Ana', languages: ['German'] });
  expect(invalid).toEqual([]);
  expect(fields[0]).toMatchObject({
    ...{ name: 'name', source: 'user', confidence: 1, reason: 'told at sign-up', since: clock.now() },
  });
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ['a wrong type', { name: 5 }, /profile\.name: .*string/],
  ['an element of a wrong type', { goals: ['run', 7] }, /profile\.goals: 1: .*string/],
  ['an unknown field', { nmae: 'Ana' }, /profile\.nmae: is not a field/],
  ['an inherited name', { toString: 'x' }, /profile\.toString: is not a field/],
  ['an empty text', { name: ' ' }, /profile\.name/],
])('a profile set by hand refuses %s by name, and sets nothing', async (_, values, message) => {
  const { profile } = await open();
  await expect(profile.set(ANA, { level: ['B2'], ...values } as never)).rejects.toMatchObject({
    ...{ code: 'invalidInput', message: expect.stringMatching(message) },
  });
  expect((await profile.read(ANA)).fields).toEqual([]);
});

test('a profile refuses to clear an unknown field', async () => {
  const { profile } = await open();
  await expect(profile.clear(ANA, ['nmae' as 'name'])).rejects.toMatchObject({ code: 'invalidInput' });
});

test('a profile field that is set to undefined stays as it is', async () => {
  const { profile, values } = await open();
  await profile.set(ANA, { name: 'Ana' });
  await profile.set(ANA, { name: undefined, goals: ['run'] } as never);
  expect(await values()).toEqual({ name: 'Ana', goals: ['run'] });
});

test('a profile can be read as it was at a moment', async () => {
  const { profile, clock } = await open();
  const start = clock.now();
  clock.advance(DAY);
  await profile.set(ANA, { name: 'Ana' });
  clock.advance(DAY);
  await profile.set(ANA, { name: 'Annie', goals: ['run'] });
  clock.advance(DAY);
  await profile.clear(ANA, ['name']);
  const at = async (days: number) => (await profile.read(ANA, { asOf: new Date(start.getTime() + days * DAY) })).values;
  expect([await at(0.5), await at(1), await at(1.5), await at(2), await at(3)]).toEqual([
    {},
    { name: 'Ana' },
    { name: 'Ana' },
    { name: 'Annie', goals: ['run'] },
    { goals: ['run'] },
  ]);
  expect((await profile.history(ANA, 'name')).map(({ value }) => value)).toEqual(['Ana', 'Annie', undefined]);
});

test('a profile is shared by all agents of a user and by no other user', async () => {
  const { profile } = await open();
  await profile.set(ANA, { name: 'Ana' });
  for (const other of [
    { ...ANA, userId: 'ben' },
    { ...ANA, tenantId: 'other' },
  ]) {
    expect((await profile.read(other)).values).toEqual({});
    expect(await profile.history(other, 'name')).toEqual([]);
  }
});

const schema = z.object({
  name: z.string().trim().optional(),
  birthday: z.iso.date().transform((text) => new Date(text)),
  seats: z.number().int().default(1),
  tags: z.array(z.enum(['a', 'b', 'c'])).max(2),
});

test('a schema of the caller types the profile', async () => {
  const { profile } = await open({ schema });
  await profile.set(ANA, { name: ' Ana ', birthday: '1990-05-04', seats: 3 });
  const { values } = await profile.read(ANA);
  expect(values).toEqual({ name: 'Ana', birthday: new Date('1990-05-04'), seats: 3 });
  expect(values.birthday?.getUTCFullYear()).toBe(1990);
});

test('a profile value that no longer fits the schema is omitted and reported', async () => {
  const { profile, kept: retained, clock } = await open({ schema });
  await profile.set(ANA, { name: 'Ana', birthday: '1990-05-04', tags: ['a'] });
  const later = profileOf({
    ...{ store: retained, clock },
    schema: z.object({ name: z.string(), tags: z.string(), seats: z.number() }),
  });
  const { values, invalid } = await later.read(ANA);
  expect(values).toEqual({ name: 'Ana' });
  expect(invalid).toEqual([
    { name: 'tags', reason: expect.stringContaining('string') },
    { name: 'birthday', reason: 'is not a field of this profile' },
  ]);
  await later.set(ANA, { tags: 'a' });
  expect((await later.read(ANA)).values).toEqual({ name: 'Ana', tags: 'a' });
});

test('a function of the caller fills a profile within its schema', async () => {
  const { learn, values, profile } = await open({
    schema,
    extract: (memories) =>
      memories.flatMap(({ id, content }) => {
        const [name = '', value = ''] = content.split('=');
        return [{ name, value: name === 'seats' ? Number(value) : value, confidence: 0.9, memoryIds: [id] }];
      }),
  });
  const report = await learn('seats=4', 'tags=a', 'tags=x', 'tags=b', 'tags=c', 'mood=good');
  expect(await values()).toEqual({ seats: 4, tags: ['b', 'c'] });
  expect(report).toEqual({
    ...{ changed: ['seats', 'tags'], userSetFields: [] },
    refused: [
      { name: 'mood', reason: 'is not a field of this profile' },
      { name: 'tags', reason: expect.stringContaining('"a"') },
    ],
  });
  expect(await learn('seats=1.5')).toMatchObject({ changed: [], refused: [{ name: 'seats' }] });
  expect(await values()).toMatchObject({ seats: 4 });
  expect((await profile.read(ANA)).invalid).toEqual([]);
});

test('a finding of the caller without a given memory fills no profile field', async () => {
  const { learn, values } = await open({
    schema,
    extract: () => [{ name: 'name', value: 'Eve', confidence: 1, memoryIds: ['elsewhere'] }],
  });
  await learn('x');
  expect(await values()).toEqual({});
});

test('a memory fills no profile field that the schema of the caller lacks', async () => {
  const { learn, values } = await open({ schema: z.object({ name: z.string(), goals: z.string() }) });
  const report = await learn('name: My name is Ana.', 'languages: I speak Dutch.', 'goals: I want to run a marathon.');
  expect(await values()).toEqual({ name: 'Ana', goals: 'I want to run a marathon.' });
  expect(report).toMatchObject({ changed: ['name', 'goals'], refused: [] });
});

test('the default profile schema has a name and lists of statements', () => {
  expect(Object.keys(defaultProfileSchema.shape)).toEqual([
    ...['name', 'health', 'restrictions', 'people', 'home', 'work', 'languages'],
    ...['level', 'goals', 'gaps', 'preferences', 'directives'],
  ]);
});

test.each(Object.keys(defaultProfileSchema.shape).filter((name) => name !== 'name'))(
  'the profile field "%s" holds the statements of the user word for word, oldest first',
  async (name) => {
    const { learn, values } = await open();
    await learn(`${name}: It's so; as I said (twice)!`, `${name}: And that, too…`);
    expect(await values()).toEqual({ [name]: ["It's so; as I said (twice)!", 'And that, too…'] });
  },
);

test('a learned profile field has its confidence and source', async () => {
  const { profile, said: statement, learn } = await open();
  const german = statement('languages: I am learning German.');
  const french = statement('languages: I speak French.', { confidence: 0.8 });
  expect(await learn(german, french)).toMatchObject({ changed: ['languages'], refused: [] });
  const [field] = (await profile.read(ANA)).fields;
  expect(field).toMatchObject({
    ...{ name: 'languages', value: ['I am learning German.', 'I speak French.'] },
    ...{ source: 'consolidation', confidence: 0.8 },
    provenance: { memoryIds: ['m1', 'm2'], turnIds: ['t1', 't2'], episodeIds: ['e1', 'e2'] },
    parts: [
      { since: german.validAt, provenance: { memoryIds: ['m1'], turnIds: ['t1'] } },
      { since: french.validAt, provenance: { memoryIds: ['m2'], turnIds: ['t2'] } },
    ],
  });
});

test.each([
  ['My name is Ana.', 'Ana'],
  ['My name is Ana Lúcia Duarte.', 'Ana Lúcia Duarte'],
  ['my name is ana', 'ana'],
  ["I'm Ana, from Portugal.", 'Ana'],
  ['My name is Zed, not Zach.', 'Zed'],
  ['Please call me Zbynek from now on.', 'Zbynek'],
  ['Theodora is what they call me.', 'Theodora'],
  ['Ich heiße Anna.', 'Anna'],
])('the profile name is taken out of the statement: %s', async (statement, name) => {
  const { learn, values } = await open();
  await learn(`name: ${statement}`);
  expect(await values()).toEqual({ name });
});

test('a statement without a name fills no profile name', async () => {
  const { learn, values } = await open();
  await learn('name: You may call me what you like.');
  expect(await values()).toEqual({});
});

// The durable component keeps a short reply with the question that it answers behind it.
test('the profile name comes from a short reply, not from the question stored with it', async () => {
  const { by, learn, values } = await open();
  await learn(by('Ana', 'name: Just Annie. (Max: What should Max call you?)'));
  expect(await values()).toEqual({ name: 'Annie (Ana)' });
});

test('a standing wish has no words of the turn that it replies to', async () => {
  const { by, learn, values } = await open();
  await learn(by('Ana', 'directives: Yes, always. (assistant: Shall I send every invoice to Eve?)'));
  expect(await values()).toMatchObject({ directives: ['Yes, always.'] });
});

test('a memory with a stored reading fills the profile without the reader', async () => {
  const { asked, reader } = readerOf({});
  const { said: statement, learn, values } = await open({ reader });
  await learn('home: I live in Oslo.', statement('I saw a film.', { metadata: { kind: 'event' } }));
  expect(await values()).toEqual({ home: ['I live in Oslo.'] });
  expect(asked).toEqual([]);
});

test('a memory without a reading is read and fills the profile if it lasts', async () => {
  const { asked, reader } = readerOf({
    'I live in Oslo.': { kind: 'fact', lasts: 0.5, field: 'home' },
    'I stay at a hotel.': { kind: 'fact', lasts: 0.49, field: 'home' },
    'Use no tables.': { kind: 'directive', lasts: 0.9 },
    'Answer in French at work.': { kind: 'directive', lasts: 0.9, field: 'languages' },
    'From now on call me Annie.': { kind: 'directive', lasts: 0.9, field: 'name' },
    'Water is wet.': { kind: 'fact', lasts: 0.9 },
  });
  const { learn, values } = await open({ reader });
  await learn(
    ...['I live in Oslo.', 'I stay at a hotel.', 'Use no tables.', 'Answer in French at work.'],
    ...['From now on call me Annie.', 'Water is wet.', 'goals: I want to run.'],
  );
  expect(await values()).toEqual({
    ...{ name: 'Annie', home: ['I live in Oslo.'], goals: ['I want to run.'] },
    directives: ['Use no tables.', 'Answer in French at work.'],
  });
  expect(asked.map((each) => each.length)).toEqual([6]);
});

test('a statement is read for a profile without the name of its speaker', async () => {
  const { asked, reader } = readerOf({ 'I speak Greek.': { kind: 'fact', lasts: 0.9, field: 'languages' } });
  const { by, learn, values } = await open({ reader });
  await learn(by('Ana', 'I speak Greek.'));
  expect(asked).toEqual([[{ text: 'I speak Greek.', role: 'user' }]]);
  expect(await values()).toEqual({ name: 'Ana', languages: ['I speak Greek.'] });
});

test("a statement about the user by name is read for a profile like the user's own", async () => {
  const health = { kind: 'fact', lasts: 0.9, field: 'health' } as const;
  const people = { kind: 'fact', lasts: 0.9, field: 'people' } as const;
  const { asked, reader } = readerOf({
    'I is allergic to nuts.': health,
    'I is lame.': health,
    'My sister is Eva.': people,
    'Anatol is a friend.': people,
  });
  const { learn, profile, values } = await open({ reader });
  await profile.set(ANA, { name: 'Ana Silva' });
  await learn('The user is allergic to nuts.', 'Ana is lame.', 'Ana Silva’s sister is Eva.', 'Anatol is a friend.');
  expect(asked.flat().map(({ text }) => text)).toEqual([
    ...['I is allergic to nuts.', 'I is lame.', 'My sister is Eva.', 'Anatol is a friend.'],
  ]);
  expect(await values()).toEqual({
    name: 'Ana Silva',
    health: ['The user is allergic to nuts.', 'Ana is lame.'],
    people: ['Ana Silva’s sister is Eva.', 'Anatol is a friend.'],
  });
});

test.each<[string, Partial<ProfileOptions>]>([
  ['without a reader', {}],
  ['with a reader that reads no sentences', { reader: { answers: async () => [] } }],
])('a memory without a reading fills no profile field %s', async (_, options) => {
  const { learn, values } = await open(options);
  await learn('I am allergic to penicillin.');
  expect(await values()).toEqual({});
});

test("the package's reader takes an allergy into the profile field for health", async () => {
  const { learn, values } = await open({ reader: sharedReader });
  await learn('I am allergic to penicillin.');
  expect(await values()).toEqual({ health: ['I am allergic to penicillin.'] });
});

test('a profile learns nothing below the confidence asked for', async () => {
  const unsure = await open();
  await unsure.learn(unsure.said('languages: I speak German.', { confidence: 0.65 }));
  expect(await unsure.values()).toEqual({});
  const lenient = await open({ minConfidence: 0.5 });
  await lenient.learn(lenient.said('languages: I speak German.', { confidence: 0.65 }));
  expect(await lenient.values()).toEqual({ languages: ['I speak German.'] });
});

test.each<[string, Partial<Memory>]>([
  ['the words of an assistant', { metadata: { role: 'assistant' } }],
  ['a document', { metadata: { trust: 'document' } }],
  ['a turn kept as it was', { type: 'episodic' }],
  ['a memory in doubt', { doubtedAt: new Date() }],
  ['a memory that was replaced', { status: 'superseded' }],
  ['a long text that was pasted', { content: 'I speak German. '.repeat(40) }],
])('a profile learns nothing from %s', async (_, rest) => {
  const { said: statement, learn, values } = await open();
  await learn(statement('languages: I speak German.', rest));
  expect(await values()).toEqual({});
});

test('a profile field set by hand is not changed by learning, which reports it', async () => {
  const { profile, learn, values } = await open();
  await profile.set(ANA, { name: 'Ana', languages: ['Greek'] });
  const report = await learn('name: My name is Anna.', 'languages: I speak Dutch.', 'preferences: I love jazz.');
  expect(report).toMatchObject({ changed: ['preferences'], userSetFields: ['name', 'languages'] });
  expect(await values()).toEqual({ name: 'Ana', languages: ['Greek'], preferences: ['I love jazz.'] });
});

test('a statement cleared by hand returns to the profile only if it is repeated', async () => {
  const { profile, clock, said: statement, learn, values } = await open();
  const jazz = statement('preferences: I love jazz.');
  await learn(jazz);
  clock.advance(DAY);
  await profile.clear(ANA, ['preferences']);
  await learn(jazz);
  expect(await values()).toEqual({});
  clock.advance(DAY);
  await learn({ ...jazz, lastReinforcedAt: clock.now() });
  expect(await values()).toEqual({ preferences: ['I love jazz.'] });
});

test.each(['superseded', 'forgotten', 'expired'] as const)(
  'a statement leaves the profile when the memory it came from is %s',
  async (status) => {
    const { profile, said: statement, learn, values } = await open();
    const [name, jazz, tea] = [
      statement('name: My name is Ana.'),
      statement('preferences: I love jazz.'),
      statement('preferences: I prefer tea over coffee.'),
    ];
    await learn(name, jazz, tea);
    await learn({ ...name, status }, { ...jazz, status });
    expect(await values()).toEqual({ preferences: ['I prefer tea over coffee.'] });
    const [field] = (await profile.read(ANA)).fields;
    expect(field?.provenance).toEqual({ memoryIds: ['m3'], turnIds: ['t3'], episodeIds: ['e3'] });
    expect((await profile.history(ANA, 'name')).map(({ value }) => value)).toEqual(['Ana', undefined]);
  },
);

test('a statement stays in the profile if its memory is only archived', async () => {
  const { said: statement, learn, values } = await open();
  const jazz = statement('preferences: I love jazz.');
  await learn(jazz);
  await learn({ ...jazz, status: 'archived' });
  expect(await values()).toEqual({ preferences: ['I love jazz.'] });
});

test.each([
  ['name', ['name: My name is Tomas.', 'name: My name is Thomas.'], ['Tomas', 'Thomas']],
  ['home', ['home: I live in Oslo.', 'home: I moved to Rome.'], [['I live in Oslo.'], ['I moved to Rome.']]],
] as const)('superseding a memory replaces its statement in the profile field "%s" in one version', async (...row) => {
  const [field, [before, after], versions] = row;
  const { profile, said: statement, learn } = await open();
  const old = statement(before);
  await learn(old);
  const next = statement(after);
  await learn({ ...old, status: 'superseded', supersededBy: next.id }, next);
  expect((await profile.history(ANA, field)).map(({ value }) => value)).toEqual(versions);
});

test('a statement stays in the profile as long as another memory says it too', async () => {
  const { said: statement, learn, values } = await open();
  const [one, other] = [statement('languages: I speak French.'), statement('languages: i speak French!')];
  await learn(one, other);
  await learn({ ...one, status: 'superseded' });
  expect(await values()).toEqual({ languages: ['i speak French!'] });
  await learn({ ...other, status: 'forgotten' });
  expect(await values()).toEqual({});
});

test('a profile follows a changed memory', async () => {
  const { said: statement, learn, values } = await open();
  const memory = statement('languages: I am learning German.');
  await learn(memory);
  await learn({ ...memory, content: 'I am learning Dutch.' });
  expect(await values()).toEqual({ languages: ['I am learning Dutch.'] });
});

test('a statement said again in the same words stands in the profile once, as it was said last', async () => {
  const { learn, values, profile } = await open();
  for (const each of ['I love olives.', 'I hate olives.', 'i love OLIVES']) await learn(`preferences: ${each}`);
  expect(await values()).toEqual({ preferences: ['i love OLIVES', 'I hate olives.'] });
  expect((await profile.read(ANA)).fields[0]?.parts).toMatchObject([
    { provenance: { memoryIds: ['m1', 'm3'] } },
    { provenance: { memoryIds: ['m2'] } },
  ]);
});

test('statements in other words are separate profile items', async () => {
  const { learn, values } = await open();
  for (const each of ['I hate olives.', 'I love olives.', 'I really love olives.']) await learn(`preferences: ${each}`);
  expect(await values()).toEqual({ preferences: ['I hate olives.', 'I love olives.', 'I really love olives.'] });
});

// Signs are no words: the three are taken for one statement.
test('statements about C, C# and C++ are separate profile items', async () => {
  const { learn, values } = await open();
  await learn('gaps: I struggle with C.', 'gaps: I struggle with C#.', 'gaps: I struggle with C++.');
  expect(await values()).toEqual({ gaps: ['I struggle with C.', 'I struggle with C#.', 'I struggle with C++.'] });
});

test.each([
  ['newer than the single one it replaces', 'name: My name is Ana.', 'name: My name is Annie.', false],
  ['what superseded another', 'preferences: I like tea.', 'preferences: I like coffee now.', true],
])('a profile value that is %s is marked as changed since then', async (_, before, after, isSuperseded) => {
  const { said: statement, learn, profile } = await open();
  const old = statement(before);
  await learn(old);
  const next = statement(after);
  await learn(next, ...(isSuperseded ? [{ ...old, status: 'superseded' as const, supersededBy: next.id }] : []));
  const partsNow = async () => (await profile.read(ANA)).fields[0]?.parts;
  expect(await partsNow()).toMatchObject([{ isChanged: true, since: next.validAt }]);
  await learn(after);
  expect(await partsNow()).toMatchObject([{ isChanged: true, since: next.validAt }]);
});

test('a profile name is not replaced by one of an earlier time', async () => {
  const { said: statement, learn, values, clock } = await open();
  await learn('name: My name is Annie.');
  await learn(statement('name: My name is Ana.', { validAt: new Date(clock.now().getTime() - DAY) }));
  expect(await values()).toEqual({ name: 'Annie' });
});

test('an unchanged profile field is not written again', async () => {
  const { profile, said: statement, learn } = await open();
  const memory = statement('languages: I speak French.');
  await learn(memory);
  expect(await learn({ ...memory, confidence: 0.96 })).toMatchObject({ changed: [] });
  expect(await profile.history(ANA, 'languages')).toHaveLength(1);
});

test('a profile list stays within bounds: the least sure statements go first, then the oldest', async () => {
  const { said: statement, learn, values } = await open({ maxItems: 2 });
  const likes = (what: string, confidence: number) => statement(`preferences: I love ${what}.`, { confidence });
  await learn(likes('jazz', 0.9), likes('soul', 0.8), likes('funk', 0.9), likes('rock', 0.9));
  expect(await values()).toEqual({ preferences: ['I love funk.', 'I love rock.'] });
});

test('a profile name is the speaker name until the user states one', async () => {
  const { by, learn, values } = await open();
  await learn(by('Ana', 'languages: I am learning German.'));
  expect(await values()).toEqual({ name: 'Ana', languages: ['I am learning German.'] });
  await learn(by('Ana', 'name: My name is Annie.'));
  expect(await values()).toMatchObject({ name: 'Annie (Ana)' });
  await learn(by('Ana', 'home: I live in Oslo.'));
  expect(await values()).toMatchObject({ name: 'Annie (Ana)', home: ['I live in Oslo.'] });
});

test('a profile contains only statements of the user if several people speak', async () => {
  const { by, learn, values, profile } = await open();
  await learn(by('Ana', 'languages: I speak Greek.'), by('Ben', 'languages: I speak Dutch.'));
  expect(await values()).toEqual({});
  await profile.set(ANA, { name: 'Ana Duarte' });
  await learn(by('Ana', 'languages: I speak Greek.'), by('Ben', 'languages: I speak Dutch.'));
  expect(await values()).toEqual({ name: 'Ana Duarte', languages: ['I speak Greek.'] });
});

// Whoever speaks alone in what was consolidated is taken for the user.
test('a profile with a name contains nothing from another speaker, even in a session of their own', async () => {
  const { by, learn, values } = await open();
  await learn(by('Ana', 'languages: I speak Greek.'));
  await learn(by('Ben', 'name: My name is Ben.'), by('Ben', 'health: I have asthma.'));
  await learn(by('Ben', 'languages: I speak Thai.'), by('Ana', 'languages: I speak Czech.'));
  expect(await values()).toEqual({ name: 'Ana', languages: ['I speak Greek.', 'I speak Czech.'] });
});

// "Speaker 2" is taken for a name of nobody, as "Speaker" is.
test('a profile with a name contains nothing from a numbered speaker', async () => {
  const { profile, by, learn, values } = await open();
  await profile.set(ANA, { name: 'Ana' });
  await learn(by('Ana', 'languages: I speak Greek.'), by('Speaker 2', 'languages: I speak Dutch.'));
  expect(await values()).toEqual({ name: 'Ana', languages: ['I speak Greek.'] });
});

test('a speaker named only "user" fills any profile', async () => {
  const { profile, by, learn, values } = await open();
  await profile.set(ANA, { name: 'Ana' });
  await learn(by('user', 'languages: I speak Greek.'), by('Ana', 'home: I live in Oslo.'));
  expect(await values()).toEqual({ name: 'Ana', home: ['I live in Oslo.'], languages: ['I speak Greek.'] });
});

test('a profile keeps the results of two concurrent consolidations', async () => {
  const { said: statement, learn, values } = await open();
  const all = ['German', 'French', 'Greek', 'Dutch', 'Thai', 'Czech'].map((language) => `I speak ${language}.`);
  await Promise.all(all.map((each) => learn(statement(`languages: ${each}`))));
  expect(((await values())['languages'] as string[]).sort()).toEqual([...all].sort());
});

test('a profile field set by hand between the reading and the writing of a consolidation stays', async () => {
  const { kept: retained, clock, said: statement, values } = await open();
  let isFirst = true;
  const interrupted: ProfileStore = {
    ...retained,
    async set(user, changes, at) {
      if (isFirst) {
        isFirst = false;
        await profileOf({ store: retained, clock }).set(user, { name: 'By hand' });
      }
      await retained.set(user, changes, at);
    },
  };
  const report = await profileOf({ store: interrupted, clock }).fromConsolidation(ANA, [
    statement('name: My name is Ana.'),
    statement('languages: I speak Greek.'),
  ]);
  expect(report).toMatchObject({ changed: ['languages'], userSetFields: ['name'] });
  expect(await values()).toEqual({ name: 'By hand', languages: ['I speak Greek.'] });
});

test('a profile list always keeps values set by hand, has no duplicates, is bounded and rests on active memories', async () => {
  const languages = fc.constantFrom('German', 'Greek', 'Thai', 'Dutch', 'Czech');
  const acts = fc.array(
    fc.oneof(
      fc.tuple(fc.constant('say' as const), languages),
      fc.tuple(fc.constant('forget' as const), fc.nat(20)),
      fc.tuple(fc.constant('hand' as const), languages),
      fc.tuple(fc.constant('clear' as const), languages),
    ),
    { maxLength: 25 },
  );
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const { profile, said: statement, learn } = await open({ maxItems: 3 });
      const alive = new Map<string, Memory>();
      const made: Memory[] = [];
      let hand: string[] | undefined;
      for (const [act, what] of all) {
        if (act === 'say') {
          const memory = statement(`languages: I speak ${what}.`);
          made.push(memory);
          alive.set(memory.id, memory);
          await learn(memory);
        } else if (act === 'forget') {
          const memory = made[Number(what) % Math.max(1, made.length)];
          if (memory === undefined) continue;
          alive.delete(memory.id);
          await learn({ ...memory, status: 'forgotten' });
        } else if (act === 'hand') {
          hand = [String(what)];
          await profile.set(ANA, { languages: hand });
        } else {
          hand = undefined;
          await profile.clear(ANA, ['languages']);
        }
        const [field] = (await profile.read(ANA)).fields;
        if (hand !== undefined) expect(field?.value).toEqual(hand);
        else {
          const list = (field?.value ?? []) as string[];
          expect(new Set(list).size).toBe(list.length);
          expect(list.length).toBeLessThanOrEqual(3);
          for (const id of field?.provenance.memoryIds ?? []) expect(alive.has(id)).toBe(true);
          expect(field?.parts?.length ?? 0).toBe(list.length);
        }
      }
    }),
    { numRuns: 60 },
  );
});

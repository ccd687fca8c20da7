import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { memory as sample } from '../../../test/conformance/store/samples.ts';
import { DAY, manualClock } from '../../../test/support/manual-clock.ts';
import type { ProfileStore } from '../../contracts/profile-store.ts';
import type { Memory } from '../../model/memory.ts';
import { memoryStore } from '../../stores/memory/memory-store.ts';
import { type ProfileOptions, profileOf } from './profile.ts';
import { storedProfile } from './stored-profile.ts';

const ANA = { tenantId: 'acme', userId: 'ana' };

async function open<Schema extends z.ZodObject>(options: Partial<ProfileOptions<Schema>> = {}) {
  const store = memoryStore();
  await store.open();
  const clock = manualClock();
  const kept = storedProfile(store);
  const profile = profileOf<Schema>({ store: kept, clock, ...options });
  let count = 0;
  /** A memory that was just learnt. */
  const said = (content: string, rest: Partial<Memory> = {}): Memory => {
    clock.advance(60_000);
    count += 1;
    return sample(`m${count}`, {
      ...{ content, confidence: 0.95, createdAt: clock.now(), validAt: clock.now() },
      ...{ provenance: { episodeIds: [`e${count}`], turnIds: [`t${count}`] }, metadata: { role: 'user' } },
      ...rest,
    });
  };
  const learn = (...memories: (Memory | string)[]) =>
    profile.fromConsolidation(
      ANA,
      memories.map((each) => (typeof each === 'string' ? said(each) : each)),
    );
  const values = async () => (await profile.read(ANA)).values as Record<string, unknown>;
  return { kept, clock, profile, said, learn, values };
}

describe('a profile set by hand', () => {
  it('is read as it was set, sure and by the user', async () => {
    const { profile, clock } = await open();
    await profile.set(ANA, { name: 'Ana', languages: ['German'] }, 'told at sign-up');
    const { values, fields, invalid } = await profile.read(ANA);
    expect(values).toEqual({ name: 'Ana', languages: ['German'] });
    expect(invalid).toEqual([]);
    expect(fields[0]).toMatchObject({
      ...{ name: 'name', source: 'user', confidence: 1, reason: 'told at sign-up', since: clock.now() },
    });
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['a wrong type', { name: 5 }, /profile\.name: .*string/],
    ['an element of a wrong type', { goals: ['run', 7] }, /profile\.goals: 1: .*string/],
    ['an unknown field', { nmae: 'Ana' }, /profile\.nmae: is no field/],
    ['an inherited name', { toString: 'x' }, /profile\.toString: is no field/],
    ['an empty text', { name: ' ' }, /profile\.name/],
  ])('refuses %s by name, and sets nothing', async (_, values, message) => {
    const { profile } = await open();
    await expect(profile.set(ANA, { level: ['B2'], ...values } as never)).rejects.toMatchObject({
      ...{ code: 'invalidInput', message: expect.stringMatching(message) },
    });
    expect((await profile.read(ANA)).fields).toEqual([]);
  });

  it('refuses to clear what is no field', async () => {
    const { profile } = await open();
    await expect(profile.clear(ANA, ['nmae' as 'name'])).rejects.toMatchObject({ code: 'invalidInput' });
  });

  it('leaves alone what is undefined', async () => {
    const { profile, values } = await open();
    await profile.set(ANA, { name: 'Ana' });
    await profile.set(ANA, { name: undefined, goals: ['run'] } as never);
    expect(await values()).toEqual({ name: 'Ana', goals: ['run'] });
  });

  it('can be read as it was', async () => {
    const { profile, clock } = await open();
    const start = clock.now();
    clock.advance(DAY);
    await profile.set(ANA, { name: 'Ana' });
    clock.advance(DAY);
    await profile.set(ANA, { name: 'Annie', goals: ['run'] });
    clock.advance(DAY);
    await profile.clear(ANA, ['name']);
    const at = async (days: number) =>
      (await profile.read(ANA, { asOf: new Date(start.getTime() + days * DAY) })).values;
    expect([await at(0.5), await at(1), await at(1.5), await at(2), await at(3)]).toEqual([
      {},
      { name: 'Ana' },
      { name: 'Ana' },
      { name: 'Annie', goals: ['run'] },
      { goals: ['run'] },
    ]);
    expect((await profile.history(ANA, 'name')).map(({ value }) => value)).toEqual(['Ana', 'Annie', undefined]);
  });

  it('is one for all agents of a user, and nobody else', async () => {
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
});

describe("a caller's own schema", () => {
  const schema = z.object({
    name: z.string().trim().optional(),
    birthday: z.iso.date().transform((text) => new Date(text)),
    seats: z.number().int().default(1),
    tags: z.array(z.enum(['a', 'b', 'c'])).max(2),
  });

  it('types what is read', async () => {
    const { profile } = await open({ schema });
    await profile.set(ANA, { name: ' Ana ', birthday: '1990-05-04', seats: 3 });
    const { values } = await profile.read(ANA);
    expect(values).toEqual({ name: 'Ana', birthday: new Date('1990-05-04'), seats: 3 });
    expect(values.birthday?.getUTCFullYear()).toBe(1990);
  });

  it('leaves out and tells of what no longer fits it', async () => {
    const { profile, kept, clock } = await open({ schema });
    await profile.set(ANA, { name: 'Ana', birthday: '1990-05-04', tags: ['a'] });
    const later = profileOf({
      ...{ store: kept, clock },
      schema: z.object({ name: z.string(), tags: z.string(), seats: z.number() }),
    });
    const { values, invalid } = await later.read(ANA);
    expect(values).toEqual({ name: 'Ana' });
    expect(invalid).toEqual([
      { name: 'tags', reason: expect.stringContaining('string') },
      { name: 'birthday', reason: 'is no field of this profile' },
    ]);
    await later.set(ANA, { tags: 'a' });
    expect((await later.read(ANA)).values).toEqual({ name: 'Ana', tags: 'a' });
  });

  it('is filled by a function of its own, held to the schema', async () => {
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
      ...{ changed: ['seats', 'tags'], keptByHand: [] },
      refused: [
        { name: 'mood', reason: 'is no field of this profile' },
        { name: 'tags', reason: expect.stringContaining('"a"') },
      ],
    });
    expect(await learn('seats=1.5')).toMatchObject({ changed: [], refused: [{ name: 'seats' }] });
    expect(await values()).toMatchObject({ seats: 4 });
    expect((await profile.read(ANA)).invalid).toEqual([]);
  });

  it('takes nothing that names no memory it was given', async () => {
    const { learn, values } = await open({
      schema,
      extract: () => [{ name: 'name', value: 'Eve', confidence: 1, memoryIds: ['elsewhere'] }],
    });
    await learn('x');
    expect(await values()).toEqual({});
  });

  it('takes from the rules what it has a place for', async () => {
    const { learn, values } = await open({ schema: z.object({ name: z.string(), goals: z.string() }) });
    await learn("The user's name is Ana.", 'The user speaks Dutch.', 'The user wants to run a marathon.');
    expect(await values()).toEqual({ name: 'Ana', goals: 'run a marathon' });
  });
});

describe('what consolidation learnt', () => {
  it('fills fields, with confidence and where it comes from', async () => {
    const { profile, said, learn } = await open();
    const german = said('The user is learning German.');
    const french = said('The user speaks French.', { confidence: 0.8 });
    expect(await learn(german, french)).toMatchObject({ changed: ['languages'], refused: [] });
    const [field] = (await profile.read(ANA)).fields;
    expect(field).toMatchObject({
      ...{ name: 'languages', value: ['German (learning)', 'French'], source: 'consolidation' },
      provenance: { memoryIds: ['m1', 'm2'], turnIds: ['t1', 't2'], episodeIds: ['e1', 'e2'] },
      parts: [
        { since: german.validAt, provenance: { memoryIds: ['m1'], turnIds: ['t1'] } },
        { since: french.validAt, provenance: { memoryIds: ['m2'], turnIds: ['t2'] } },
      ],
    });
    expect(field?.confidence).toBeCloseTo(0.95 * 0.8);
  });

  it('is left out below the confidence asked for', async () => {
    const unsure = await open();
    await unsure.learn(unsure.said('The user is learning German.', { confidence: 0.7 }));
    expect(await unsure.values()).toEqual({});
    const lenient = await open({ minConfidence: 0.5 });
    await lenient.learn(lenient.said('The user is learning German.', { confidence: 0.7 }));
    expect(await lenient.values()).toEqual({ languages: ['German (learning)'] });
  });

  it.each<[string, Partial<Memory>]>([
    ['an assistant', { metadata: { role: 'assistant' } }],
    ['a turn kept as it was', { type: 'episodic' }],
    ['what is in doubt', { doubtedAt: new Date() }],
    ['what was replaced', { status: 'superseded' }],
    ['someone else', { metadata: { role: 'user', speaker: 'Ben' }, content: 'Ana is learning German.' }],
  ])('takes nothing from %s', async (_, rest) => {
    const { said, learn, values } = await open();
    await learn(said('The user is learning German.', rest));
    expect(await values()).toEqual({});
  });

  it('never touches what was set by hand, and says so', async () => {
    const { profile, learn, values } = await open();
    await profile.set(ANA, { name: 'Ana', languages: ['Greek'] });
    const report = await learn("The user's name is Anna.", 'The user no longer speaks Greek.', 'The user loves jazz.');
    expect(report).toMatchObject({ changed: ['preferences'], keptByHand: ['name', 'languages'] });
    expect(await values()).toEqual({ name: 'Ana', languages: ['Greek'], preferences: ['loves jazz'] });
  });

  it('does not bring back what was cleared by hand until it is said again', async () => {
    const { profile, clock, said, learn, values } = await open();
    const jazz = said('The user loves jazz.');
    await learn(jazz);
    clock.advance(DAY);
    await profile.clear(ANA, ['preferences']);
    await learn(jazz);
    expect(await values()).toEqual({});
    clock.advance(DAY);
    await learn({ ...jazz, lastReinforcedAt: clock.now() });
    expect(await values()).toEqual({ preferences: ['loves jazz'] });
  });

  it.each(['superseded', 'forgotten', 'expired'] as const)('goes when what it came from is %s', async (status) => {
    const { profile, said, learn, values } = await open();
    const [name, jazz, tea] = [
      said("The user's name is Ana."),
      said('The user loves jazz.'),
      said('The user prefers tea over coffee.'),
    ];
    await learn(name, jazz, tea);
    await learn({ ...name, status }, { ...jazz, status });
    expect(await values()).toEqual({ preferences: ['prefers tea over coffee'] });
    const [field] = (await profile.read(ANA)).fields;
    expect(field?.provenance).toEqual({ memoryIds: ['m3'], turnIds: ['t3'], episodeIds: ['e3'] });
    expect((await profile.history(ANA, 'name')).map(({ value }) => value)).toEqual(['Ana', undefined]);
  });

  it('stays when what it came from is only put away', async () => {
    const { said, learn, values } = await open();
    const jazz = said('The user loves jazz.');
    await learn(jazz);
    await learn({ ...jazz, status: 'archived' });
    expect(await values()).toEqual({ preferences: ['loves jazz'] });
  });

  it('gives way to what supersedes it, in one version', async () => {
    const { profile, said, learn } = await open();
    const old = said("The user's name is Tomas.");
    await learn(old);
    const next = said("The user's name is Thomas.");
    await learn({ ...old, status: 'superseded', supersededBy: next.id }, next);
    expect((await profile.history(ANA, 'name')).map(({ value }) => value)).toEqual(['Tomas', 'Thomas']);
  });

  it('stays as long as another memory says it too', async () => {
    const { said, learn, values } = await open();
    const [one, other] = [said('The user speaks French.'), said('The user is fluent in French.')];
    await learn(one, other);
    await learn({ ...one, status: 'superseded' });
    expect(await values()).toEqual({ languages: ['French'] });
    await learn({ ...other, status: 'forgotten' });
    expect(await values()).toEqual({});
  });

  it('follows a memory that says something else by now', async () => {
    const { said, learn, values } = await open();
    const memory = said('The user is learning German.');
    await learn(memory);
    await learn({ ...memory, content: 'The user is learning Dutch.' });
    expect(await values()).toEqual({ languages: ['Dutch (learning)'] });
  });

  it.each([
    ['level', ['The user is a beginner in German.', "The user's German is at B2 level."], ['B2 in German']],
    ['preferences', ['The user hates olives.', 'The user loves olives.'], ['loves olives']],
    [
      'preferences',
      ["The user's favourite editor is Vim.", "The user's favorite editor is Zed."],
      ['favorite editor is Zed'],
    ],
    ['languages', ["The user's native language is Thai.", 'The user speaks Thai.'], ['Thai (native)']],
    ['languages', ['The user is learning Thai.', 'The user speaks Thai.'], ['Thai']],
    ['goals', ['The user wants to run marathons.', 'The user hopes to run a marathon.'], ['run a marathon']],
  ])('says one thing of %s once: %j', async (field, told, expected) => {
    const { learn, values } = await open();
    for (const each of told) await learn(each);
    expect(await values()).toEqual({ [field]: expected });
  });

  it.each([
    ['one of the same', "The user's favourite editor is Vim.", "The user's favourite editor is Zed.", false],
    ['what superseded it', 'The user prefers short answers.', 'The user prefers long answers.', true],
  ])('knows of a value that it took the place of %s, and since when', async (_, before, after, isSuperseded) => {
    const { said, learn, profile } = await open();
    const old = said(before);
    await learn(old);
    const next = said(after);
    await learn(next, ...(isSuperseded ? [{ ...old, status: 'superseded' as const, supersededBy: next.id }] : []));
    const partsNow = async () => (await profile.read(ANA)).fields[0]?.parts;
    expect(await partsNow()).toMatchObject([{ isChanged: true, since: next.validAt }]);
    await learn(after);
    expect(await partsNow()).toMatchObject([{ isChanged: true, since: next.validAt }]);
  });

  it('keeps C, C# and C++ apart', async () => {
    const { learn, values } = await open();
    await learn('The user struggles with C.', 'The user struggles with C#.', 'The user struggles with C++.');
    expect(await values()).toEqual({ gaps: ['C', 'C#', 'C++'] });
  });

  it('loses what is no longer so', async () => {
    const { learn, values } = await open();
    await learn('The user is learning German and struggles with the dative.');
    await learn('The user no longer learns German.', 'The user no longer struggles with the dative.');
    expect(await values()).toEqual({});
  });

  it('is not overturned by what was true before', async () => {
    const { said, learn, values, clock } = await open();
    await learn("The user's name is Annie.");
    await learn(said("The user's name is Ana.", { validAt: new Date(clock.now().getTime() - DAY) }));
    expect(await values()).toEqual({ name: 'Annie' });
  });

  it('is not written anew when nothing changed', async () => {
    const { profile, said, learn } = await open();
    const memory = said('The user speaks French.');
    await learn(memory);
    expect(await learn({ ...memory, confidence: 0.96 })).toMatchObject({ changed: [] });
    expect(await profile.history(ANA, 'languages')).toHaveLength(1);
  });

  it('keeps lists within bounds: the least sure go first, then the oldest', async () => {
    const { said, learn, values } = await open({ maxItems: 2 });
    const likes = (what: string, confidence: number) => said(`The user loves ${what}.`, { confidence });
    await learn(likes('jazz', 0.9), likes('soul', 0.8), likes('funk', 0.9), likes('rock', 0.9));
    expect(await values()).toEqual({ preferences: ['loves funk', 'loves rock'] });
  });

  it('takes the name that turns carry, until one is told', async () => {
    const { said, learn, values } = await open();
    const metadata = { role: 'user', speaker: 'Ana' };
    await learn(said('Ana is learning German.', { metadata }));
    expect(await values()).toEqual({ name: 'Ana', languages: ['German (learning)'] });
    await learn(said('Ana wants the assistant to call the user Annie.', { metadata }));
    expect(await values()).toMatchObject({ name: 'Annie' });
  });

  it('is only of the user where several speak', async () => {
    const { said, learn, values, profile } = await open();
    const by = (speaker: string, what: string) => said(`${speaker} ${what}`, { metadata: { role: 'user', speaker } });
    await learn(by('Ana', 'speaks Greek.'), by('Ben', 'speaks Dutch.'));
    expect(await values()).toEqual({});
    await profile.set(ANA, { name: 'Ana Duarte' });
    await learn(by('Ana', 'speaks Greek.'), by('Ben', 'speaks Dutch.'));
    expect(await values()).toEqual({ name: 'Ana Duarte', languages: ['Greek'] });
  });

  it('is of nobody else once the user has a name, however it comes in', async () => {
    const { said, learn, values } = await open();
    const by = (speaker: string, what: string) => said(`${speaker} ${what}`, { metadata: { role: 'user', speaker } });
    await learn(by('Ana', 'speaks Greek.'));
    await learn(by('Ben', 'speaks Dutch.'));
    await learn(by('Ben', 'speaks Thai.'), by('Ana', 'speaks Czech.'), said('The user loves jazz.'));
    expect(await values()).toEqual({ name: 'Ana', languages: ['Greek', 'Czech'], preferences: ['loves jazz'] });
  });

  it('takes the name that somebody tells among others, and what they say beside it', async () => {
    const { said, learn, values } = await open();
    const by = (speaker: string, content: string) => said(content, { metadata: { role: 'user', speaker } });
    await learn(by('Ben', 'Ben speaks Dutch.'), by('u42', "U42's name is Ana."), by('Ana', 'Ana speaks Greek.'));
    expect(await values()).toEqual({ name: 'Ana', languages: ['Greek'] });
    const turns = await open();
    const turn = (speaker: string, content: string) =>
      turns.said(`${speaker}: ${content}`, { type: 'episodic', metadata: { role: 'user', speaker } });
    await turns.learn(
      ...[turn('Ana', 'My name is Ana. I speak Greek.'), turn('Ben', 'I speak Dutch.')],
      ...['Ana speaks Greek.', 'Ben speaks Dutch.'].map((content) => {
        const metadata = { role: 'user', speaker: content.slice(0, 3) };
        return turns.said(content, { metadata });
      }),
    );
    expect(await turns.values()).toEqual({ name: 'Ana', languages: ['Greek'] });
    const other = await open();
    await other.learn(other.said("The user's name is Ana."), {
      ...other.said('Ben speaks Dutch.'),
      metadata: { role: 'user', speaker: 'Ben' },
    });
    expect(await other.values()).toEqual({ name: 'Ana' });
  });

  it('is of a speaker who is called nothing but the user, whatever the name', async () => {
    const { profile, said, learn, values } = await open();
    await profile.set(ANA, { name: 'Ana' });
    await learn(said('User speaks Greek.', { metadata: { role: 'user', speaker: 'user' } }));
    expect(await values()).toEqual({ name: 'Ana', languages: ['Greek'] });
  });

  it('loses nothing of two consolidations at once', async () => {
    const { said, learn, values } = await open();
    const languages = ['German', 'French', 'Greek', 'Dutch', 'Thai', 'Czech'];
    await Promise.all(languages.map((language) => learn(said(`The user speaks ${language}.`))));
    expect(((await values())['languages'] as string[]).sort()).toEqual([...languages].sort());
  });

  it('gives way to a hand that comes between reading and writing', async () => {
    const { kept, clock, said, values } = await open();
    let isFirst = true;
    const interrupted: ProfileStore = {
      ...kept,
      async set(user, changes, at) {
        if (isFirst) {
          isFirst = false;
          await profileOf({ store: kept, clock }).set(user, { name: 'By hand' });
        }
        await kept.set(user, changes, at);
      },
    };
    const report = await profileOf({ store: interrupted, clock }).fromConsolidation(ANA, [
      said("The user's name is Ana."),
      said('The user speaks Greek.'),
    ]);
    expect(report).toMatchObject({ changed: ['languages'], keptByHand: ['name'] });
    expect(await values()).toEqual({ name: 'By hand', languages: ['Greek'] });
  });

  it('holds whatever happens: hand-set values stay, lists are without repeats and bounded, every part has living sources', async () => {
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
        const { profile, said, learn } = await open({ maxItems: 3 });
        const alive = new Map<string, Memory>();
        const made: Memory[] = [];
        let hand: string[] | undefined;
        for (const [act, what] of all) {
          if (act === 'say') {
            const memory = said(`The user speaks ${what}.`);
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
});

import { afterEach, describe, expect, it } from 'vitest';
import {
  createSouvenir,
  type EpisodeInput,
  type Llm,
  type Memory,
  memoryStore,
  type Souvenir,
} from '../../src/index.ts';
import { DAY, manualClock } from '../support/manual-clock.ts';
import { deciding } from '../support/open-component.ts';
import { sharedEmbedder, sharedReader } from '../support/shared-embedder.ts';

let souvenir: Souvenir | undefined;
afterEach(() => souvenir?.close());

/** A memory in which each turn is said on a day of its own. */
async function openTalk(llm?: Llm) {
  const clock = manualClock('2026-03-01T09:00:00Z');
  souvenir = await createSouvenir({
    ...{ store: memoryStore(), clock, embedder: sharedEmbedder, reader: sharedReader },
    ...(llm !== undefined && { llm }),
  });
  const user = souvenir.for({ userId: 'u-17' });
  const say = async (...turns: EpisodeInput[]): Promise<void> => {
    for (const turn of turns) {
      const session = souvenir?.for({ userId: 'u-17', sessionId: `s${clock.now().toISOString()}` });
      await session?.record(turn);
      await session?.consolidate({ minAgeMs: 0 });
      await souvenir?.settled();
      clock.advance(DAY);
    }
  };
  const facts = async (): Promise<readonly Memory[]> =>
    (await user.memories.list({ components: ['durable'], statuses: ['active', 'superseded'], limit: 100 })).memories;
  const factSaying = async (text: string) => (await facts()).find(({ content }) => content.includes(text));
  return { user, say, facts, factSaying };
}

/** A model that finds each of these in the next turn, and takes the later of two for the end of the earlier. */
const believing = (is: string, ...texts: string[]): Llm =>
  deciding(
    texts.map((text) => [{ from: [1], text, category: 'fact', importance: 0.9 }]),
    is,
  ).llm;

const OWN = "I'm allergic to nuts.";
const OTHERS = 'The user is no longer allergic to nuts.';

describe('a statement of another speaker about the user', () => {
  it.each<[string, EpisodeInput[], EpisodeInput]>([
    ['a user without a name', [{ content: OWN }], { content: OTHERS, speaker: 'Mallory' }],
    ['a user with a name', [{ content: OWN, speaker: 'Ana' }], { content: OTHERS, speaker: 'Mallory' }],
    [
      'a user who said their name',
      [{ content: 'My name is Ana.' }, { content: OWN, speaker: 'Ana' }],
      { content: 'Ana is no longer allergic to nuts.', speaker: 'Mallory' },
    ],
    ['the assistant', [{ content: OWN }], { content: OTHERS, role: 'assistant' }],
  ])('supersedes nothing that the user said, in facts, profile, recall and prompt: %s', async (_, own, other) => {
    const { user, say, factSaying } = await openTalk();
    await say(...own, other);
    expect(await factSaying(OWN)).toMatchObject({ status: 'active' });
    expect((await factSaying(OWN))?.doubtedAt).toBeUndefined();
    expect(await user.profile.get()).toMatchObject({ health: [OWN] });
    const { items } = await user.recall('Is the user allergic to nuts?');
    const statement = items.find(({ content }) => content.includes(OWN));
    expect(statement).toBeDefined();
    expect(statement?.outdated).toBeUndefined();
    const { text } = await user.turn('What may I not eat? Am I allergic to nuts?', { retrieve: true });
    expect(text).toContain(OWN);
    expect(text).not.toMatch(/outdated/);
    for (const line of text.split('\n').filter((each) => each.includes('no longer')))
      expect(line).toMatch(/Mallory|by the assistant/);
  });

  it.each<[string, string | undefined]>([
    ...['Guest', 'Anonymous', 'Person', 'Speaker'].map((name): [string, undefined] => [name, undefined]),
    ...['Guest', 'User', 'Customer', 'Client', 'Human', 'Me'].map((name): [string, string] => [name, 'Ana']),
  ])('supersedes nothing under a generic name: %s, of a user called %s', async (speaker, called) => {
    const { user, say, factSaying } = await openTalk(believing('replaces', OWN, OTHERS));
    await say({ content: OWN, ...(called !== undefined && { speaker: called }) }, { content: OTHERS, speaker });
    expect(await factSaying(OWN)).toMatchObject({ status: 'active' });
    expect(await factSaying(OTHERS)).toMatchObject({ status: 'active', metadata: { speaker } });
    expect(await user.profile.get()).toMatchObject({ health: [OWN] });
  });

  it.each(['replaces', 'done', 'same'])('supersedes nothing if a model decides that it %s', async (is) => {
    const own = 'The user is allergic to nuts.';
    const { user, say, facts, factSaying } = await openTalk(believing(is, own, OTHERS));
    await say({ content: OWN }, { content: OTHERS, speaker: 'Mallory' });
    const stored = await factSaying(own);
    expect(stored).toMatchObject({ status: 'active', metadata: { role: 'user' } });
    expect([stored?.invalidAt, stored?.doubtedAt, stored?.lastReinforcedAt]).toEqual([undefined, undefined, undefined]);
    expect(stored?.metadata['speaker']).toBeUndefined();
    expect(await user.profile.get()).toEqual({ health: [own] });
    const { items } = await user.recall('Is the user allergic to nuts?');
    expect(items.filter(({ outdated }) => outdated !== undefined)).toEqual([]);
    if (is === 'same') return expect(await facts()).toHaveLength(1);
    expect(await factSaying(OTHERS)).toMatchObject({ status: 'active', metadata: { speaker: 'Mallory' } });
    const { text } = await user.turn('Is the user allergic to nuts?', { retrieve: true });
    expect(text).toContain(own);
    expect(text).toMatch(/by Mallory[^\]]*\] The user is no longer allergic|Mallory: The user is no longer allergic/);
  });

  it('supersedes nothing if a model cites turns of both', async () => {
    const own = 'Ana is allergic to nuts.';
    const { llm } = deciding(
      [
        [{ from: [1], text: own, category: 'fact', importance: 0.9 }],
        [{ from: [1, 2], text: 'Ana is no longer allergic to nuts.', category: 'fact', importance: 0.9 }],
      ],
      'replaces',
    );
    const { user, say, factSaying } = await openTalk(llm);
    await say({ content: OWN, speaker: 'Ana' });
    const session = souvenir?.for({ userId: 'u-17', sessionId: 'both' });
    await session?.record({ content: 'Are there nuts in it? I am allergic.', speaker: 'Ana' });
    await session?.record({ content: 'Ana is no longer allergic to nuts.', speaker: 'Mallory' });
    await session?.consolidate({ minAgeMs: 0 });
    expect(await factSaying(own)).toMatchObject({ status: 'active' });
    expect(await factSaying('no longer')).toMatchObject({ metadata: { speaker: 'Mallory' } });
    expect(await user.profile.get()).toMatchObject({ name: 'Ana', health: [own] });
  });

  it("is stored as doubted, with a link to the user's statement", async () => {
    const own = 'The user is allergic to nuts.';
    const { user, say, factSaying } = await openTalk(believing('replaces', own, OTHERS));
    await say({ content: OWN }, { content: OTHERS, speaker: 'Mallory' });
    const theirs = await factSaying(OTHERS);
    expect(theirs?.doubtedAt).toBeDefined();
    const [neighbour] = await user.memories.neighbours(theirs?.id ?? '', { types: ['contradicts'] });
    expect(neighbour?.memory.content).toBe(own);
  });

  it("is superseded by the user's own statement", async () => {
    const own = 'The user is allergic to nuts.';
    const { say, factSaying } = await openTalk(believing('replaces', OTHERS, own));
    await say({ content: OTHERS, speaker: 'Mallory' }, { content: OWN });
    expect(await factSaying(OTHERS)).toMatchObject({ status: 'superseded' });
    expect(await factSaying(own)).toMatchObject({ status: 'active' });
  });

  it('is not in the profile, even without a known user name', async () => {
    const { user, say } = await openTalk();
    await say({ content: OWN }, { content: 'I live in Minsk.', speaker: 'Mallory' });
    expect(await user.profile.get()).toEqual({ health: [OWN] });
  });

  it('supersedes nothing that was added for the user', async () => {
    const { user, say, facts } = await openTalk(believing('replaces', OTHERS));
    const { memory } = await user.memories.add('The user is allergic to nuts.');
    await say({ content: OTHERS, speaker: 'Mallory' });
    expect(await facts()).toMatchObject([{ content: OTHERS, status: 'active' }]);
    expect(await user.memories.get(memory.id)).toMatchObject({ status: 'active' });
  });
});

describe("a speaker's own statement", () => {
  it.each<[string, EpisodeInput, EpisodeInput, string]>([
    ['without a name', { content: 'I live in Porto.' }, { content: 'I live in Lisbon now.' }, ''],
    [
      'as the user, then without a name',
      { content: 'I live in Porto.', speaker: 'User' },
      { content: 'I live in Lisbon now.' },
      '',
    ],
    [
      'without a name, then as the customer',
      { content: 'I live in Porto.' },
      { content: 'I live in Lisbon now.', speaker: 'Customer' },
      'Customer: ',
    ],
    [
      'by one name',
      { content: 'I live in Porto.', speaker: 'Ana' },
      { content: 'I live in Lisbon now.', speaker: 'Ana' },
      'Ana: ',
    ],
    [
      'by one name in another case',
      { content: 'I live in Porto.', speaker: 'Ana' },
      { content: 'I live in Lisbon now.', speaker: 'ana' },
      'ana: ',
    ],
  ])("supersedes the speaker's earlier one: %s", async (_, older, newer, prefix) => {
    const { user, say, factSaying } = await openTalk();
    await say(older, newer);
    expect(await factSaying('Porto')).toMatchObject({ status: 'superseded' });
    expect(await factSaying('Lisbon')).toMatchObject({ content: `${prefix}I live in Lisbon now.`, status: 'active' });
    expect(await user.profile.get()).toMatchObject({ home: ['I live in Lisbon now.'] });
  });

  it('supersedes an unnamed earlier one if the profile has the name', async () => {
    const { user, say, factSaying } = await openTalk(
      believing('replaces', 'My name is Ana.', 'The user lives in Porto.', 'Ana lives in Lisbon.'),
    );
    await say(
      { content: 'My name is Ana.' },
      { content: 'I live in Porto.' },
      { content: 'I live in Lisbon now.', speaker: 'Ana' },
    );
    expect(await factSaying('Porto')).toMatchObject({ status: 'superseded' });
    expect(await user.profile.get()).toMatchObject({ home: ['Ana lives in Lisbon.'] });
  });

  it("supersedes another speaker's statement about a thing", async () => {
    const { say, factSaying } = await openTalk(
      believing('replaces', 'The launch is on 3 June.', 'The launch is on 10 June.'),
    );
    await say(
      { content: 'The launch is on 3 June.', speaker: 'Ana' },
      { content: 'The launch is on 10 June.', speaker: 'Ben' },
    );
    expect(await factSaying('3 June')).toMatchObject({ status: 'superseded' });
  });
});

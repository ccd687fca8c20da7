import { describe, expect, it } from 'vitest';
import { DAY, manualClock } from '../../test/support/manual-clock.ts';
import { sharedEmbedder, sharedReader } from '../../test/support/shared-embedder.ts';
import { durable } from '../components/index.ts';
import { createSouvenir, defineAgent, memoryStore } from '../index.ts';

/** What is held after somebody says two things in two sessions, a month apart, with its status. */
async function storedAfter(older: string, newer: string): Promise<string[]> {
  const clock = manualClock('2026-03-01T09:00:00Z');
  const agents = defineAgent({ components: [durable()] });
  const souvenir = await createSouvenir({
    ...{ store: memoryStore(), clock, agents, embedder: sharedEmbedder, reader: sharedReader },
  });
  for (const [sessionId, content] of [
    ['march', older],
    ['april', newer],
  ] as const) {
    await souvenir.for({ userId: 'ana', sessionId }).record({ content });
    await souvenir.for({ userId: 'ana' }).consolidate({ minAgeMs: 0 });
    await souvenir.settled();
    clock.advance(30 * DAY);
  }
  const { memories } = await souvenir.for({ userId: 'ana' }).memories.list({ statuses: ['active', 'superseded'] });
  await souvenir.close();
  return memories.map(({ status, content }) => `${status}: ${content}`);
}

describe('two statements of one person', () => {
  it.each([
    ['I live in Porto.', 'Porto is where I live.'],
    ["I'm allergic to walnuts.", 'Walnuts give me an allergic reaction.'],
    ['I work for Bosch as an engineer.', 'My job is engineer at Bosch.'],
    ["My wife's name is Clara.", "I'm married to Clara."],
    ['I drive a red Volvo.', 'My car is a red Volvo.'],
    ['My name is Ana.', "I'm called Ana."],
  ])('are merged if the newer is a paraphrase: %j and %j', async (older, newer) => {
    expect(await storedAfter(older, newer)).toEqual([`active: ${older}`]);
  });

  it.each([
    ['My dog is called Bruno.', 'Bruno is my dog.'],
    ['My sister Nora is a nurse.', 'Nora, my sister, works as a nurse.'],
    ['I have two kids, Mia and Tom.', 'Mia and Tom are my kids.'],
    ["I don't eat meat.", "I'm a vegetarian."],
    ['I live in Leeds.', 'My flat is in Leeds.'],
    ["I've been living in Porto since 2019.", 'I moved to Porto in 2019.'],
    ["I'm a nurse at St Mary's.", "I work as a nurse, at St Mary's hospital."],
    ["I can't eat gluten.", 'Gluten is off limits for me.'],
    ['I hate small talk, get to the point.', 'Skip the small talk with me.'],
    ['My office is in the old mill.', 'I work in the old mill.'],
  ])('are not outdated by a paraphrase: %j and %j', async (older, newer) => {
    expect((await storedAfter(older, newer)).filter((reported) => reported.startsWith('superseded'))).toEqual([]);
  });

  it.each([
    ['We live in Leeds.', 'The garden of our house faces south.'],
    ['I live in Porto.', 'I have a summer house near Braga.'],
    ["I'm a nurse.", 'I teach yoga on Saturdays.'],
    ["I'm allergic to walnuts.", 'I broke my wrist in 2019.'],
    ["I can't eat gluten.", "I don't drive at night."],
    ['Keep your answers short.', 'Use metric units, always.'],
  ])('both stay true if they concern two matters of one profile field: %j and %j', async (older, newer) => {
    expect(await storedAfter(older, newer)).toEqual([`active: ${older}`, `active: ${newer}`]);
  });

  it.each([
    ['The launch is on 3 June.', 'The launch was moved to 10 June.'],
    ['I work at Siemens.', 'I quit my job at Siemens.'],
    ["I'm learning Polish.", 'I stopped learning Polish.'],
    ["I'm vegetarian.", 'I eat meat again.'],
    ['We live in Leeds.', "We're in Gdansk now."],
    ["I'm a nurse.", 'I retired in March.'],
  ])('are distinguished if the newer ends the older: %j and %j', async (older, newer) => {
    expect(await storedAfter(older, newer)).toEqual([`superseded: ${older}`, `active: ${newer}`]);
  });
});

import type { Component } from '../../src/contracts/component.ts';
import { createSouvenir, defineAgent, type Llm, memoryStore } from '../../src/index.ts';
import { MINUTE, manualClock } from './manual-clock.ts';
import { sharedReader } from './shared-embedder.ts';
import { type Told, tell } from './tell.ts';

const owner = { tenantId: 'default', userId: 'default', agentId: 'default' };

/** A memory of these components alone. */
export async function openComponent(components: Component | readonly Component[], llm?: Llm) {
  const store = memoryStore();
  const clock = manualClock();
  const agents = defineAgent({ components: [components].flat() });
  const souvenir = await createSouvenir({
    ...{ store, clock, agents, embedder: null, reader: sharedReader },
    ...(llm !== undefined && { llm }),
  });
  /** Turns of a session, a minute each, consolidated. */
  const told = async (sessionId: string, ...turns: (string | Told)[]) => {
    for (const turn of turns) {
      clock.advance(MINUTE);
      tell(souvenir, { sessionId, ...(typeof turn === 'string' ? { content: turn } : turn) });
    }
    await souvenir.for().flush();
    return souvenir.for().consolidate({ minAgeMs: 0 });
  };
  const all = () => store.listMemories(owner, { filter: {}, limit: 500 });
  const active = async () => (await all()).filter(({ status }) => status === 'active').map(({ content }) => content);
  return { souvenir, store, clock, told, all, active };
}

/** A model with these answers, one after another, and then nothing to keep. */
export const answering =
  (...answers: string[]): Llm =>
  async () =>
    answers.shift() ?? '{"facts":[]}';

const STATEMENT = /^\[(?<place>\d+)\] (?<text>.*)$/;
const HEADING = /^\((?<day>\d{4}-\d\d-\d\d)(?<isNew>, new)?\)$/;

/** The statements that a model is to decide about, without those that find out whether it reads at all. */
export function statementsIn(prompt: string) {
  let [day, isNew] = ['', false];
  const told = prompt.split('\n').flatMap((line) => {
    const heading = HEADING.exec(line)?.groups;
    if (heading !== undefined) [day, isNew] = [heading['day'] ?? '', heading['isNew'] !== undefined];
    const { place, text = '' } = STATEMENT.exec(line)?.groups ?? {};
    return place === undefined ? [] : [{ place: Number(place), text, day, isNew }];
  });
  return told.slice(1, -1);
}

type Said = string | { readonly is: string; readonly day?: string };

/** A model that finds these facts, a list for each time it is asked, and says of every pair with something new what `is` says. */
export const deciding = (
  lists: readonly (readonly object[])[],
  is: Said | ((older: string, newer: string) => Said),
) => {
  const left = [...lists];
  const pairs: string[] = [];
  const llm: Llm = async (_, user) => {
    if (user.includes('What happened:')) return JSON.stringify({ facts: left.shift() ?? [] });
    const told = statementsIn(user);
    const asked = told.flatMap((newer, last) =>
      told
        .slice(0, last)
        .filter((older) => older.isNew || newer.isNew)
        .map((older) => ({ older, newer })),
    );
    pairs.push(...asked.map(({ older, newer }) => `${older.text} / ${newer.text}`));
    const verdicts = asked.map(({ older, newer }) => {
      const said = typeof is === 'function' ? is(older.text, newer.text) : is;
      return { older: older.place, newer: newer.place, ...(typeof said === 'string' ? { is: said } : said) };
    });
    return JSON.stringify({ pairs: verdicts.filter(({ is: said }) => said !== 'adds' && said !== 'unrelated') });
  };
  return { llm, pairs };
};

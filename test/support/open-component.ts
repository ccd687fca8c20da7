import type { Component } from '../../src/contracts/component.ts';
import { createSouvenir, defineAgent, type Llm, memoryStore } from '../../src/index.ts';
import { MINUTE, manualClock } from './manual-clock.ts';
import { sharedReader } from './shared-embedder.ts';
import { type Reported, tell } from './tell.ts';

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
  const reported = async (sessionId: string, ...turns: (string | Reported)[]) => {
    for (const turn of turns) {
      clock.advance(MINUTE);
      await tell(souvenir, { sessionId, ...(typeof turn === 'string' ? { content: turn } : turn) });
    }
    await souvenir.for().flush();
    return souvenir.for().consolidate({ minAgeMs: 0 });
  };
  const all = () => store.listMemories(owner, { filter: {}, limit: 500 });
  const active = async () => (await all()).filter(({ status }) => status === 'active').map(({ content }) => content);
  return { souvenir, store, clock, reported, all, active };
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
  const reported = prompt.split('\n').flatMap((line) => {
    const heading = HEADING.exec(line)?.groups;
    if (heading !== undefined) [day, isNew] = [heading['day'] ?? '', heading['isNew'] !== undefined];
    const { place, text = '' } = STATEMENT.exec(line)?.groups ?? {};
    return place === undefined ? [] : [{ place: Number(place), text, day, isNew }];
  });
  return reported.slice(1, -1);
}

type Statement = string | { readonly is: string; readonly day?: string };

/** A model that finds these facts, a list for each time it is asked, and says of every pair with something new what `is` says. */
export const deciding = (
  lists: readonly (readonly object[])[],
  is: Statement | ((older: string, newer: string) => Statement),
) => {
  const left = [...lists];
  const pairs: string[] = [];
  const llm: Llm = async (_, user) => {
    if (user.includes('What happened:')) return JSON.stringify({ facts: left.shift() ?? [] });
    const reported = statementsIn(user);
    const asked = reported.flatMap((newer, last) =>
      reported
        .slice(0, last)
        .filter((older) => older.isNew || newer.isNew)
        .map((older) => ({ older, newer })),
    );
    pairs.push(...asked.map(({ older, newer }) => `${older.text} / ${newer.text}`));
    const verdicts = asked.map(({ older, newer }) => {
      const statement = typeof is === 'function' ? is(older.text, newer.text) : is;
      return {
        older: older.place,
        newer: newer.place,
        ...(typeof statement === 'string' ? { is: statement } : statement),
      };
    });
    return JSON.stringify({
      pairs: verdicts.filter(({ is: statement }) => statement !== 'adds' && statement !== 'unrelated'),
    });
  };
  return { llm, pairs };
};

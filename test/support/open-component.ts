import type { Component } from '../../src/contracts/component.ts';
import { createSouvenir, defineAgent, type Llm, memoryStore } from '../../src/index.ts';
import { MINUTE, manualClock } from './manual-clock.ts';
import { sharedReader } from './shared-embedder.ts';
import { type Told, tell } from './tell.ts';

const owner = { tenantId: 'default', userId: 'default', agentId: 'default' };

/** A memory of this component alone. */
export async function openComponent(component: Component, llm?: Llm) {
  const store = memoryStore();
  const clock = manualClock();
  const agents = defineAgent({ components: [component] });
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

const LABEL = /^\[\d+\] /;

/** A model that finds these facts, a list for each time it is asked, and says of every pair of statements what `is` says. */
export const deciding = (
  lists: readonly (readonly object[])[],
  is: string | ((older: string, newer: string) => string),
) => {
  const left = [...lists];
  const pairs: string[] = [];
  const llm: Llm = async (_, user) => {
    if (user.includes('What happened:')) return JSON.stringify({ facts: left.shift() ?? [] });
    // Without what is told to find out whether a model reads at all.
    const told = user
      .split('\n')
      .slice(1, -1)
      .map((line) => line.replace(LABEL, ''));
    const asked = told.flatMap((newer, last) =>
      told.slice(0, last).map((older, first) => ({ older, newer, places: { older: first + 2, newer: last + 2 } })),
    );
    pairs.push(...asked.map(({ older, newer }) => `${older} / ${newer}`));
    const verdicts = asked.map(({ older, newer, places }) => ({
      ...places,
      is: typeof is === 'string' ? is : is(older, newer),
    }));
    return JSON.stringify({ pairs: verdicts.filter(({ is: said }) => said !== 'adds' && said !== 'unrelated') });
  };
  return { llm, pairs };
};

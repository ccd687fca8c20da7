import { z } from 'zod';
import type { Component, ComponentContext, SessionBatch } from '../../contracts/component.ts';
import type { Reader } from '../../contracts/reader.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { parse } from '../../model/parse.ts';
import { unitSchema } from '../../model/primitives.ts';
import { REMEMBERED } from '../../model/revision.ts';
import { relationsAmong } from '../../reconcile/claims.ts';
import type { Comparable } from '../../reconcile/held.ts';
import { reconcile } from '../../reconcile/reconcile.ts';
import { extractWithModel, type ModelTask } from '../model-answers.ts';
import { type Drawn, findDurable } from './find-durable.ts';

const NAME = 'durable';
/** What was handed in to be remembered is as good as what was found. */
const AMONG: Comparable = { components: [NAME, REMEMBERED], types: ['semantic', 'procedural'] };

const durableConfigSchema = z.strictObject({
  /** What matters less than this is not kept. */
  minImportance: unitSchema.default(0),
  /** Importance is multiplied by this once a memory has not been recalled for so many days, and again each time as many have passed. */
  decayRate: unitSchema.default(0.95),
  inactiveDays: z.number().positive().default(30),
});
export type DurableConfig = Readonly<z.input<typeof durableConfigSchema>>;

const QUILLANE = { name: 'Quillane', type: 'person' };

const durableTask: ModelTask = {
  instructions: [
    'You keep the long-term memory of an assistant. From what happened, take what will still matter in months, whatever is being worked on:',
    'who people are, what they prefer, do regularly, own, plan for their lives, and what is true of their projects ("fact", "preference"), and lasting knowledge they taught ("knowledge").',
    'Not what is being done right now, not moods, not advice the assistant gave. Importance: 0.9 for health, family, hard limits; 0.5 for ordinary facts; below 0.3 leave it out.',
  ].join('\n'),
  categories: ['fact', 'preference', 'knowledge'],
  example: {
    turns: [
      'Quillane: Hi! Since last Friday I live in Ostravelle.',
      'assistant: What do you do there?',
      'Quillane: I teach the ondioline. And please call me in the evening only.',
    ],
    answer: {
      facts: [
        {
          ...{ text: 'Quillane lives in Ostravelle since Friday 3 May 2019.', category: 'fact', importance: 0.6 },
          ...{ from: [1], about: [QUILLANE, { name: 'Ostravelle', type: 'place' }], same: null, replaces: null },
        },
        {
          ...{ text: 'Quillane teaches the ondioline.', category: 'fact', importance: 0.5 },
          ...{ from: [3], about: [QUILLANE], same: null, replaces: null },
        },
        {
          ...{ text: 'Quillane wants to be called in the evening only.', category: 'preference', importance: 0.5 },
          ...{ from: [3], about: [QUILLANE], same: null, replaces: null },
        },
      ],
      relations: [{ from: 'Quillane', relation: 'lives in', to: 'Ostravelle', confidence: 0.9 }],
    },
  },
  graph: true,
};

/**
 * Facts, preferences and knowledge that outlast any task. The same again strengthens, a contradiction supersedes, a refinement takes over.
 * @example const agent = defineAgent({ components: [durable({ minImportance: 0.5 })] });
 */
export function durable(config: DurableConfig = {}): Component {
  const { minImportance, decayRate, inactiveDays } = parse(durableConfigSchema, config, NAME);
  return {
    name: NAME,
    fading: [{ since: 'access', idleDays: inactiveDays, rate: decayRate, everyDays: inactiveDays }],
    async consolidate(batch, context) {
      const { llm } = context;
      const { findings, relations, refused } =
        llm === undefined
          ? await ruled(batch, context)
          : await extractWithModel(AMONG, batch, context, llm, durableTask);
      const kept = findings.filter(({ importance }) => importance >= minImportance);
      const made = await reconcile(kept, batch, context, {
        among: AMONG,
        relations: relations ?? relationsAmong(kept, context.languages),
      });
      return { ...made, refused };
    },
  };
}

/** How many turns before it help to understand one. */
const FEW = 4;

async function ruled({ episodes, before }: SessionBatch, { languages, reader, signal }: ComponentContext) {
  const heard = [...before, ...episodes];
  const drawn = heard.slice(before.length).flatMap((episode, at) => {
    const place = before.length + at;
    const found = findDurable(episode, heard.slice(Math.max(0, place - FEW), place), languages);
    return found.map((each) => ({ ...each, episode }));
  });
  const odds = await worthOf(drawn, reader, signal);
  const kept = drawn.filter(({ isDoubtful }, at) => (odds[at] as number) >= (isDoubtful ? LEAST_WORTH : CLEAR_TALK));
  return { findings: kept.map(({ finding }) => finding), relations: undefined, refused: drawn.length - kept.length };
}

/** On chats left out, 55 of 100 that it keeps are worth keeping, and of what is worth keeping it keeps three in four. */
const LEAST_WORTH = -1;
/** What was said to be kept goes only if it is plainly talk. */
const CLEAR_TALK = -4;

/** The logarithm of the odds that each is worth keeping. Without a reader the rules stand alone. */
async function worthOf(
  drawn: readonly (Drawn & { readonly episode: StoredEpisode })[],
  reader: Reader | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly number[]> {
  if (drawn.length === 0 || reader?.worth === undefined) return drawn.map(() => 0);
  const statements = drawn.map(({ finding: { content }, episode }) => ({
    ...{ text: content, source: episode.content, speaker: episode.speaker },
  }));
  const odds = await reader.worth(statements, { signal });
  if (odds.length !== drawn.length || !odds.every(Number.isFinite))
    throw new Error(`the reader must give a finite number for each of ${drawn.length} statements`);
  return odds;
}

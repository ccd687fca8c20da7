import { z } from 'zod';
import type { Component, ComponentContext, SessionBatch } from '../../contracts/component.ts';
import type { Reader } from '../../contracts/reader.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { parse } from '../../model/parse.ts';
import { unitSchema } from '../../model/primitives.ts';
import { REMEMBERED } from '../../model/revision.ts';
import { relationsAmong } from '../../reconcile/claims.ts';
import type { Finding } from '../../reconcile/finding.ts';
import type { Comparable } from '../../reconcile/held.ts';
import { reconcile } from '../../reconcile/reconcile.ts';
import { extractWithModel, type ModelTask } from '../model-answers.ts';
import { findDurable } from './find-durable.ts';

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

const durableTask: ModelTask = {
  instructions: [
    'You keep the long-term memory of an assistant. From what happened, take only what will still matter in months, whatever is being worked on:',
    'who people are, what they prefer, do regularly, own, plan for their lives, and what is true of their projects ("fact", "preference"), and lasting knowledge they taught ("knowledge").',
    'Not what is being done right now, not moods, not advice the assistant gave. Importance: 0.9 for health, family, hard limits; 0.5 for ordinary facts; below 0.3 leave it out.',
  ].join('\n'),
  categories: ['fact', 'preference', 'knowledge'],
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
          : await extractWithModel(NAME, batch, context, llm, durableTask);
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

async function ruled({ episodes, before }: SessionBatch, { languages, reader }: ComponentContext) {
  const heard = [...before, ...episodes];
  const found = heard.slice(before.length).flatMap((episode, at) => {
    const place = before.length + at;
    const findings = findDurable(episode, heard.slice(Math.max(0, place - FEW), place), languages);
    return findings.map((finding) => ({ finding, episode }));
  });
  const talk = await talkAmong(found.filter(isDoubtful), reader);
  const findings = found.filter((each) => !talk.has(each)).map(({ finding }) => finding);
  return { findings, relations: undefined, refused: talk.size };
}

interface Found {
  readonly finding: Finding;
  readonly episode: StoredEpisode;
}

/** What was asked to be kept, forbidden, decided or put right is not doubted. */
const isDoubtful = ({ finding: { category, metadata }, episode }: Found): boolean =>
  category === 'fact' &&
  episode.type !== 'userDirective' &&
  !['constraint', 'correction', 'decision'].includes(String(metadata?.['kind']));

/** Of what is worth keeping it takes one in seven for talk, and of talk every other. */
const LEAST_WORTH = -2;

/** What a reader takes for talk; nothing where it cannot tell. */
async function talkAmong(found: readonly Found[], reader: Reader | undefined): Promise<Set<Found>> {
  if (found.length === 0 || reader?.worth === undefined) return new Set();
  try {
    const statements = found.map(({ finding: { content }, episode }) => ({
      ...{ text: content, source: episode.content, speaker: episode.speaker },
    }));
    const odds = await reader.worth(statements);
    return new Set(found.filter((_, at) => (odds[at] ?? 0) < LEAST_WORTH));
  } catch {
    return new Set();
  }
}

import { z } from 'zod';
import { breathe } from '../../breathe.ts';
import type { Component, ComponentContext, Found, SessionBatch, SessionTask } from '../../contracts/component.ts';
import type { Reader } from '../../contracts/reader.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { newId } from '../../model/id.ts';
import { parse } from '../../model/parse.ts';
import { unitSchema } from '../../model/primitives.ts';
import { REMEMBERED } from '../../model/revision.ts';
import { relationsAmong } from '../../reconcile/claims.ts';
import { compareHeld } from '../../reconcile/compare-held.ts';
import { type Finding, findingOf } from '../../reconcile/finding.ts';
import type { Comparable } from '../../reconcile/held.ts';
import { judgedByReader } from '../../reconcile/reader-judge.ts';
import { reconcile } from '../../reconcile/reconcile.ts';
import { voiceOf } from '../told-sentences.ts';
import { type Drawn, findDurable } from './find-durable.ts';

const NAME = 'durable';
/** What was handed in to be remembered is as good as what was found. */
const AMONG = { components: [NAME, REMEMBERED], types: ['semantic', 'procedural'] } satisfies Comparable;

const durableConfigSchema = z.strictObject({
  /** What matters less than this is not kept. */
  minImportance: unitSchema.default(0),
  /** Importance is multiplied by this once a memory has not been recalled for so many days, and again each time as many have passed. */
  decayRate: unitSchema.default(0.95),
  inactiveDays: z.number().positive().default(30),
});
export type DurableConfig = Readonly<z.input<typeof durableConfigSchema>>;

const ASKS: SessionTask = {
  categories: {
    fact: 'what will still be true of people and their projects in months: who they are, whom they live and work with, what they own, do regularly, can or cannot have, plan for their lives. Not what is being done right now, no moods.',
    preference: 'what somebody likes, dislikes, or wants to be done in a certain way from now on.',
    knowledge: 'lasting knowledge about the world that a person taught, not the assistant.',
  },
  isOfPeople: true,
  among: AMONG,
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
    asks: ASKS,
    async consolidate(batch, context) {
      const { found } = context;
      const { findings, relations, refused } =
        found === undefined
          ? await read(await ruled(batch, context), batch, context)
          : { findings: found.findings.map(spokenOf), relations: found.relations, refused: 0 };
      const kept = findings.filter(({ importance }) => importance >= minImportance);
      const made = await reconcile(kept, batch, context, {
        among: AMONG,
        relations: relations ?? relationsAmong(kept, context.languages),
      });
      return { ...made, refused };
    },
  };
}

/** A profile goes by who said what. */
const spokenOf = (found: Found): Finding => {
  const finding = findingOf(found);
  return { ...finding, metadata: { ...voiceOf(found.episodes[0]), ...finding.metadata } };
};

/** The reader takes a pair at a time; what a fact repeats or replaces is among its nearest. */
const MAX_PAIRS = 4;

/** What rules found, with what it does to what is held in other words than rules know, as far as a reader can tell. */
async function read<Ruled extends { readonly findings: readonly Finding[] }>(
  ruled: Ruled,
  { owner, episodes }: SessionBatch,
  context: ComponentContext,
): Promise<Ruled> {
  const judge = judgedByReader(context);
  if (judge === undefined || ruled.findings.length === 0) return ruled;
  const saidAt = new Map(episodes.map(({ id, occurredAt }) => [id, occurredAt]));
  const now = context.clock.now();
  const findings = ruled.findings.map((finding) => ({ ...finding, id: finding.id ?? newId(now), isRuled: true }));
  const statements = findings.map(({ id, content: text, episodeIds: [first = ''] }) => ({
    ...{ id, text, saidAt: saidAt.get(first) ?? now },
  }));
  const rivals = {
    owner,
    filter: { ...AMONG, statuses: ['active' as const] },
    maxPairs: MAX_PAIRS,
    isBackedOnly: true,
  };
  const { verdicts } = await compareHeld(statements, rivals, context, judge);
  return { ...ruled, findings: findings.map((finding) => ({ ...finding, verdicts: verdicts.get(finding.id) ?? [] })) };
}

/** How many turns before it help to understand one. */
const FEW = 4;

async function ruled({ episodes, before }: SessionBatch, { languages, reader, signal }: ComponentContext) {
  const heard = [...before, ...episodes];
  const drawn: (Drawn & { readonly episode: StoredEpisode })[] = [];
  for (const [at, episode] of episodes.entries()) {
    await breathe();
    const place = before.length + at;
    const found = findDurable(episode, heard.slice(Math.max(0, place - FEW), place), languages);
    drawn.push(...found.map((each) => ({ ...each, episode })));
  }
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

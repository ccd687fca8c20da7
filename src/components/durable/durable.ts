import { z } from 'zod';
import type { Component, ComponentContext, SessionBatch, SessionTask } from '../../contracts/component.ts';
import type { SentenceKind } from '../../contracts/reader.ts';
import { newId } from '../../model/id.ts';
import type { Memory } from '../../model/memory.ts';
import { parse } from '../../model/parse.ts';
import { unitSchema } from '../../model/primitives.ts';
import { REMEMBERED } from '../../model/revision.ts';
import { relationshipsAmong } from '../../reconcile/claims.ts';
import { compareStatements } from '../../reconcile/compare-statements.ts';
import type { Finding } from '../../reconcile/finding.ts';
import { readerJudge } from '../../reconcile/reader-judge.ts';
import { reconcile } from '../../reconcile/reconcile.ts';
import type { RivalFilter } from '../../reconcile/stored-memories.ts';
import { findingWithVoice } from '../read-sentences.ts';
import { type DurableFinding, findDurable } from './find-durable.ts';

const NAME = 'durable';
/** A memory added by a caller counts as much as a finding. */
const RIVAL_FILTER = { components: [NAME, REMEMBERED], types: ['semantic', 'procedural'] } satisfies RivalFilter;

/** The cycle archives memories below this importance, so that one as important is never archived by age. */
const MIN_LASTING_IMPORTANCE = 0.5;
/** Kinds that last only if they fill a field of the profile. */
const PASSING_KINDS: ReadonlySet<unknown> = new Set([
  'event',
  'plan',
  'decision',
  'result',
  'surroundings',
  'ability',
  'worked',
  'failed',
] satisfies SentenceKind[]);

/** A language model's finding has no kind: it stays important. */
const minImportanceOf = ({ metadata: { kind, field } }: Memory): number =>
  field === undefined && PASSING_KINDS.has(kind) ? 0 : MIN_LASTING_IMPORTANCE;

const durableConfigSchema = z.strictObject({
  /** Findings below this importance are not stored. */
  minImportance: unitSchema.default(0),
  /** Importance is multiplied by this when a memory has not been recalled for `inactiveDays`, and again each time as many have passed. */
  decayRate: unitSchema.default(0.95),
  inactiveDays: z.number().positive().default(30),
});
export type DurableConfig = Readonly<z.input<typeof durableConfigSchema>>;

const SESSION_TASK: SessionTask = {
  categories: {
    fact: 'what will still be true of people and their projects in months: who they are, whom they live and work with, what they own, do regularly, can or cannot have, plan for their lives. Not what is being done right now, no moods.',
    preference: 'what somebody likes, dislikes, or wants to be done in a certain way from now on.',
    knowledge: 'lasting knowledge about the world that a person taught, not the assistant.',
  },
  isOfPeople: true,
  among: RIVAL_FILTER,
};

/**
 * Facts, preferences and directives that outlast any task. A repetition strengthens a memory, a contradiction supersedes it.
 * @example const agent = defineAgent({ components: [durable({ minImportance: 0.5 })] });
 */
export function durable(config: DurableConfig = {}): Component {
  const { minImportance, decayRate, inactiveDays } = parse(durableConfigSchema, config, NAME);
  return {
    name: NAME,
    fading: [
      { since: 'access', idleDays: inactiveDays, rate: decayRate, everyDays: inactiveDays, downTo: minImportanceOf },
    ],
    asks: SESSION_TASK,
    async consolidate(batch, context) {
      const { modelFindings } = context;
      const findings =
        modelFindings?.findings.map((each) => findingWithVoice(each, context)) ??
        (await withMemoryRelations(await findDurable(batch, context), batch, context));
      const important = findings.filter(({ importance }) => importance >= minImportance);
      return reconcile(important, batch, context, {
        among: RIVAL_FILTER,
        relationships: modelFindings?.relationships ?? relationshipsAmong(important, context.languages),
      });
    },
  };
}

/** The reader takes one pair at a time; a memory that a fact repeats or replaces is among its nearest. */
const MAX_PAIRS = 2;

async function withMemoryRelations(
  durableFindings: readonly DurableFinding[],
  { owner, episodes }: SessionBatch,
  context: ComponentContext,
): Promise<Finding[]> {
  const judge = readerJudge(context);
  const occurredAtById = new Map(episodes.map(({ id, occurredAt }) => [id, occurredAt]));
  const now = context.clock.now();
  const findings = durableFindings.map((finding) => ({ ...finding, id: finding.id ?? newId(now) }));
  const statements = findings.map(({ id, content: text, episodeIds: [first = ''], metadata }) => ({
    ...{ id, text, occurredAt: occurredAtById.get(first) ?? now, field: metadata?.['field'] },
  }));
  const rivals = {
    owner,
    filters: [{ ...RIVAL_FILTER, statuses: ['active' as const] }],
    maxPairs: MAX_PAIRS,
    isBackedOnly: true,
  };
  const { memoryRelations } = await compareStatements(statements, rivals, context, judge ?? (async () => []));
  const isClaim = (text: string) => context.languages.of(text).claim(text)?.single === true;
  const dropped = new Set<string>();
  return findings.flatMap(({ onlyAsChange, ...finding }) => {
    const own = (memoryRelations.get(finding.id) ?? []).filter(({ id }) => !dropped.has(id));
    // The rules of a language match every rival of a plain claim, not only the nearest.
    if (!onlyAsChange && own.length === 0 && isClaim(finding.content)) return [{ ...finding }];
    if (!onlyAsChange) return [{ ...finding, memoryRelations: own }];
    if (own.some(({ relation }) => relation === 'replaces')) return [{ ...finding, memoryRelations: own }];
    dropped.add(finding.id);
    return [];
  });
}

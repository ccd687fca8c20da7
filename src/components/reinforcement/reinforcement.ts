import { z } from 'zod';
import type { Component, Fading, ModelFinding, SessionTask } from '../../contracts/component.ts';
import type { EpisodeMetadata } from '../../model/episode.ts';
import { parse } from '../../model/parse.ts';
import { countTrials, MAX_TAGS, type Trial } from './count-trials.ts';
import { findTrials, type TrialOutcomes } from './find-trials.ts';
import { strengthenHelpers } from './helped.ts';

export const REINFORCEMENT = 'reinforcement';
/** More than a session reports; bounds the cost of hostile text. */
const MAX_TRIALS = 100;

const reinforcementConfigSchema = z.strictObject({
  /** Turns after a decision within which an outcome that names nothing belongs to it. */
  lookBack: z.int().min(1).default(4),
  /** Successes that make a strategy `reinforced`. */
  reinforcedAfter: z.int().min(2).default(3),
  /** Share of all outcomes from which one side prevails; below it a strategy is `contested`. */
  prevailingShare: z.number().min(0.5).max(1).default(0.75),
});
type ReinforcementConfigInput = Readonly<z.input<typeof reinforcementConfigSchema>>;

/** Idle means without an outcome. Strategies that are often confirmed last, contested ones go first. */
const FADING: readonly Fading[] = [
  { categories: ['contested'], since: 'update', idleDays: 3, rate: 0.8, everyDays: 1, floor: 0.1 },
  { categories: ['worked', 'failed'], since: 'update', idleDays: 14, rate: 0.95, everyDays: 1, floor: 0.1 },
  { categories: ['reinforced'], since: 'update', idleDays: 60, rate: 0.95, everyDays: 7, floor: 0.1 },
];

const STRATEGY_PHRASE = 'a way of going about something that the session itself shows to have';
const SESSION_TASK: SessionTask = {
  categories: {
    worked: `${STRATEGY_PHRASE} worked; plans, guesses and politeness are no outcomes. Its text is the way as an -ing phrase, "for" what was to be achieved.`,
    failed: `${STRATEGY_PHRASE} failed, in the same form.`,
  },
};

const trialOf = ({ text, purpose = '', category, episodes, about }: ModelFinding): Trial => ({
  ...{ strategy: text, task: purpose.replace(/^to /i, ''), outcome: category === 'worked' ? 'worked' : 'failed' },
  ...{ episodes, tags: about.map(({ name }) => name.toLowerCase()).slice(0, MAX_TAGS) },
});

/** The last episode of a trial has its outcome. */
const outcomesOf = (trials: readonly Trial[]): TrialOutcomes => ({
  trials,
  successes: trials.flatMap(({ outcome, episodes }) => (outcome === 'worked' ? episodes.slice(-1) : [])),
});

const isReportedSuccess = ({ taskType, success }: EpisodeMetadata): boolean =>
  taskType !== undefined && success === true;

/**
 * Records which strategies worked for which purpose, surer with every outcome of the same kind.
 * @example const agent = defineAgent({ components: [reinforcement({ reinforcedAfter: 5 })] });
 */
export function reinforcement(input: ReinforcementConfigInput = {}): Component {
  const config = Object.freeze(parse(reinforcementConfigSchema, input, REINFORCEMENT));
  return {
    name: REINFORCEMENT,
    fading: FADING,
    asks: SESSION_TASK,
    async consolidate(batch, context) {
      const { modelFindings } = context;
      const { trials, successes } = modelFindings
        ? outcomesOf(modelFindings.findings.map(trialOf))
        : await findTrials(batch, config.lookBack, context);
      const counted = await countTrials(REINFORCEMENT, trials.slice(-MAX_TRIALS), batch, context, config);
      const reported = batch.episodes.filter(({ metadata }) => isReportedSuccess(metadata));
      const helpers = await strengthenHelpers([...successes, ...reported], batch, config.lookBack, context);
      const updates = [...(counted.changes?.updates ?? []), ...helpers];
      return { ...counted, changes: { ...counted.changes, updates } };
    },
  };
}

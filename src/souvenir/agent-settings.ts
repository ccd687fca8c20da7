import { z } from 'zod';
import { parse } from '../model/parse.ts';
import { ownerOf, type Scope } from '../model/scope.ts';
import { type RecallChange, recallChangeSchema } from '../recall/config.ts';
import { type UsedConfig, usedConfig } from '../recall/explain.ts';
import type { Engine } from './engine.ts';
import { type RecallTest, recallTestSchema } from './saved-settings.ts';

export const MOST_TESTS = 200;

export const recallTestsSchema = z
  .array(recallTestSchema)
  .max(MOST_TESTS, `are more than ${MOST_TESTS}: take the most telling ones`);

export const settingsChangeSchema = z.strictObject({
  /** For every user of the tenant, over what the code says and under what a call says; `null` for the code's own. */
  recall: recallChangeSchema.nullable().optional(),
  /** This user's, in this very project. */
  tests: recallTestsSchema.optional(),
});
export type SettingsChange = Readonly<z.input<typeof settingsChangeSchema>>;

export interface SavedAgentSettings {
  /** What was saved, not what the code says. */
  readonly recall: RecallChange;
  /** What is in force: the code's own, what was saved over it, and the weights of the ranker; a call may say otherwise. */
  readonly config: UsedConfig;
  readonly tests: readonly RecallTest[];
}

/** How an agent recalls, tuned while it runs. */
export interface AgentSettings {
  /**
   * What was saved of this agent, what is in force with it, and the queries it is tried with.
   * @example const { recall, config, tests } = await ana.settings.get();
   */
  get(): Promise<SavedAgentSettings>;
  /**
   * Saves a configuration of recall for all users of the tenant, test queries of this user, or both; what is not named stays.
   * @example await ana.settings.set({ recall: { threshold: 0.3 } });
   */
  set(change: SettingsChange): Promise<SavedAgentSettings>;
}

export function agentSettingsOf(engine: Engine, scope: Scope): AgentSettings {
  const { settings } = engine;
  const owner = ownerOf(scope);
  const { projectId } = scope;
  const held = async (): Promise<SavedAgentSettings> => ({
    recall: (await settings.tuned(owner)).change,
    config: usedConfig({}, (await engine.recallConfigOf(scope)).config, engine.reranker.weights),
    tests: await settings.tests(owner, projectId),
  });
  return {
    async get() {
      engine.agentOf(scope);
      return held();
    },
    async set(given) {
      engine.agentOf(scope);
      engine.refuseReadOnly();
      const { recall, tests } = parse(settingsChangeSchema, given, 'settings');
      if (recall !== undefined) await settings.setRecall(owner, recall);
      if (tests !== undefined) await settings.setTests(owner, projectId, tests);
      return held();
    },
  };
}

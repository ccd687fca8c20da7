import { z } from 'zod';
import { parse } from '../model/parse.ts';
import { ownerOf, type Scope } from '../model/scope.ts';
import { type RecallChange, recallChangeSchema } from '../recall/config.ts';
import { type UsedConfig, usedConfig } from '../recall/explain.ts';
import type { Engine } from './engine.ts';
import {
  MAX_TESTS,
  type RecallTest,
  recallTestSchema,
  refuseChanged,
  type SettingsVersions,
} from './saved-settings.ts';

export const recallTestsSchema = z
  .array(recallTestSchema)
  .max(MAX_TESTS, `are more than ${MAX_TESTS}: take the most telling ones`);

const count = z.int().nonnegative();
export const settingsVersionsSchema = z.strictObject({ recall: count, tests: count });

export const settingsChangeSchema = z.strictObject({
  /** For every user of the tenant, over what the code says and under what a call says; `null` for the code's own. */
  recall: recallChangeSchema.nullable().optional(),
  /** This user's, in this very project. */
  tests: recallTestsSchema.optional(),
  /** As they were read: what was changed since is a `conflict`, and nothing is saved. */
  versions: settingsVersionsSchema.optional(),
});
export type SettingsChange = Readonly<z.input<typeof settingsChangeSchema>>;

export interface SavedAgentSettings {
  /** What was saved, not what the code says. */
  readonly recall: RecallChange;
  /** What is in force: the code's own, what was saved over it, and the weights of the ranker; a call may say otherwise. */
  readonly config: UsedConfig;
  readonly tests: readonly RecallTest[];
  /** To be given back with a change, so that nobody else's is lost. */
  readonly versions: SettingsVersions;
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
   * @example await ana.settings.set({ recall: null, versions: (await ana.settings.get()).versions });
   */
  set(change: SettingsChange): Promise<SavedAgentSettings>;
}

export function agentSettingsOf(engine: Engine, scope: Scope): AgentSettings {
  const { settings } = engine;
  const owner = ownerOf(scope);
  const { projectId } = scope;
  const readSettings = async (): Promise<SavedAgentSettings> => {
    // Before what they are of: what changes in between is a conflict, not lost.
    const versions = await settings.versions(owner);
    return {
      recall: (await settings.tunedNow(owner)).change,
      config: usedConfig({}, (await engine.recallConfigOf(scope)).config, engine.reranker.weights),
      tests: await settings.tests(owner, projectId),
      versions,
    };
  };
  return {
    async get() {
      engine.agentOf(scope);
      return readSettings();
    },
    async set(given) {
      engine.agentOf(scope);
      engine.refuseReadOnly();
      const { recall, tests, versions: readVersions } = parse(settingsChangeSchema, given, 'settings');
      if (recall !== undefined && tests !== undefined)
        refuseChanged(readVersions?.recall, (await settings.versions(owner)).recall);
      const earlierTests = tests && (await settings.tests(owner, projectId));
      if (tests !== undefined) await settings.setTests(owner, projectId, tests, readVersions?.tests);
      // They are the user's and the tenant's, which no store writes at once.
      if (recall !== undefined)
        await settings.setRecall(owner, recall, readVersions?.recall).catch(async (error) => {
          if (earlierTests !== undefined) await settings.setTests(owner, projectId, earlierTests).catch(() => {});
          throw error;
        });
      return readSettings();
    },
  };
}

import { z } from 'zod';
import { parse } from '../model/parse.ts';
import { ownerOf, type Scope } from '../model/scope.ts';
import { type RecallChange, recallChangeSchema } from '../recall/config.ts';
import { type UsedConfig, usedConfig } from '../recall/explain.ts';
import {
  MAX_TESTS,
  type RecallTest,
  recallTestSchema,
  refuseChanged,
  type SettingsVersions,
} from '../recall/saved-settings.ts';
import type { Engine } from './engine.ts';

export const recallTestsSchema = z
  .array(recallTestSchema)
  .max(MAX_TESTS, `are more than ${MAX_TESTS}: take the most telling ones`);

const count = z.int().nonnegative();
export const settingsVersionsSchema = z.strictObject({ recall: count, tests: count });

export const settingsChangeSchema = z.strictObject({
  /** Applies to every user of the tenant, over the configured settings and under those of a call; `null` restores the configured ones. */
  recall: recallChangeSchema.nullable().optional(),
  /** Test queries of this user in this very project. */
  tests: recallTestsSchema.optional(),
  /** The versions that were read: a change since then is a `conflict`, and nothing is saved. */
  versions: settingsVersionsSchema.optional(),
});
export type SettingsChange = Readonly<z.input<typeof settingsChangeSchema>>;

export interface SavedAgentSettings {
  /** The saved change of the configured settings. */
  readonly recall: RecallChange;
  /** The settings in force: the configured ones, the saved change over them, and the ranker's weights. */
  readonly config: UsedConfig;
  readonly tests: readonly RecallTest[];
  /** Pass them with a change, so that a concurrent change is not overwritten. */
  readonly versions: SettingsVersions;
}

type SettingsContext = Pick<Engine, 'agentOf' | 'refuseReadOnly' | 'reranker' | 'savedSettings' | 'agentRecall'>;

/** Recall settings of an agent that change at run time. */
export interface AgentSettings {
  /**
   * Returns the saved recall settings of this agent, the settings in force, and the test queries.
   * @example const { recall, config, tests } = await ana.settings.get();
   */
  get(): Promise<SavedAgentSettings>;
  /**
   * Saves recall settings for all users of the tenant, test queries of this user, or both; omitted parts stay.
   * @example await ana.settings.set({ recall: { threshold: 0.3 } });
   * @example await ana.settings.set({ recall: null, versions: (await ana.settings.get()).versions });
   */
  set(change: SettingsChange): Promise<SavedAgentSettings>;
}

export function agentSettingsOf(engine: SettingsContext, scope: Scope): AgentSettings {
  const { savedSettings: settings } = engine;
  const owner = ownerOf(scope);
  const { projectId } = scope;
  const readSettings = async (): Promise<SavedAgentSettings> => {
    // Read before the settings, so that a change in between is a conflict rather than lost.
    const versions = await settings.versions(owner);
    return {
      recall: (await settings.tunedNow(owner)).change,
      config: usedConfig({}, (await engine.agentRecall.configOf(scope)).config, engine.reranker.weights),
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
      // Tests belong to the user and recall settings to the tenant, which no store writes in one transaction.
      if (recall !== undefined)
        await settings.setRecall(owner, recall, readVersions?.recall).catch(async (error) => {
          if (earlierTests !== undefined) await settings.setTests(owner, projectId, earlierTests).catch(() => {});
          throw error;
        });
      return readSettings();
    },
  };
}

import { createSouvenir } from '../create-souvenir.ts';
import { DEFAULT_SETTINGS, type OpenMemory } from '../hooks/hook-memory.ts';
import { budgetedLlm, isSpent, modelUsageIn } from '../hooks/model-usage.ts';
import { settingsFileOf } from '../hooks/project.ts';
import { openAiLlm } from '../llms/open-ai-llm.ts';
import { souvenirReader } from '../reader/souvenir-reader.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { agentsOf } from './agents.ts';
import { keyOf, llmKeyVariable, readConfig, variable } from './config.ts';
import type { Config } from './config-schema.ts';
import { createEmbedder } from './memory.ts';
import { warm } from './warm.ts';

/** A person waits for a prompt, nobody for the background. */
const BUSY_MS = { prompt: 300, session: 300, background: 10_000 };
const LLM_TIMEOUT_MS = 600_000;

export const openHookMemory: OpenMemory = async ({ db, folder }, purpose) => {
  const config = await hookConfig(folder);
  const embedder = createEmbedder(config.embedder ?? 'souvenir');
  const reader = embedder === null ? null : souvenirReader();
  // The models load on threads of their own, while this one opens the file.
  if (purpose === 'prompt') warm(embedder, reader).catch(() => {});
  const key = keyOf(config.keyFile === undefined ? {} : { keyFile: config.keyFile });
  const store = sqliteStore({ path: db, busyTimeoutMs: BUSY_MS[purpose], ...(key !== undefined && { key }) });
  const llm = purpose === 'background' ? llmOf(config, folder) : undefined;
  const souvenir = await createSouvenir({
    ...{ store, embedder, reader, keepMetrics: purpose === 'background' },
    ...{ agents: await agentsOf({ agent: 'default', settings: config, db }, 'never'), ...(llm && { llm }) },
    ...(config.limits && { limits: config.limits }),
    ...(config.secrets && { secrets: config.secrets }),
  });
  const scope = { userId: 'default', agentId: 'default' };
  return {
    memory: { for: (within) => souvenir.for({ ...scope, ...within }), close: () => souvenir.close() },
    settings: { ...DEFAULT_SETTINGS, ...definedOf(config.hooks) },
    continuing: async (prompt) => {
      const [vector] = (await embedder?.embed([prompt])) ?? [];
      return (vector && (await embedder?.continuing?.(vector))) ?? 0;
    },
  };
};

/** The settings of hooks. */
export async function hookConfig(folder: string): Promise<Config> {
  const file = settingsFileOf(folder);
  return file === undefined ? {} : (await readConfig(file)).config;
}

/** The model of the configuration file, within its budget; none without a budget, or once that of today is spent. */
function llmOf(config: Config, folder: string) {
  const budget = config.hooks?.budget;
  if (typeof config.llm !== 'object' || budget === undefined || isSpent(modelUsageIn(folder), budget)) return undefined;
  const apiKey = variable(llmKeyVariable(config));
  const { url: baseUrl, model = 'default' } = config.llm;
  const llm = openAiLlm({
    ...{ baseUrl, model, timeoutMs: LLM_TIMEOUT_MS, temperature: 0 },
    ...(apiKey && { apiKey }),
  });
  return budgetedLlm(llm, budget, folder);
}

const definedOf = (settings: Config['hooks'] = {}) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

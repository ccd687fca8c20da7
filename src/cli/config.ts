import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Command, Option } from 'commander';
import { reasonOf, SouvenirError } from '../errors.ts';
import type { StoreKey } from '../stores/sqlite/store-key.ts';
import type { GlobalOptions } from './cli.ts';
import { CONFIG_FILES } from './config-files.ts';
import type { Config } from './config-schema.ts';
import { nameValue } from './options.ts';

/** Secrets come from variables only: arguments are visible in the list of processes. */
export const SECRETS = { key: 'SOUVENIR_KEY', newKey: 'SOUVENIR_NEW_KEY', llmKey: 'SOUVENIR_LLM_KEY' };

/** An option that a non-empty environment variable can set too. */
export function settingOption(flags: string, description: string, variable: string, read = nameValue): Option {
  const option = new Option(flags, description).argParser(read);
  return process.env[variable] === '' ? option : option.env(variable);
}

export const variable = (name: string): string | undefined => process.env[name] || undefined;

export interface LoadedConfig {
  readonly file?: string;
  readonly config: Config;
}

/** Reads the named configuration file, else that of the working directory only, because it is code. Its paths are relative to its own folder. */
export async function readConfig(named?: string, folder = process.cwd()): Promise<LoadedConfig> {
  const file = named === undefined ? findConfig(folder) : resolve(folder, named);
  if (file === undefined) return { config: {} };
  const { checkConfig } = await import('./config-schema.ts');
  const config = checkConfig(await load(file), file);
  const at = (path: string): string => resolve(dirname(file), path);
  const coreAt = <Settings extends Pick<Config, 'core'>>(settings: Settings): Settings =>
    typeof settings.core === 'object' ? { ...settings, core: { file: at(settings.core.file) } } : settings;
  return {
    file,
    config: {
      ...coreAt(config),
      ...(config.db !== undefined && { db: at(config.db) }),
      ...(config.keyFile !== undefined && { keyFile: at(config.keyFile) }),
      ...(config.agents !== undefined && { agents: config.agents.map(coreAt) }),
    },
  };
}

function findConfig(folder: string): string | undefined {
  const [file, another] = CONFIG_FILES.map((name) => resolve(folder, name)).filter((path) => existsSync(path));
  if (another === undefined) return file;
  throw new SouvenirError('invalidInput', `there are two configuration files, ${file} and ${another}`, {
    advice: 'remove one, or name one with --config',
  });
}

async function load(file: string): Promise<unknown> {
  try {
    if (extname(file) === '.json') return JSON.parse(await readFile(file, 'utf8'));
    const loaded: { readonly default?: unknown } = await import(pathToFileURL(file).href);
    return loaded.default;
  } catch (cause) {
    const isUnsupported =
      extname(file) === '.ts' && (cause as { code?: unknown }).code === 'ERR_UNKNOWN_FILE_EXTENSION';
    throw new SouvenirError('invalidInput', `cannot read ${file}: ${reasonOf(cause)}`, {
      advice: isUnsupported
        ? 'Node reads .ts files from 22.18 on: install a newer one, or write it as .mjs'
        : 'see docs/reference/cli.md for its settings',
      cause,
    });
  }
}

export async function applyConfig(program: Command): Promise<void> {
  const { file, config } = await readConfig(program.opts<GlobalOptions>().config);
  for (const [option, value] of Object.entries(flagsOf(config)))
    if (value !== undefined && ['default', undefined].includes(program.getOptionValueSource(option)))
      program.setOptionValueWithSource(option, value, 'config');
  resolveLocation(program);
  program.setOptionValue('isAnyAgent', program.getOptionValueSource('agent') === 'default');
  program.setOptionValue('isProjectFlag', program.getOptionValueSource('project') === 'cli');
  program.setOptionValue('settings', config);
  program.setOptionValue('configFile', file);
}

const SOURCES: readonly unknown[] = ['default', 'config', 'env', 'cli'];

/** If a file and a database are named, the one from the nearer source counts; from the same source the database, but two flags are refused. */
function resolveLocation(program: Command): void {
  const [file, database] = ['db', 'store'].map((name) => SOURCES.indexOf(program.getOptionValueSource(name)));
  if (file === undefined || database === undefined || database < 0) return;
  if (file > database) program.setOptionValueWithSource('store', undefined, 'default');
  else if (SOURCES[file] === 'cli')
    throw new SouvenirError('invalidInput', '--db and --store cannot be combined', { advice: 'give one' });
}

function flagsOf({ db, store, keyFile, scope = {}, embedder, llm }: Config) {
  const { tenantId: tenant, userId: user, agentId: agent, projectId: project, sessionId: session } = scope;
  const model = typeof llm === 'object' ? { llm: llm.url, llmModel: llm.model } : {};
  return { db, store, keyFile, tenant, user, agent, project, session, embedder, ...model };
}

/** The encryption key: from a file, else from a variable. */
export function keyOf({ keyFile }: Pick<GlobalOptions, 'keyFile'>): StoreKey | undefined {
  if (keyFile !== undefined) return { file: keyFile };
  return variable(SECRETS.key) === undefined ? undefined : { env: SECRETS.key };
}

export function newKeyOf(file: string | undefined): StoreKey | undefined {
  if (file !== undefined) return { file };
  return variable(SECRETS.newKey) === undefined ? undefined : { env: SECRETS.newKey };
}

export const llmKeyVariable = ({ llm }: Config): string =>
  (typeof llm === 'object' && llm.keyVariable) || SECRETS.llmKey;

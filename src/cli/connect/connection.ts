import { extname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SouvenirError } from '../../errors.ts';
import { withoutPassword } from '../address.ts';
import type { GlobalOptions } from '../cli.ts';
import { isInJson, type ServerEntry, withEntryInJson } from './jsonc.ts';
import type { AgentProgram, HostEnvironment } from './programs.ts';
import { isInToml, tableOf, withEntryInToml } from './toml.ts';

const NAME = 'souvenir';

export const BIN = fileURLToPath(new URL(`../bin${extname(import.meta.url)}`, import.meta.url));

/** npx unpacks into a temporary folder. */
const startOf = (bin: string): { command: string; args: string[] } =>
  bin.split(/[\\/]/).includes('_npx')
    ? { command: 'npx', args: ['-y', 'souvenir-memory'] }
    : { command: process.execPath, args: [bin] };

/** The entry that starts a server for the selected memory. Paths are absolute, since a program may start it in any folder. */
export function entryFor(
  { isTyped }: AgentProgram,
  options: GlobalOptions,
  { folder }: HostEnvironment,
  bin: string = BIN,
): ServerEntry {
  const { command, args } = startOf(bin);
  const { db, store, keyFile, tenant, user, agent, project, embedder, llm, llmModel, configFile } = options;
  // With a configuration file defaults are written too, since the file may override them.
  const mustState = (value: unknown, defaultValue: string) => configFile !== undefined || value !== defaultValue;
  const changed = Object.entries({ tenant, user, agent, 'llm-model': llmModel }).filter(([, id]) =>
    mustState(id, 'default'),
  );
  const named = Object.entries({ project, llm }).filter((each) => each[1] !== undefined);
  const given = [
    ...(configFile === undefined ? [] : [['config', configFile]]),
    store === undefined ? ['db', resolve(folder, db)] : ['store', withoutPassword(store)],
    ...(keyFile === undefined ? [] : [['key-file', resolve(folder, keyFile)]]),
    ...[...changed, ...named],
    ...(typeof embedder === 'string' && mustState(embedder, 'souvenir') ? [['embedder', embedder]] : []),
  ];
  const flags = given.flatMap(([name, value = '']) => [`--${name}`, value]);
  return { ...(isTyped && { type: 'stdio' }), command, args: [...args, 'mcp', ...flags] };
}

/** The program's configuration file: of the project if there is one, else or with `isGlobal` of the user. */
export function fileOf(program: AgentProgram, environment: HostEnvironment, isGlobal: boolean): string {
  const { title, ofProject } = program;
  const file =
    ofProject === undefined || isGlobal ? program.ofUser?.(environment) : join(environment.folder, ofProject);
  if (file !== undefined && isAbsolute(file)) return file;
  throw new SouvenirError(
    'invalidInput',
    isGlobal && ofProject !== undefined
      ? `where ${title} keeps its settings for all projects is unknown`
      : `where ${title} keeps its settings on this system is unknown`,
    { advice: 'add the entry that --print prints by hand' },
  );
}

export const snippetOf = ({ format, section }: AgentProgram, entry: ServerEntry): string =>
  format === 'toml'
    ? tableOf(section, NAME, entry).join('\n')
    : JSON.stringify({ [section]: { [NAME]: entry } }, undefined, 2);

/** The file's new text; unchanged if a server of this name is left as it is. */
export function connectedText(
  { format, section }: AgentProgram,
  file: string,
  text: string,
  entry: ServerEntry,
  force: boolean,
): string {
  try {
    const isPresent = (format === 'toml' ? isInToml : isInJson)(text, section, NAME);
    if (isPresent && !force) return text;
    return (format === 'toml' ? withEntryInToml : withEntryInJson)(text, section, NAME, entry);
  } catch (error) {
    if (!SouvenirError.is(error)) throw error;
    const { code, message, advice, cause } = error;
    throw new SouvenirError(code, `${file}: ${message}`, { ...(advice && { advice }), cause });
  }
}

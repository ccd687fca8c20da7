import { extname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { SouvenirError } from '../../errors.ts';
import { withoutPassword } from '../address.ts';
import type { GlobalOptions } from '../cli.ts';
import { withoutEmpty, withoutEmptyFile } from './hook-edits.ts';
import type { HostEnvironment } from './host.ts';
import { type ServerEntry, valueIn, withMember, withoutMember } from './jsonc.ts';
import type { AgentProgram } from './programs.ts';
import { isInToml, tableOf, textInToml, withEntryInToml, withoutEntryInToml } from './toml.ts';

const NAME = 'souvenir';

export const BIN = fileURLToPath(new URL(`../bin${extname(import.meta.url)}`, import.meta.url));

/** Which memory a program is connected to: the one that options name, or one that is found from the folder it runs in. */
export type MemoryChoice =
  | { readonly kind: 'named' }
  | { readonly kind: 'repository'; readonly db: string }
  | { readonly kind: 'global' };

/** npx unpacks into a temporary folder. */
export const startOf = (bin: string): readonly [string, ...string[]] =>
  bin.split(/[\\/]/).includes('_npx') ? ['npx', '-y', 'souvenir-memory'] : [process.execPath, bin];

/** The flags that select the same memory and scope again. Paths are absolute, since a program may start it in any folder. */
function flagsOf(options: GlobalOptions, folder: string, location: readonly (readonly [string, string])[]): string[] {
  const { keyFile, tenant, user, agent, project, embedder, llm, llmModel, configFile } = options;
  // With a configuration file defaults are written too, since the file may override them.
  const mustState = (value: unknown, defaultValue: string) => configFile !== undefined || value !== defaultValue;
  const changed = Object.entries({ tenant, user, agent, 'llm-model': llmModel }).filter(([, id]) =>
    mustState(id, 'default'),
  );
  const named = Object.entries({ project, llm }).filter((each) => each[1] !== undefined);
  const given = [
    ...(configFile === undefined ? [] : [['config', configFile]]),
    ...location,
    ...(keyFile === undefined ? [] : [['key-file', resolve(folder, keyFile)]]),
    ...[...changed, ...named],
    ...(typeof embedder === 'string' && mustState(embedder, 'souvenir') ? [['embedder', embedder]] : []),
  ];
  return given.flatMap(([name, value = '']) => [`--${name}`, value]);
}

const namedLocation = ({ db, store }: GlobalOptions, folder: string): readonly [string, string] =>
  store === undefined ? ['db', resolve(folder, db)] : ['store', withoutPassword(store)];

/** The entry that starts a server for the selected memory. */
export function entryFor(
  { entry }: AgentProgram,
  options: GlobalOptions,
  { folder }: HostEnvironment,
  bin: string = BIN,
  memory: MemoryChoice = { kind: 'named' },
): ServerEntry {
  const [command, ...args] = startOf(bin);
  const location = memory.kind === 'repository' ? (['db', memory.db] as const) : namedLocation(options, folder);
  const flags =
    memory.kind === 'global' ? ['--global', ...flagsOf(options, folder, [])] : flagsOf(options, folder, [location]);
  const all = [...args, 'mcp', ...flags];
  if (entry === 'oneList') return { type: 'local', command: [command, ...all], enabled: true };
  return { ...(entry === 'typed' && { type: 'stdio' }), command, args: all };
}

/** The command of the hooks, which find the memory of the repository where the program runs, unless one is named. */
export function hookCommand(
  program: string,
  { db }: Pick<GlobalOptions, 'db'>,
  { folder }: HostEnvironment,
  bin: string = BIN,
  memory: MemoryChoice = { kind: 'named' },
): readonly string[] {
  const flags = { named: ['--db', resolve(folder, db)], repository: [], global: ['--global'] };
  return [...startOf(bin), 'hook', program, ...flags[memory.kind]];
}

/** A command line for the shell in which programs run hooks. */
export function shellLine(command: readonly string[], platform: NodeJS.Platform): string {
  const quoted = (part: string): string => {
    if (/^[\w@%+=:,./-]+$/.test(part)) return part;
    return platform === 'win32' ? `"${part.replaceAll('"', '\\"')}"` : `'${part.replaceAll("'", `'\\''`)}'`;
  };
  return command.map(quoted).join(' ');
}

/** The program's configuration file: of the project if there is one, else or with `isGlobal` of the user. */
export function fileOf(program: AgentProgram, environment: HostEnvironment, isGlobal: boolean): string {
  const { title, ofProject } = program;
  const { folder } = environment;
  const file =
    ofProject === undefined || isGlobal
      ? program.ofUser?.(environment)
      : typeof ofProject === 'string'
        ? join(folder, ofProject)
        : ofProject(folder);
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

export const isConnected = ({ format, section }: AgentProgram, text: string): boolean =>
  format === 'toml' ? isInToml(text, section, NAME) : valueIn(text, [section, NAME]) !== undefined;

/** An entry that `connect` wrote, of any version and with any options. */
const ENTRY = /(?:souvenir-memory|[\\/]bin\.[jt]s)",\s*"mcp"/;

const isOurEntry = ({ format, section }: AgentProgram, text: string): boolean =>
  ENTRY.test(
    format === 'toml' ? textInToml(text, section, NAME) : (JSON.stringify(valueIn(text, [section, NAME])) ?? ''),
  );

/** A server of this name that someone else wrote. */
export const hasOtherServer = (program: AgentProgram, text: string): boolean =>
  isConnected(program, text) && !isOurEntry(program, text);

/** The file's new text; unchanged if a server of this name is there that someone else wrote. */
export function connectedText(program: AgentProgram, text: string, entry: ServerEntry, force: boolean): string {
  const { format, section } = program;
  if (!force && hasOtherServer(program, text)) return text;
  if (format === 'toml') return withEntryInToml(text, section, NAME, entry);
  const path = [section, NAME];
  return isDeepStrictEqual(valueIn(text, path), entry) ? text : withMember(text, path, entry);
}

/** Takes the entry out that `connect` wrote, and puts one back that it replaced. */
export function disconnectedText(program: AgentProgram, text: string, before: string): string {
  const { format, section } = program;
  if (!isOurEntry(program, text)) return text;
  if (format === 'toml') return withoutEntryInToml(text, section, NAME);
  const path = [section, NAME];
  const replaced = valueIn(before, path);
  return replaced === undefined
    ? withoutEmptyFile(withoutEmpty(withoutMember(text, path), [section], before), before)
    : withMember(text, path, replaced);
}

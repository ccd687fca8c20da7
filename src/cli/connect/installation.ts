import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { SouvenirError } from '../../errors.ts';
import type { GlobalOptions } from '../cli.ts';
import type { FileEdit } from './changes.ts';
import {
  connectedText,
  disconnectedText,
  entryFor,
  fileOf,
  hookCommand,
  isConnected,
  type MemoryChoice,
  shellLine,
} from './connection.ts';
import { textOf } from './edit-file.ts';
import { excludeEdit } from './git-exclude.ts';
import { areHooksIn, withHooks, withoutHooks } from './hook-edits.ts';
import { HOOK_TABLES } from './hook-tables.ts';
import type { HostEnvironment } from './host.ts';
import { isOurPlugin, pluginText } from './opencode-plugin.ts';
import { type AgentProgram, opencodeFolder, PROGRAMS, type ProgramName } from './programs.ts';

export interface InstallationOptions {
  readonly environment: HostEnvironment;
  /** In the settings of the user, for all projects. */
  readonly isGlobal: boolean;
  readonly memory: MemoryChoice;
  readonly options: GlobalOptions;
  readonly force?: boolean;
  readonly bin?: string;
  /** The roots of the other worktrees of the repository, which share its memory. */
  readonly worktrees?: readonly string[];
  readonly gitDirectory?: string | undefined;
}

/** Everything that connects a program, in every worktree if its settings are those of the project. */
export function editsOf(program: AgentProgram, installation: InstallationOptions): readonly FileEdit[] {
  const { environment, isGlobal, worktrees = [], gitDirectory } = installation;
  if (isGlobal || program.ofProject === undefined) return editsIn(program, installation);
  return [environment.folder, ...worktrees].flatMap((folder) => {
    const edits = editsIn(program, { ...installation, environment: { ...environment, folder } });
    return gitDirectory === undefined
      ? edits
      : [...edits, ...edits.map((edit) => excludeEdit(edit, folder, gitDirectory))];
  });
}

/** The entry of the server, and the hooks of programs that have them. */
function editsIn(program: AgentProgram, installation: InstallationOptions): readonly FileEdit[] {
  const { environment, isGlobal, memory, options, force = false, bin } = installation;
  const entry = entryFor(program, options, environment, bin, memory);
  const server: FileEdit = {
    ...{ file: fileOf(program, environment, isGlobal), part: 'mcp' },
    put: (text) => connectedText(program, text, entry, force),
    take: (text, before) => disconnectedText(program, text, before),
  };
  return program.hooks === undefined ? [server] : [server, hookEdit(program.hooks, installation)];
}

function hookEdit(program: NonNullable<AgentProgram['hooks']>, installation: InstallationOptions): FileEdit {
  const { environment, isGlobal, memory, options, force = false, bin } = installation;
  const file = hookFileOf(program, environment, isGlobal);
  const command = hookCommand(program, options, environment, bin, memory);
  if (program === 'opencode')
    return {
      ...{ file, part: 'hooks' },
      put(text) {
        if (text !== '' && !isOurPlugin(text) && !force)
          throw new SouvenirError('conflict', 'it is a plugin that `connect` did not write', {
            advice: 'pass --force to replace it',
          });
        return pluginText(command);
      },
      take: (text, before) => (isOurPlugin(text) ? before.replace(/^\{\}$/, '') : text),
    };
  // PowerShell takes a quoted path for a text unless it is called.
  const call = program === 'gemini' && environment.platform === 'win32' ? '& ' : '';
  const line = `${call}${shellLine(command, environment.platform)}`;
  return {
    ...{ file, part: 'hooks' },
    put: (text) => withHooks(text, program, line),
    take: (text, before) => withoutHooks(text, program, before),
  };
}

function hookFileOf(
  program: NonNullable<AgentProgram['hooks']>,
  environment: HostEnvironment,
  isGlobal: boolean,
): string {
  const ofUser = () => {
    if (program !== 'opencode') return HOOK_TABLES[program].ofUser(environment);
    return join(opencodeFolder(environment), 'plugins', 'souvenir.ts');
  };
  const ofProject =
    program === 'opencode' ? join('.opencode', 'plugins', 'souvenir.ts') : HOOK_TABLES[program].ofProject;
  const file = isGlobal ? ofUser() : join(environment.folder, ofProject);
  if (isAbsolute(file)) return file;
  throw new SouvenirError('invalidInput', 'there is no home folder for the settings of all projects');
}

/** A program of this machine, and the files in which it is connected. */
export interface ProgramStatus {
  readonly program: ProgramName;
  readonly title: string;
  readonly isInstalled: boolean;
  readonly mcp: readonly string[];
  readonly hooks: readonly string[];
  /** Files that cannot be read as settings. */
  readonly unreadable: readonly string[];
}

export const allStatuses = (environment: HostEnvironment): Promise<readonly ProgramStatus[]> =>
  Promise.all((Object.keys(PROGRAMS) as ProgramName[]).map((name) => statusOf(name, environment)));

export async function statusOf(name: ProgramName, environment: HostEnvironment): Promise<ProgramStatus> {
  const program: AgentProgram = PROGRAMS[name];
  const unreadable = new Set<string>();
  const filesWith = async (fileIn: (isGlobal: boolean) => string, isOurs: (text: string) => boolean) => {
    const files = new Set([false, true].flatMap((isGlobal) => ifKnown(() => fileIn(isGlobal))));
    const connected: string[] = [];
    for (const file of files)
      try {
        if (isOurs((await textOf(file)) ?? '')) connected.push(file);
      } catch {
        unreadable.add(file);
      }
    return connected;
  };
  const { hooks } = program;
  return {
    ...{ program: name, title: program.title, isInstalled: isInstalled(program, environment) },
    mcp: await filesWith(
      (isGlobal) => fileOf(program, environment, isGlobal),
      (text) => text.trim() !== '' && isConnected(program, text),
    ),
    hooks:
      hooks === undefined
        ? []
        : await filesWith(
            (isGlobal) => hookFileOf(hooks, environment, isGlobal),
            (text) => (hooks === 'opencode' ? isOurPlugin(text) : areHooksIn(text)),
          ),
    unreadable: [...unreadable],
  };
}

function ifKnown(file: () => string): readonly string[] {
  try {
    return [file()];
  } catch {
    return [];
  }
}

function isInstalled({ executable, dataFolder }: AgentProgram, environment: HostEnvironment): boolean {
  const folder = dataFolder(environment);
  if (folder !== undefined && existsSync(folder)) return true;
  const endings = environment.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  const folders = (environment.variables['PATH'] ?? '').split(delimiter).filter((each) => each !== '');
  return (
    executable !== undefined &&
    folders.some((each) => endings.some((ending) => existsSync(join(each, `${executable}${ending}`))))
  );
}

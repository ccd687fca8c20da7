import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { SouvenirError } from '../../errors.ts';
import { homeFolder, type ProjectLocation, projectAt, worktreesOf } from '../../hooks/project.ts';
import type { GlobalOptions } from '../cli.ts';
import type { Part } from './changes.ts';
import type { MemoryChoice } from './connection.ts';
import type { HostEnvironment } from './host.ts';
import type { InstallationOptions } from './installation.ts';
import { type AgentProgram, PROGRAMS, type ProgramName } from './programs.ts';

export interface ConnectFlags {
  readonly global?: boolean;
  readonly mcpOnly?: boolean;
  readonly hooksOnly?: boolean;
  readonly print?: boolean;
  readonly yes?: boolean;
  readonly force?: boolean;
}

/** `--project` without a name stands for the memory of the repository. */
export type Flags = Omit<GlobalOptions, 'project'> & ConnectFlags & { readonly project?: string | true };

export interface ConnectSession {
  readonly name: ProgramName;
  readonly agentProgram: AgentProgram;
  readonly installation: InstallationOptions;
  readonly parts: readonly Part[];
  /** The folder of the backups. */
  readonly backups: string;
}

export function sessionOf(command: Command, name: ProgramName, flags: Flags): ConnectSession {
  const agentProgram: AgentProgram = PROGRAMS[name];
  const environment = hostEnvironment();
  const isGlobal = flags.global ?? false;
  if (isGlobal && flags.project === true)
    throw new SouvenirError('invalidInput', '--project and --global cannot be combined', { advice: 'give one' });
  const repository = projectAt(environment.folder, { home: environment.home });
  const { project, ...others } = flags;
  const id = typeof project === 'string' && project !== name ? { project } : {};
  const hasHooks = agentProgram.hooks !== undefined;
  return {
    ...{ name, agentProgram, parts: partsOf(agentProgram, flags) },
    backups: join(
      isGlobal || agentProgram.ofProject === undefined ? join(environment.home, '.souvenir') : repository.folder,
      'connect',
    ),
    installation: {
      environment: hasHooks ? { ...environment, folder: repository.root } : environment,
      ...{ isGlobal, force: flags.force ?? false },
      ...(hasHooks && worktreesOf(repository)),
      // The folder of the project may be another than the one in which a file was named.
      options: {
        ...{ ...others, ...id, db: resolve(others.db) },
        ...(others.keyFile !== undefined && { keyFile: resolve(others.keyFile) }),
      },
      memory: hasHooks ? memoryChoice(command, isGlobal, repository) : { kind: 'named' },
    },
  };
}

/** A memory that is named by an option, a variable or the configuration file is that one; any other is found by its folder. */
function memoryChoice(command: Command, isGlobal: boolean, { db }: ProjectLocation): MemoryChoice {
  const isNamed = ['db', 'store'].some(
    (option) => !['default', undefined].includes(command.getOptionValueSourceWithGlobals(option)),
  );
  if (isNamed) return { kind: 'named' };
  return isGlobal ? { kind: 'global' } : { kind: 'repository', db };
}

/** Hooks record for the default user and agent, in a file; their other settings are in `souvenir.config.json` beside the memory. */
const NOT_OF_HOOKS = {
  anywhere: ['store', 'tenant', 'user', 'agent'],
  asFlags: ['keyFile', 'embedder', 'llm', 'llmModel'],
} as const;

/** Refuses what the server would heed and the hooks would not, since both are to use the same memory and scope. */
export function refuseForHooks(command: Command, { parts, installation }: ConnectSession): void {
  if (!parts.includes('hooks')) return;
  const sourceOf = (name: string) => command.getOptionValueSourceWithGlobals(name);
  const named =
    NOT_OF_HOOKS.anywhere.find((name) => !['default', undefined].includes(sourceOf(name))) ??
    NOT_OF_HOOKS.asFlags.find((name) => ['cli', 'env'].includes(sourceOf(name) ?? '')) ??
    (installation.options.project === undefined ? undefined : 'project');
  if (named === undefined) return;
  const flag = named.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new SouvenirError('invalidInput', `the hooks have no --${flag}, so they would not use what the server uses`, {
    advice: 'leave it out, or pass --mcp-only to connect the server alone',
  });
}

function partsOf({ title, hooks }: AgentProgram, { mcpOnly, hooksOnly }: ConnectFlags): readonly Part[] {
  if (mcpOnly && hooksOnly)
    throw new SouvenirError('invalidInput', '--mcp-only and --hooks-only cannot be combined', { advice: 'give one' });
  if (hooksOnly && hooks === undefined)
    throw new SouvenirError('invalidInput', `${title} has no hooks that Souvenir uses`, {
      advice: 'leave out --hooks-only to connect it over MCP',
    });
  if (hooksOnly) return ['hooks'];
  return mcpOnly || hooks === undefined ? ['mcp'] : ['mcp', 'hooks'];
}

export function hostEnvironment(): HostEnvironment {
  const { platform, env } = process;
  return { home: homeFolder() ?? '', folder: process.cwd(), platform, variables: env };
}

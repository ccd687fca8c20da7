import type { ProjectOptions } from '../hooks/project.ts';

/** `souvenir hook PROGRAM`, not one of the commands for people. */
export const isHookRun = ([command, program = '--help']: readonly string[]): boolean =>
  command === 'hook' && !program.startsWith('-') && !HOOK_COMMANDS.includes(program);

const HOOK_COMMANDS = ['explain', 'status', 'consolidate', 'help'];

export interface HookArguments {
  readonly program: string | undefined;
  readonly project: ProjectOptions;
  readonly timeMs?: number;
}

/** The arguments of a hook. Unknown ones are passed over: a hook that was set up for another version still works. */
export function hookArguments(args: readonly string[]): HookArguments {
  const optionValue = (flag: string): string | undefined => {
    const at = args.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
    return at < 0 ? undefined : ((args[at]?.split('=').slice(1).join('=') || args[at + 1]) ?? undefined);
  };
  const [db, timeMs] = [optionValue('--db'), Number(optionValue('--time') ?? Number.NaN)];
  return {
    program: args.find((arg) => !arg.startsWith('-')),
    project: { ...(args.includes('--global') && { global: true }), ...(db !== undefined && { db }) },
    ...(timeMs > 0 && { timeMs }),
  };
}

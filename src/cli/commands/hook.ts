import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { HOOK_PROGRAMS } from '../../hooks/event.ts';
import type { ProjectOptions } from '../../hooks/project.ts';
import type { Cli } from '../cli.ts';
import { addCommand, optionsOf } from '../command.ts';
import { note, printResult } from '../in-out.ts';
import { amountValue, countValue } from '../options.ts';
import { type HookStatus, hookStatusLines, injectionLines } from '../render/hooks.ts';

interface HookFlags {
  readonly global?: boolean;
}

const GLOBAL = 'the memory of all projects in ~/.souvenir instead of that of the repository';

export function addHook(program: Command, _: Cli): void {
  const hook = addCommand(
    program,
    'hook',
    'Answer an event of an agent program, as its hooks do; always exits with 0.',
    ['hook claude-code < event.json', 'hook explain --last 3'],
  )
    .argument('<program>', HOOK_PROGRAMS.join(', '))
    .option('--global', GLOBAL)
    .option('--time <ms>', 'the most time for an event', amountValue)
    .action(async (name: string) => {
      const { answerHook } = await import('../hook.ts');
      const { global, time, db } = ownOptions<{ readonly time?: number }>(hook);
      const flags = [...(global ? ['--global'] : []), ...(db === undefined ? [] : ['--db', db])];
      await answerHook([name, ...flags, ...(time === undefined ? [] : ['--time', String(time)])]);
    });
  const explain = addCommand(hook, 'explain', 'Show what was given to sessions and prompts, and why.', ['hook explain'])
    .option('--last <count>', 'the number of injections', countValue, 10)
    .option('--global', GLOBAL)
    .action(async () => {
      const options = optionsOf<{ readonly last: number }>(explain);
      const { projectAt } = await import('../../hooks/project.ts');
      const { explainedInjections } = await import('../../hooks/explain.ts');
      const { openHookMemory: open } = await import('../hook-memory.ts');
      const project = projectAt(process.cwd(), ownOptions(explain));
      await printResult(options, await explainedInjections(project, options.last, { open, log: note }), injectionLines);
    });
  const status = addCommand(hook, 'status', 'Show the memory of this folder and what its hooks do.', ['hook status'])
    .option('--global', GLOBAL)
    .action(async () => {
      const project = ownOptions(status);
      await printResult(optionsOf(status), await statusOf(project), hookStatusLines);
    });
  const consolidate = addCommand(
    hook,
    'consolidate',
    'Consolidate what hooks reported, in the background.',
    ['hook consolidate'],
    { hidden: true },
  )
    .option('--since <ms>', 'the moment after which a prompt ends it', amountValue)
    .action(async () => {
      const { runBackground } = await import('../../hooks/background.ts');
      const { openHookMemory } = await import('../hook-memory.ts');
      const { since } = optionsOf<{ readonly since?: number }>(consolidate);
      setLowPriority();
      await runBackground(openHookMemory, since === undefined ? new Date() : new Date(since));
    });
}

function setLowPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Not allowed in some containers.
  }
}

/** The memory file of the other commands is no default here: hooks have that of the repository. */
function ownOptions<Own extends object>(command: Command): ProjectOptions & Partial<Own> {
  const { db, ...options } = optionsOf<HookFlags & Own>(command);
  const isGiven = command.getOptionValueSourceWithGlobals('db') === 'cli';
  return { ...(options as HookFlags & Partial<Own>), ...(isGiven && { db }) };
}

async function statusOf(options: ProjectOptions): Promise<HookStatus> {
  const [{ projectAt }, { Spool }, { holderOf, machineFolder }, { modelUsageIn }, { linesOf }, { hookConfig }] =
    await Promise.all([
      ...([import('../../hooks/project.ts'), import('../../hooks/spool.ts')] as const),
      ...([import('../../hooks/background-lock.ts'), import('../../hooks/model-usage.ts')] as const),
      ...([import('../../hooks/log.ts'), import('../hook-memory.ts')] as const),
    ]);
  const { folder, db, ...project } = projectAt(process.cwd(), options);
  return {
    ...{ ...project, db, exists: existsSync(db), waiting: new Spool(folder).names().length },
    background: holderOf(machineFolder()) !== undefined,
    model: { ...modelUsageIn(folder), budget: (await hookConfig(folder)).hooks?.budget },
    log: linesOf(join(folder, 'hooks.log')).slice(-5),
  };
}

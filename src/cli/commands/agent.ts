import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { addCommand, addGroup, answer, EXAMPLE_ID, optionsOf } from '../command.ts';
import { readContent } from '../in-out.ts';
import { countValue, dateValue, jsonValue, nameValue, unitValue, wholeValue } from '../options.ts';
import {
  learntLines,
  matchedLines,
  outcomesLines,
  personaLines,
  personaVersionsLines,
  toolsLines,
} from '../render/agent.ts';
import { memoryLine } from '../render/memories.ts';
import { terminalWidth } from '../render/text.ts';

export function addPersona(program: Command, cli: Cli): void {
  const group = addGroup(program, 'persona', 'See who the agent has become, and go back.', 'persona');
  const show = addCommand(group, 'show', 'Show who the agent has become for this user.', ['persona show'], {
    isDefault: true,
  }).action(async () => {
    await answer(cli, optionsOf(show), 'persona.current', { input: {}, render: personaLines });
  });
  const versions = addCommand(group, 'versions', 'Tell every version of the persona, newest first.', [
    'persona versions',
  ]).action(async () => {
    await answer(cli, optionsOf(versions), 'persona.versions', { input: {}, render: personaVersionsLines });
  });
  const description = 'Bring an earlier persona back as a new version; 0 is the identity.';
  const rollback = addCommand(group, 'rollback', description, ['persona rollback 2'])
    .argument('<version>', 'which version, 0 for the identity', wholeValue)
    .action(async (version: number) => {
      await answer(cli, optionsOf(rollback), 'persona.rollback', { input: { version }, render: personaLines });
    });
}

export function addProcedures(program: Command, cli: Cli): void {
  const group = addGroup(program, 'procedures', 'Find playbooks, and learn workflows.', 'procedures learn pull test');
  const description = "Find the agent's playbooks that an intent asks for, best first.";
  const match = addCommand(group, 'match', description, ['procedures match "please review this change"'], {
    isDefault: true,
  })
    .argument('<intent>', 'what is to be done')
    .action(async (intent: string) => {
      const needs = { absent: 'empty' } as const;
      await answer(cli, optionsOf(match), 'procedures.match', { input: { intent }, needs, render: matchedLines });
    });
  const summary = 'Keep a sequence of actions; one that occurred three times becomes a procedure.';
  const learn = addCommand(group, 'learn', summary, ['procedures learn pull test push'])
    .argument('<action...>', 'what was done, in its order')
    .action(async (actions: string[]) => {
      const needs = { absent: 'made', vectors: 'changed' } as const;
      await answer(cli, optionsOf(learn), 'procedures.learn', { input: { actions }, needs, render: learntLines });
    });
}

interface ReportFlags {
  readonly failed?: boolean;
  readonly notes?: string;
  readonly at?: Date;
  readonly importance?: number;
}

export function addOutcomes(program: Command, cli: Cli): void {
  const group = addGroup(program, 'outcomes', 'See and report how tasks went.', 'outcomes report code_review');
  const description = 'Tell how often tasks of a type, or of every type, succeeded.';
  const list = addCommand(group, 'list', description, ['outcomes list code_review'], { isDefault: true })
    .argument('[type]', 'the type of task')
    .action(async (taskType: string | undefined) => {
      await answer(cli, optionsOf(list), 'procedures.records', {
        input: { taskType },
        render: (records) => outcomesLines(records, terminalWidth()),
      });
    });
  const summary = 'Record how a task went, and wait until that is durable.';
  const example = 'outcomes report code_review --failed --notes "the tests were not run"';
  const report = addCommand(group, 'report', summary, [example])
    .argument('<type>', 'the type of task')
    .option('--failed', 'it failed; it succeeded unless given')
    .option('--notes <text>', 'what made it succeed or fail; - reads it from stdin')
    .option('--at <date>', 'when it happened; UTC unless it names a zone', dateValue)
    .option('--importance <0-1>', 'how much it matters', unitValue)
    .action(async (taskType: string) => {
      const options = optionsOf<ReportFlags>(report);
      const { failed = false, at: occurredAt, importance } = options;
      const notes = options.notes === undefined ? undefined : await readContent(options.notes, cli.signal);
      await answer(cli, options, 'procedures.report', {
        input: { taskType, success: !failed, notes, occurredAt, importance },
        needs: { absent: 'made' },
        render: ({ id }) => [id],
      });
    });
}

interface ToolFlags {
  readonly tool?: string;
  readonly parameters?: ReturnType<typeof jsonValue>;
  readonly minSuccessRate?: number;
  readonly maxSuccessRate?: number;
  readonly limit?: number;
}

export function addTools(program: Command, cli: Cli): void {
  const description = 'Tell how tools did, by tool, parameters and success rate.';
  const command = addCommand(program, 'tools', description, ['tools --max-success-rate 0.5'])
    .option('--tool <name>', 'only this one', nameValue)
    .option('--parameters <json>', 'what its parameters must hold; * in a text stands for anything', jsonValue)
    .option('--min-success-rate <0-1>', 'only what works so often', unitValue)
    .option('--max-success-rate <0-1>', 'only what works no more often', unitValue)
    .option('--limit <count>', 'at most so many', countValue)
    .action(async () => {
      const options = optionsOf<ToolFlags>(command);
      const { tool, parameters, minSuccessRate, maxSuccessRate, limit } = options;
      await answer(cli, options, 'procedures.tools', {
        input: { tool, parameters, minSuccessRate, maxSuccessRate, limit },
        render: (records) => toolsLines(records, terminalWidth()),
      });
    });
}

export function addPublish(program: Command, cli: Cli): void {
  const description = "Copy memories to the agent's parent; those already there are left out.";
  const command = addCommand(program, 'publish', description, [`publish ${EXAMPLE_ID} --agent scout`])
    .argument('<id...>', 'the memories')
    .action(async (ids: string[]) => {
      await answer(cli, optionsOf(command), 'memories.publish', {
        input: { ids },
        needs: { vectors: 'changed' },
        render: (published) =>
          published.length === 0
            ? ['They are there already.']
            : published.map((memory) => `Published as ${memoryLine(memory)}`),
      });
    });
}

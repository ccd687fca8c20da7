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
  const group = addGroup(program, 'persona', "Show or restore the agent's persona.", 'persona');
  const show = addCommand(group, 'show', "Show the agent's persona for this user.", ['persona show'], {
    isDefault: true,
  }).action(async () => {
    await answer(cli, optionsOf(show), 'persona.current', { input: {}, render: personaLines });
  });
  const versions = addCommand(group, 'versions', 'List every version of the persona, newest first.', [
    'persona versions',
  ]).action(async () => {
    await answer(cli, optionsOf(versions), 'persona.versions', { input: {}, render: personaVersionsLines });
  });
  const description = 'Restore an earlier persona as a new version; 0 is the identity.';
  const rollback = addCommand(group, 'rollback', description, ['persona rollback 2'])
    .argument('<version>', 'the version, 0 for the identity', wholeValue)
    .action(async (version: number) => {
      await answer(cli, optionsOf(rollback), 'persona.rollback', { input: { version }, render: personaLines });
    });
}

export function addProcedures(program: Command, cli: Cli): void {
  const group = addGroup(program, 'procedures', 'Find playbooks and learn workflows.', 'procedures learn pull test');
  const description = 'Find the playbooks that fit an intent, best first.';
  const match = addCommand(group, 'match', description, ['procedures match "please review this change"'], {
    isDefault: true,
  })
    .argument('<intent>', 'the intent')
    .action(async (intent: string) => {
      const needs = { absent: 'empty' } as const;
      await answer(cli, optionsOf(match), 'procedures.match', { input: { intent }, needs, render: matchedLines });
    });
  const summary = 'Record a sequence of actions; the third time makes it a procedure.';
  const learn = addCommand(group, 'learn', summary, ['procedures learn pull test push'])
    .argument('<action...>', 'the actions, in order')
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
  const group = addGroup(program, 'outcomes', 'List and report the outcomes of tasks.', 'outcomes report code_review');
  const description = 'List success rates by type of task.';
  const list = addCommand(group, 'list', description, ['outcomes list code_review'], { isDefault: true })
    .argument('[type]', 'the task type')
    .action(async (taskType: string | undefined) => {
      await answer(cli, optionsOf(list), 'procedures.records', {
        input: { taskType },
        render: (records) => outcomesLines(records, terminalWidth()),
      });
    });
  const summary = 'Record the outcome of a task and wait until it is durable.';
  const example = 'outcomes report code_review --failed --notes "the tests were not run"';
  const report = addCommand(group, 'report', summary, [example])
    .argument('<type>', 'the task type')
    .option('--failed', 'the task failed; without this, it succeeded')
    .option('--notes <text>', 'why it succeeded or failed; - reads stdin')
    .option('--at <date>', 'when it happened, in UTC unless a zone is given', dateValue)
    .option('--importance <0-1>', 'the importance', unitValue)
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
  const description = 'List success rates of tools, by tool and parameters.';
  const command = addCommand(program, 'tools', description, ['tools --max-success-rate 0.5'])
    .option('--tool <name>', 'only this tool', nameValue)
    .option('--parameters <json>', 'only calls with these parameters; * matches any text', jsonValue)
    .option('--min-success-rate <0-1>', 'only success rates from this one up', unitValue)
    .option('--max-success-rate <0-1>', 'only success rates up to this one', unitValue)
    .option('--limit <count>', 'the maximum number of results', countValue)
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
  const description = "Copy memories to the agent's parent, which skips those that it has.";
  const command = addCommand(program, 'publish', description, [`publish ${EXAMPLE_ID} --agent scout`])
    .argument('<id...>', 'the memories')
    .action(async (ids: string[]) => {
      await answer(cli, optionsOf(command), 'memories.publish', {
        input: { ids },
        needs: { vectors: 'changed' },
        render: (published) =>
          published.length === 0
            ? ['The parent has all of them already.']
            : published.map((memory) => `Published as ${memoryLine(memory)}`),
      });
    });
}

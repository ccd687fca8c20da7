import type { Command } from 'commander';
import { DAY_MS } from '../../model/day.ts';
import type { EpisodeType, Role } from '../../model/episode.ts';
import type { ConsolidationReport } from '../../model/report.ts';
import type { Cli } from '../cli.ts';
import { addCommand, addGroup, answer, optionsOf, refuseScope } from '../command.ts';
import { noteDegraded, printResult, readContent } from '../in-out.ts';
import { amountValue, CHOICES, choiceOption, dateValue, jsonValue, listValue, unitValue } from '../options.ts';
import { capturedLines, settingLines } from '../render/agent.ts';
import { consolidationLines, cyclesLines, sessionsLines, statsLines } from '../render/reports.ts';
import { shownLocation } from '../store-location.ts';

interface RecordFlags {
  readonly type?: EpisodeType;
  readonly role?: Role;
  readonly speaker?: string;
  readonly importance?: number;
  readonly at?: Date;
  readonly turnId?: string;
}

const turnCommand = (program: Command, name: string, description: string, example: string): Command =>
  addCommand(program, name, description, [example])
    .argument('[text]', 'what happened; - or nothing reads it from stdin', '-')
    .addOption(choiceOption('--type <type>', 'what kind of thing', CHOICES.episodeType))
    .addOption(choiceOption('--role <role>', 'who spoke, as a role', CHOICES.role))
    .option('--speaker <name>', 'who spoke, by name')
    .option('--importance <0-1>', 'how much it matters', unitValue)
    .option('--at <date>', 'when it happened; UTC unless it names a zone', dateValue)
    .option('--turn-id <id>', 'your own id of the turn, handed back by recall');

async function turnInput(text: string, options: RecordFlags, signal: AbortSignal) {
  const { type, role, speaker, importance, at: occurredAt, turnId } = options;
  const content = await readContent(text, signal);
  return { content, type, role, speaker, importance, occurredAt, metadata: turnId ? { turnId } : {} };
}

export function addRecord(program: Command, cli: Cli): void {
  const description = 'Record one episode and wait until it is durable.';
  const example = 'record "Ana prefers short answers" --type userDirective';
  const command = turnCommand(program, 'record', description, example).action(async (text: string) => {
    const options = optionsOf<RecordFlags>(command);
    const input = await turnInput(text, options, cli.signal);
    await answer(cli, options, 'record', { input, needs: { absent: 'made' }, render: ({ id }) => [id] });
  });
}

export function addCapture(program: Command, cli: Cli): void {
  const description = 'Record a turn if the write policy finds it worth keeping.';
  const example = 'capture "I moved to Porto in May" --role user';
  const command = turnCommand(program, 'capture', description, example).action(async (text: string) => {
    const options = optionsOf<RecordFlags>(command);
    const input = await turnInput(text, options, cli.signal);
    await answer(cli, options, 'recordIfWorthIt', { input, needs: { absent: 'made' }, render: capturedLines });
  });
}

interface SettingFlags {
  readonly old?: ReturnType<typeof jsonValue>;
  readonly removed?: boolean;
}

export function addRecordSetting(program: Command, cli: Cli): void {
  const description = 'Keep what a setting is now in place of what it was; never a secret.';
  const command = addCommand(program, 'record-setting', description, ['record-setting editor.theme dark --old light'])
    .argument('<key>', 'the name of the setting')
    .argument('[value]', 'what it is now, as JSON or a text; without it, --removed', jsonValue)
    .option('--old <value>', 'what it was', jsonValue)
    .option('--removed', 'it is no longer set')
    .action(async (key: string, value: ReturnType<typeof jsonValue>) => {
      const options = optionsOf<SettingFlags>(command);
      if ((value === undefined) !== (options.removed ?? false))
        command.error('error: takes either a value or --removed');
      await answer(cli, options, 'memories.recordSetting', {
        input: { key, old: options.old, new: value },
        needs: { absent: 'made', vectors: 'changed' },
        render: settingLines,
      });
    });
}

export function addConsolidate(program: Command, cli: Cli): void {
  const command = addCommand(program, 'consolidate', 'Turn recorded episodes into memories.', ['consolidate']).action(
    async () => {
      const options = optionsOf(command);
      const input = { sessionId: options.session };
      const needs = { vectors: 'all' } as const;
      reportShortfall(cli, await answer(cli, options, 'consolidate', { input, needs, render: consolidationLines }));
    },
  );
}

/** Reports failures of a consolidation on stderr and by the exit code. */
export function reportShortfall(cli: Cli, { components, degraded }: ConsolidationReport): void {
  noteDegraded(degraded);
  if (components.some(({ failures }) => failures.length > 0)) cli.fail();
}

export function addSessions(program: Command, cli: Cli): void {
  const group = addGroup(program, 'sessions', 'See and end sessions.', 'sessions');
  const list = addCommand(group, 'list', 'List the sessions in the order in which they began.', ['sessions list'], {
    isDefault: true,
  }).action(async () => {
    const render = sessionsLines;
    await answer(cli, optionsOf(list), 'sessions.list', { input: {}, render });
  });
  const description = 'Mark the session as ended and consolidate it.';
  const end = addCommand(group, 'end', description, ['sessions end --session monday']).action(async () => {
    const options = optionsOf(end);
    const needs = { vectors: 'all' } as const;
    reportShortfall(cli, await answer(cli, options, 'sessions.end', { input: {}, needs, render: consolidationLines }));
  });
}

interface CycleFlags {
  readonly maxAge?: number;
  readonly skip?: (typeof CHOICES.cycleTask)[number][];
}

export function addCycle(program: Command, cli: Cli): void {
  const description = 'Go over what is remembered: learn what recurs, strengthen, link and prune.';
  const command = addCommand(program, 'cycle', description, ['cycle --max-age 30 --skip prune'])
    .option('--max-age <days>', 'how long ago something may have happened to be gone over for what recurs', amountValue)
    .option(
      '--skip <task>',
      `leave out ${CHOICES.cycleTask.join(', ')}; several by repeating`,
      listValue(CHOICES.cycleTask),
    )
    .action(async () => {
      const options = optionsOf<CycleFlags>(command);
      const { maxAge, skip } = options;
      const input = { skip, maxAgeMs: maxAge === undefined ? undefined : maxAge * DAY_MS };
      const needs = { vectors: 'changed' } as const;
      const reports = await answer(cli, options, 'cycle', { input, needs, render: cyclesLines });
      noteDegraded(reports.flatMap(({ degraded }) => degraded));
    });
}

export function addStats(program: Command, cli: Cli): void {
  const example = 'stats --db team.db --user ana';
  const command = addCommand(program, 'stats', 'Count what is kept, and what was done.', [example]).action(async () => {
    const options = optionsOf(command);
    refuseScope(command, ['session'], 'it counts all of them');
    const [{ withMemory }, { operations }, { lastCycleOf }] = await Promise.all([
      import('../memory.ts'),
      import('../../operations/operations.ts'),
      import('../../consolidate/cycle/cycle-run.ts'),
    ]);
    const counted = await withMemory(cli, options, { vectors: 'search', ofAllProjects: true }, async (opened) => ({
      lastCycleAt: await lastCycleOf(opened.memory.scope, opened.store),
      ...(await operations.stats.handler(opened, {})),
    }));
    const { sizeOnDisk } = await import('../examine.ts');
    const bytes = options.store === undefined ? sizeOnDisk(options.db) : undefined;
    await printResult(options, { path: shownLocation(options), ...counted, bytes }, statsLines);
  });
}

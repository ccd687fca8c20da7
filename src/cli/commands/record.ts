import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { DAY_MS } from '../../model/day.ts';
import type { EpisodeType, Role } from '../../model/episode.ts';
import type { ConsolidationReport } from '../../model/report.ts';
import type { Cli } from '../cli.ts';
import { addCommand, addGroup, answer, optionsOf, refuseScope } from '../command.ts';
import { noteDegraded, printResult, readContent } from '../in-out.ts';
import { amountValue, CHOICES, choiceOption, dateValue, jsonValue, listValue, unitValue } from '../options.ts';
import { recordedLines, settingLines } from '../render/agent.ts';
import { consolidationLines, cyclesLines, sessionsLines, statsLines } from '../render/reports.ts';
import { shownLocation } from '../store-location.ts';

interface RecordFlags {
  readonly type?: EpisodeType;
  readonly role?: Role;
  readonly speaker?: string;
  readonly importance?: number;
  readonly at?: Date;
  readonly turnId?: string;
  readonly ifWorthIt?: true;
}

export function addRecord(program: Command, cli: Cli): void {
  const description = 'Record one episode and wait until it is durable.';
  const examples = [
    'record "Ana prefers short answers" --type userDirective',
    'record "I moved to Porto in May" --role user --if-worth-it',
  ];
  const command = addCommand(program, 'record', description, examples)
    .argument('[text]', 'the text; - or no text reads stdin', '-')
    .addOption(choiceOption('--type <type>', 'the type of episode', CHOICES.episodeType))
    .addOption(choiceOption('--role <role>', 'the role of the speaker', CHOICES.role))
    .option('--speaker <name>', 'the name of the speaker')
    .option('--importance <0-1>', 'the importance', unitValue)
    .option('--at <date>', 'when it happened, in UTC unless a zone is given', dateValue)
    .option('--turn-id <id>', 'your id of the turn, returned by recall')
    .option('--if-worth-it', 'record it only if the write policy accepts it')
    .action(async (text: string) => {
      const options = optionsOf<RecordFlags>(command);
      const { type, role, speaker, importance, at: occurredAt, turnId, ifWorthIt } = options;
      const content = await readContent(text, cli.signal);
      const metadata = turnId ? { turnId } : {};
      const input = { content, type, role, speaker, importance, occurredAt, metadata, ifWorthIt };
      await answer(cli, options, 'record', { input, needs: { absent: 'made' }, render: recordedLines });
    });
}

interface SettingFlags {
  readonly old?: ReturnType<typeof jsonValue>;
  readonly removed?: boolean;
}

export function addRecordSetting(program: Command, cli: Cli): void {
  const description = 'Record the new value of a setting; secrets are refused.';
  const command = addCommand(program, 'record-setting', description, ['record-setting editor.theme dark --old light'])
    .argument('<key>', 'the name of the setting')
    .argument('[value]', 'the new value, as JSON or text; omit it with --removed', jsonValue)
    .option('--old <value>', 'the old value', jsonValue)
    .option('--removed', 'the setting was removed')
    .action(async (key: string, value: ReturnType<typeof jsonValue>) => {
      const options = optionsOf<SettingFlags>(command);
      if ((value === undefined) !== (options.removed ?? false))
        command.error('error: pass either a value or --removed');
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
  const group = addGroup(program, 'sessions', 'List and end sessions.', 'sessions');
  const list = addCommand(group, 'list', 'List sessions in the order of their start.', ['sessions list'], {
    isDefault: true,
  }).action(async () => {
    const render = sessionsLines;
    await answer(cli, optionsOf(list), 'sessions.list', { input: {}, render });
  });
  const description = 'End the session and consolidate it.';
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
  const description = 'Maintain memories: extract patterns, strengthen, link, merge and archive.';
  const command = addCommand(program, 'cycle', description, ['cycle --max-age 30 --skip prune'])
    .option('--max-age <days>', 'the maximum age in days of memories searched for patterns', amountValue)
    .option('--skip <task>', `skip ${CHOICES.cycleTask.join(', ')}; repeatable`, listValue(CHOICES.cycleTask))
    .action(async () => {
      const options = optionsOf<CycleFlags>(command);
      const { maxAge, skip } = options;
      const input = { skip, maxAgeMs: maxAge === undefined ? undefined : maxAge * DAY_MS };
      const needs = { vectors: 'changed' } as const;
      const reports = await answer(cli, options, 'cycle', { input, needs, render: cyclesLines });
      noteDegraded(reports.flatMap(({ degraded }) => degraded));
    });
}

/** The language model calls of hooks today, if the configuration next to the memory allows them. */
async function modelOfHooks(db: string) {
  const [{ modelUsageIn }, { hookConfig }, { hookFolderOf }] = await Promise.all([
    import('../../hooks/model-usage.ts'),
    import('../hook-memory.ts'),
    import('../../hooks/project.ts'),
  ]);
  const folder = hookFolderOf(db);
  if (!existsSync(join(folder, 'hooks.log'))) return undefined;
  const budget = (await hookConfig(folder)).hooks?.budget;
  return budget && { ...modelUsageIn(folder), budget };
}

export function addStats(program: Command, cli: Cli): void {
  const example = 'stats --db team.db --user ana';
  const command = addCommand(program, 'stats', 'Show counts of stored data and activity.', [example]).action(
    async () => {
      const options = optionsOf(command);
      refuseScope(command, ['session'], 'stats counts all sessions');
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
      const hookModel = options.store === undefined ? await modelOfHooks(options.db) : undefined;
      await printResult(options, { path: shownLocation(options), ...counted, bytes, hookModel }, statsLines);
    },
  );
}

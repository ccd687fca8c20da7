import { type Command, Option } from 'commander';
import { EPISODE_IMPORTANCE, type EpisodeType, type Role, roleSchema } from '../../model/episode.ts';
import { perform } from '../../operations/operation.ts';
import { recordOperation } from '../../operations/record.ts';
import { type Cli, commandFor, optionsOf, withExample } from '../cli.ts';
import { dateValue, unitValue } from '../option-values.ts';
import { printResult } from '../output.ts';
import { readContent } from '../read-text.ts';
import { withMemory } from '../with-memory.ts';

interface RecordOptions {
  readonly type?: EpisodeType;
  readonly role?: Role;
  readonly speaker?: string;
  readonly importance?: number;
  readonly at?: Date;
  readonly turnId?: string;
}

export function addRecord(program: Command, cli: Cli): void {
  const command = commandFor(program, recordOperation)
    .argument('[text]', 'what happened; - or nothing reads it from stdin', '-')
    .addOption(new Option('--type <type>', 'what kind of thing').choices(Object.keys(EPISODE_IMPORTANCE)))
    .addOption(new Option('--role <role>', 'who spoke, as a role').choices(roleSchema.options))
    .option('--speaker <name>', 'who spoke, by name')
    .option('--importance <0-1>', 'how much it matters', unitValue)
    .option('--at <date>', 'when it happened; UTC unless it names a zone', dateValue)
    .option('--turn-id <id>', 'your own id of the turn, handed back by recall')
    .action(async (text: string) => {
      const options = optionsOf<RecordOptions>(command);
      const content = await readContent(text, cli.signal);
      const { type, role, speaker, importance, at: occurredAt, turnId } = options;
      const input = { content, type, role, speaker, importance, occurredAt, metadata: turnId ? { turnId } : {} };
      const work = { create: true, embedder: null };
      const episode = await withMemory(cli, options, (context) => perform(recordOperation, context, input), work);
      await printResult(options, episode, ({ id }) => [id]);
    });
  withExample(command, 'souvenir record "Ana prefers short answers" --type userDirective');
}

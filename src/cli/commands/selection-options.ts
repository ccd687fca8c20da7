import type { Command } from 'commander';
import { type MemoryStatus, memoryStatusSchema } from '../../model/memory.ts';
import { type GlobalOptions, placeOf } from '../cli.ts';
import { listValue, unitValue } from '../option-values.ts';
import { addKindOptions, type KindFlags, kindInput } from './kind-options.ts';

export interface SelectionFlags extends KindFlags {
  readonly status?: MemoryStatus[];
  readonly minImportance?: number;
}

/** The options of every command that selects memories. */
export const addSelectionOptions = (command: Command): Command =>
  addKindOptions(
    command.option(
      '--status <status>',
      `instead of those that count: ${memoryStatusSchema.options.join(', ')}; several by repeating`,
      listValue(memoryStatusSchema.options),
    ),
  ).option('--min-importance <0-1>', 'only what matters so much', unitValue);

export function selectionInput(options: GlobalOptions & SelectionFlags) {
  const { status, minImportance } = options;
  return { ...placeOf(options), ...kindInput(options), statuses: status, minImportance };
}

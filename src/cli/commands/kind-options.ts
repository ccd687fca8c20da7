import type { Command } from 'commander';
import { type MemoryType, memoryTypeSchema } from '../../model/memory.ts';
import { dateValue, listValue, unitValue } from '../option-values.ts';

export interface KindFlags {
  readonly type?: MemoryType[];
  readonly component?: string[];
  readonly category?: string[];
  readonly entity?: string[];
  readonly minSalience?: number;
  readonly from?: Date;
  readonly to?: Date;
}

/** The options of every command that is about some kinds of memories: a search or a list. */
export const addKindOptions = (command: Command): Command =>
  command
    .option(
      '--type <type>',
      `only ${memoryTypeSchema.options.join(', ')}; several by repeating`,
      listValue(memoryTypeSchema.options),
    )
    .option('--component <name>', 'only what it made; several by repeating', listValue())
    .option('--category <name>', 'only of this category; several by repeating', listValue())
    .option('--entity <name>', 'only what mentions it; several by repeating', listValue())
    .option('--min-salience <0-1>', 'only what stands out so much', unitValue)
    .option('--from <date>', 'only what happened then or later', dateValue)
    .option('--to <date>', 'only what happened then or earlier', dateValue);

export function kindInput({ type, component, category, entity, minSalience, from, to }: KindFlags) {
  return { types: type, components: component, categories: category, entities: entity, minSalience, from, to };
}

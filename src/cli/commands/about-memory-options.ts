import { type Command, Option } from 'commander';
import { type MemoryType, memoryTypeSchema } from '../../model/memory.ts';
import { type JsonObject, nameValue, objectValue, unitValue } from '../option-values.ts';

export interface AboutMemoryFlags {
  readonly type?: MemoryType;
  readonly category?: string;
  readonly importance?: number;
  readonly confidence?: number;
  readonly metadata?: JsonObject;
}

/** What can be said of a memory besides its content, when it is made or changed. */
export const addAboutMemoryOptions = (command: Command): Command =>
  command
    .addOption(new Option('--type <type>', 'what kind of memory').choices(memoryTypeSchema.options))
    .option('--category <name>', 'what it is about, such as fact or preference', nameValue)
    .option('--importance <0-1>', 'how much it matters', unitValue)
    .option('--confidence <0-1>', 'how sure it is', unitValue)
    .option('--metadata <json>', 'your own notes, a JSON object', objectValue);

export function aboutMemoryInput({ type, category, importance, confidence, metadata }: AboutMemoryFlags) {
  return { type, category, importance, confidence, metadata };
}

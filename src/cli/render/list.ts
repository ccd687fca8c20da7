import type { Memory } from '../../model/memory.ts';
import { dayOf, unitText } from './phrases.ts';
import { textTable } from './text-table.ts';

/** The status stands in it if it tells any apart. */
export function listLines(memories: readonly Memory[], width?: number): string[] {
  const hasStatus = memories.some(({ status }) => status !== 'active');
  const ifTold = (status: string): string[] => (hasStatus ? [status] : []);
  const rows = memories.map((memory) => [
    ...[memory.id, memory.type, ...ifTold(memory.status)],
    ...[dayOf(memory), unitText(memory.confidence), memory.content],
  ]);
  return textTable(['id', 'type', ...ifTold('status'), 'date', 'sure', 'content'], rows, width);
}

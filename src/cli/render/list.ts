import type { Memory } from '../../model/memory.ts';
import { cut, dayOf, oneLine, unitText } from './phrases.ts';
import { bold } from './style.ts';
import { table } from './table.ts';

const LEAST_CONTENT = 20;

/** A table as wide as the terminal; of any width where there is none. The status stands in it if it tells any apart. */
export function listLines(memories: readonly Memory[], width = Number.POSITIVE_INFINITY): string[] {
  if (memories.length === 0) return ['There are none.'];
  const hasStatus = memories.some(({ status }) => status !== 'active');
  const rows = memories.map((memory) => [
    ...[memory.id, memory.type, ...(hasStatus ? [memory.status] : [])],
    ...[dayOf(memory), unitText(memory.confidence)],
  ]);
  const [head = '', ...lines] = table(
    [['id', 'type', ...(hasStatus ? ['status'] : []), 'date', 'sure'], ...rows],
    false,
  );
  const room = Math.max(LEAST_CONTENT, width - head.length - 2);
  return [
    bold(`${head}  content`),
    ...memories.map(({ content }, at) => `${lines[at]}  ${cut(oneLine(content), room)}`),
  ];
}

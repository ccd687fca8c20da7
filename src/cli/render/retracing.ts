import type { Memory } from '../../model/memory.ts';
import { DIFFERENCES, type MemoryDiff, type MemoryDifference, type Rollback } from '../../model/version.ts';
import { causeText, changeLines } from './changes.ts';
import { memoryLine } from './memory-line.ts';
import { count, momentText } from './phrases.ts';
import { bold } from './style.ts';

const memories = (number: number): string => count(number, 'memory', 'memories');

/** What is not the same, by its kind. */
export function diffLines(diff: MemoryDiff): string[] {
  const kinds = DIFFERENCES.filter((kind) => diff[kind].length > 0);
  const period = `between ${momentText(diff.from)} and ${momentText(diff.to)}`;
  if (kinds.length === 0) return [`Nothing changed ${period}.`];
  const sum = kinds.reduce((all, kind) => all + diff[kind].length, 0);
  return [
    `${memories(sum)} changed ${period}.`,
    ...kinds.flatMap((kind) => ['', bold(`${kind} (${diff[kind].length})`), ...diff[kind].flatMap(differenceLines)]),
  ];
}

const differenceLines = ({ before, after, causes }: MemoryDifference): string[] =>
  before === undefined ? [`  ${memoryLine(after)}`] : changedLines(before, after, causes.map(causeText));

/** What it would do or did, in the tense of the result. */
export function rollbackLines({ to, dryRun, restored, forgotten }: Rollback): string[] {
  if (restored.length + forgotten.length === 0) return [`Nothing has changed since ${momentText(to)}.`];
  const [back, forget] = dryRun ? ['Would take back', 'forget'] : ['Took back', 'forgot'];
  return [
    `${back} ${memories(restored.length)} and ${forget} ${forgotten.length} learnt since ${momentText(to)}.`,
    ...(restored.length === 0 ? [] : ['', bold('back to what it was')]),
    ...restored.flatMap(({ from, to: then }) => changedLines(from, then)),
    ...(forgotten.length === 0 ? [] : ['', bold('forgotten')]),
    ...forgotten.map((memory) => `  ${memoryLine(memory)}`),
  ];
}

const changedLines = (before: Memory, after: Memory, causes: readonly string[] = []): string[] => [
  `  ${memoryLine(before)}`,
  ...[...causes, ...changeLines(before, after)].map((line) => `    ${line}`),
];

import type { Link } from '../../model/graph.ts';
import { foldTurns, readAs } from '../../model/listed.ts';
import type { Cause, Memory } from '../../model/memory.ts';
import type { Added, Forgotten, Neighbour } from '../../model/revision.ts';
import type { MemoryDiff, MemoryDifference, MemoryVersion, Rollback } from '../../model/version.ts';
import type { OperationResult } from '../cli.ts';
import {
  becauseText,
  bold,
  count,
  dayOf,
  dim,
  momentIfAny,
  momentText,
  oneLine,
  shortIdsOf,
  table,
  textTable,
  unitText,
  versionLines,
} from './text.ts';

export const memoryLine = ({ id, content }: Memory): string => `${dim(id)}  ${oneLine(content)}`;

export const forgotLines = ({ echoes, ...memory }: Forgotten): string[] => [
  `Forgot ${memoryLine(memory)}`,
  ...table(echoes.map((each) => ['  the assistant still says', memoryLine(each)])),
];

/** An episode and the memories extracted from it share a line. Status and reading are shown if they differ; a terminal shows short ids. */
export function listLines(memories: readonly Memory[], width?: number): string[] {
  const entries = foldTurns(memories);
  const hasStatus = entries.some(({ status }) => status !== 'active');
  const statusCell = (status: string): string[] => (hasStatus ? [status] : []);
  const hasReading = entries.some(({ alsoIn }) => alsoIn !== undefined);
  const readingCell = (reading = ''): string[] => (hasReading ? [reading] : []);
  const idOf = width === undefined ? (id: string) => id : shortIdsOf(memories.map(({ id }) => id));
  const rows = entries.map((memory) => [
    ...[idOf(memory.id), memory.type, ...statusCell(memory.status)],
    ...[dayOf(memory), unitText(memory.confidence), ...readingCell(readAs(memory)), memory.content],
  ]);
  return textTable(
    ['id', 'type', ...statusCell('status'), 'date', 'sure', ...readingCell('read as'), 'content'],
    rows,
    width,
  );
}

const DID = { created: 'Created', merged: 'Already known, confidence raised:' };

export const addedLines = ({ memory, did, superseded, doubted, why }: Added): string[] => [
  `${DID[did]} ${memoryLine(memory)}`,
  ...table([
    [`  ${memory.type}`, why.type],
    [`  importance ${unitText(memory.importance)}`, why.importance],
    ...superseded.map((each) => ['  superseded', memoryLine(each)]),
    ...doubted.map((each) => ['  in doubt now', memoryLine(each)]),
  ]),
];

export function shownLines({ memory, entities, links, neighbours }: OperationResult<'memories.show'>): string[] {
  const rows = Object.entries({ ...factsOf(memory), mentions: entities.map(({ name }) => oneLine(name)).join(', ') });
  const around = neighbours.map((neighbour) => [
    ...[`  ${wayTo(neighbour, links, memory.id)}`, unitText(neighbour.strength), memoryLine(neighbour.memory)],
  ]);
  return [
    ...memory.content.split('\n').map((line) => bold(oneLine(line))),
    '',
    ...table(rows.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]]))),
    ...(around.length === 0 ? [] : ['', bold('linked'), ...table(around)]),
  ];
}

function factsOf(memory: Memory): Record<string, string | undefined> {
  const { accessCount, lastAccessedAt, confidenceTrajectory, metadata, provenance } = memory;
  const { learningContext, documentId, conversationId, turnIds, episodeIds, agentId } = provenance;
  const sure = confidenceTrajectory.map(({ confidence }) => unitText(confidence));
  return {
    id: memory.id,
    type: `${memory.type}, ${memory.component}/${memory.category}`,
    status: memory.status,
    'replaced by': memory.supersededBy,
    'in doubt since': momentIfAny(memory.doubtedAt),
    importance: unitText(memory.importance),
    confidence: `${unitText(memory.confidence)}${sure.length > 1 ? ` (${sure.join(' → ')})` : ''}`,
    salience: unitText(memory.salience),
    learnt: momentText(memory.createdAt),
    changed: momentText(memory.updatedAt),
    reinforced: momentIfAny(memory.lastReinforcedAt),
    recalled: `${count(accessCount, 'time')}${lastAccessedAt ? `, last ${momentText(lastAccessedAt)}` : ''}`,
    'true since': momentIfAny(memory.validAt),
    'true until': momentIfAny(memory.invalidAt),
    project: memory.projectId,
    session: memory.sessionId,
    'how learnt': learningContext === undefined ? undefined : oneLine(learningContext),
    document: documentId,
    conversation: conversationId,
    turns: turnIds.join(', '),
    episodes: episodeIds.join(', '),
    'learnt by': agentId,
    metadata: Object.keys(metadata).length === 0 ? undefined : oneLine(JSON.stringify(metadata)),
  };
}

/** The links to a neighbour as seen from this memory; for a distant one, the number of steps. */
function wayTo({ memory, depth }: Neighbour, links: readonly Link[], id: string): string {
  if (depth > 1) return `${depth} steps`;
  const ways = links.flatMap(({ fromId, toId, type }) => {
    if (fromId === id && toId === memory.id) return [`${type} →`];
    return fromId === memory.id ? [`← ${type}`] : [];
  });
  return ways.join(', ');
}

/** The fields that can differ between versions of a memory. */
const FIELDS: Readonly<Record<string, (memory: Memory) => string | undefined>> = {
  content: ({ content }) => oneLine(content),
  type: ({ type }) => type,
  category: ({ category }) => category,
  status: ({ status }) => status,
  importance: ({ importance }) => unitText(importance),
  confidence: ({ confidence }) => unitText(confidence),
  'true since': ({ validAt }) => momentIfAny(validAt),
  'true until': ({ invalidAt }) => momentIfAny(invalidAt),
  'replaced by': ({ supersededBy }) => supersededBy,
  'in doubt since': ({ doubtedAt }) => momentIfAny(doubtedAt),
  metadata: ({ metadata }) => oneLine(JSON.stringify(metadata)),
};

const changeLines = (before: Memory, after: Memory): string[] =>
  Object.entries(FIELDS).flatMap(([name, read]) => {
    const [was, is] = [read(before), read(after)];
    return was === is ? [] : [`${name}: ${was ?? 'none'} → ${is ?? 'none'}`];
  });

const causeText = ({ kind, reason, by }: Cause): string =>
  `${kind}${by === undefined ? '' : ` by ${by}`}${becauseText(reason)}`;

export const historyLines = (versions: readonly MemoryVersion[]): string[] =>
  versions.flatMap(({ number, since, cause, memory }, at) => {
    const before = versions[at - 1]?.memory;
    const changed = before === undefined ? [`content: ${oneLine(memory.content)}`] : changeLines(before, memory);
    return versionLines(number, since, causeText(cause), changed);
  });

const memories = (number: number): string => count(number, 'memory', 'memories');

export function diffLines({ from, to, ...byKind }: MemoryDiff): string[] {
  const kinds = Object.entries(byKind).filter(([, differences]) => differences.length > 0);
  const period = `between ${momentText(from)} and ${momentText(to)}`;
  if (kinds.length === 0) return [`Nothing changed ${period}.`];
  const sum = kinds.reduce((all, [, differences]) => all + differences.length, 0);
  return [
    `${memories(sum)} changed ${period}.`,
    ...kinds.flatMap(([kind, differences]) => [
      ...['', bold(`${kind} (${differences.length})`), ...differences.flatMap(differenceLines)],
    ]),
  ];
}

const differenceLines = ({ before, after, causes }: MemoryDifference): string[] =>
  before === undefined ? [`  ${memoryLine(after)}`] : changedLines(before, after, causes.map(causeText));

export function rollbackLines({ to, dryRun, restored, forgotten }: Rollback): string[] {
  if (restored.length + forgotten.length === 0) return [`Nothing has changed since ${momentText(to)}.`];
  const [back, forget] = dryRun ? ['Would restore', 'forget'] : ['Restored', 'forgot'];
  return [
    `${back} ${memories(restored.length)} and ${forget} ${forgotten.length} created since ${momentText(to)}.`,
    ...(restored.length === 0 ? [] : ['', bold('restored')]),
    ...restored.flatMap(({ from, to: then }) => changedLines(from, then)),
    ...(forgotten.length === 0 ? [] : ['', bold('forgotten')]),
    ...forgotten.map((memory) => `  ${memoryLine(memory)}`),
  ];
}

const changedLines = (before: Memory, after: Memory, causes: readonly string[] = []): string[] => [
  `  ${memoryLine(before)}`,
  ...[...causes, ...changeLines(before, after)].map((line) => `    ${line}`),
];

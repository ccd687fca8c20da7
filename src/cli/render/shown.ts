import type { Link } from '../../model/graph.ts';
import type { Memory } from '../../model/memory.ts';
import type { Neighbour } from '../../model/revision.ts';
import type { ShownMemory } from '../../operations/show.ts';
import { memoryLine } from './memory-line.ts';
import { count, momentIfAny, momentText, oneLine, unitText } from './phrases.ts';
import { bold } from './style.ts';
import { table } from './table.ts';

/** Everything of a memory, then what it is linked to. */
export function shownLines({ memory, entities, links, neighbours }: ShownMemory): string[] {
  const rows = Object.entries({ ...factsOf(memory), mentions: entities.map(({ name }) => oneLine(name)).join(', ') });
  const around = neighbours.map((neighbour) => [
    ...[`  ${wayTo(neighbour, links, memory.id)}`, unitText(neighbour.strength), memoryLine(neighbour.memory)],
  ]);
  return [
    ...memory.content.split('\n').map((line) => bold(oneLine(line))),
    '',
    ...table(
      rows.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
      false,
    ),
    ...(around.length === 0 ? [] : ['', bold('linked'), ...table(around, false)]),
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

/** The links to a neighbour, read from the memory shown; further away, in how many steps. */
function wayTo({ memory, depth }: Neighbour, links: readonly Link[], id: string): string {
  if (depth > 1) return `${depth} steps`;
  const ways = links.flatMap(({ fromId, toId, type }) => {
    if (fromId === id && toId === memory.id) return [`${type} →`];
    return fromId === memory.id ? [`← ${type}`] : [];
  });
  return ways.join(', ');
}

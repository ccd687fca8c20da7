import { useEffect } from 'preact/hooks';
import type { EventName, NamedEvent } from '../../../../src/telemetry/events.ts';
import { hearers } from '../live/stream.ts';

const NAMES = new Set<EventName>([
  ...['memoryCreated', 'memoryUpdated', 'memoryCorrected', 'memoryReinforced', 'memorySuperseded', 'memoryMerged'],
  ...['memoryArchived', 'memoryExpired', 'memoryDecayed', 'memoryForgotten', 'memoryRestored', 'memoryDoubted'],
  ...['memoryRolledBack', 'memoriesLinked', 'memoriesUnlinked'],
] as EventName[]);

/** Calls with the ids of changed memories, this page's changes included. It never calls without the stream. */
export function useNews(onNews: (ids: readonly string[]) => void): void {
  useEffect(() => {
    const hear = (event: NamedEvent) => NAMES.has(event.name) && onNews(idsIn(event));
    hearers.add(hear);
    return () => hearers.delete(hear);
  });
}

function idsIn({ event }: NamedEvent): readonly string[] {
  if ('memory' in event) return [event.memory.id];
  if ('memoryId' in event) return [event.memoryId];
  return 'link' in event ? [event.link.fromId, event.link.toId] : [];
}

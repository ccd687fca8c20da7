import { useEffect } from 'preact/hooks';
import type { EventName, NamedEvent } from '../../../../src/telemetry/events.ts';
import { key, scope, souvenir } from '../../memory.ts';

const NAMES = [
  ...['memoryCreated', 'memoryUpdated', 'memoryCorrected', 'memoryReinforced', 'memorySuperseded', 'memoryMerged'],
  ...['memoryArchived', 'memoryExpired', 'memoryDecayed', 'memoryForgotten', 'memoryRestored', 'memoryDoubted'],
  ...['memoryRolledBack', 'memoriesLinked', 'memoriesUnlinked'],
] as EventName[];

/** Calls with the ids of memories that somebody changed, this page included. Without the stream the page works; it notices less. */
export function useNews(onNews: (ids: readonly string[]) => void): void {
  useEffect(() => {
    const ended = new AbortController();
    const listen = async () => {
      for await (const told of souvenir.value.events(NAMES, { scope: scope.value, signal: ended.signal }))
        onNews(idsIn(told));
    };
    listen().catch(() => {});
    return () => ended.abort();
  }, [souvenir.value, scope.value, key.value]);
}

function idsIn({ event }: NamedEvent): readonly string[] {
  if ('memory' in event) return [event.memory.id];
  if ('memoryId' in event) return [event.memoryId];
  return 'link' in event ? [event.link.fromId, event.link.toId] : [];
}

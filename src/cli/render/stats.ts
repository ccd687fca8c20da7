import type { StoreStats } from '../../contracts/store.ts';
import { readableBytes } from '../bytes.ts';
import { table } from './table.ts';

export interface FileStats extends StoreStats {
  readonly path: string;
  readonly bytes: number;
  readonly embedder: string | null;
  readonly unembedded: number;
}

export function statsLines(stats: FileStats): string[] {
  const { path, bytes, embedder, unembedded, episodes, sessions, memories, components } = stats;
  const { active, ...others } = memories;
  return table(
    [
      ['file', `${path}, ${readableBytes(bytes)}`],
      ['embedder', embedder ?? 'none'],
      ['episodes', `${episodes} in ${sessions} ${sessions === 1 ? 'session' : 'sessions'}`],
      ['memories', [`${active} active`, ...present(others)].join(', ')],
      ['by component', present(components).join(', ') || 'none'],
      ['graph', `${stats.entities} entities, ${stats.relationships} relationships, ${stats.links} links`],
      ['to embed', String(unembedded)],
    ],
    false,
  );
}

const present = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);

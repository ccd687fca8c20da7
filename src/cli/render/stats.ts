import type { SouvenirStats } from '../../souvenir/souvenir.ts';
import type { Activity } from '../../telemetry/kept-metrics.ts';
import { readableBytes } from '../bytes.ts';
import { count, momentText } from './phrases.ts';
import { table } from './table.ts';

export interface FileStats extends SouvenirStats {
  readonly path: string;
  readonly bytes: number;
  readonly embedder: string | null;
}

const SLOWEST_STAGES = 3;

export function statsLines(stats: FileStats): string[] {
  const { path, bytes, embedder, unembedded, episodes, sessions, memories, components, activity } = stats;
  const { active, ...others } = memories;
  return table(
    [
      ['file', `${path}, ${readableBytes(bytes)}`],
      ['embedder', embedder ?? 'none'],
      ['episodes', `${episodes} in ${count(sessions, 'session')}`],
      ['memories', [`${active} active`, ...present(others)].join(', ')],
      ['by component', listed(components)],
      ['graph', `${stats.entities} entities, ${stats.relationships} relationships, ${stats.links} links`],
      ['to embed', String(unembedded)],
      ...(activity === undefined ? [] : activityRows(activity)),
    ],
    false,
  );
}

function activityRows({ since, recall, memories, consolidation, missing, failures }: Activity): string[][] {
  const sessions = Object.values(consolidation.sessionFailures).reduce((sum, failed) => sum + failed, 0);
  return [
    ['counted since', momentText(since)],
    ...queryRows(recall),
    ['written', listed(memories.byType)],
    ['degraded', listed(missing)],
    ['failed', listed({ ...failures, sessions })],
  ];
}

function queryRows({ answered, silent, hitRate, meanTokens, latency, stages }: Activity['recall']): string[][] {
  if (hitRate === undefined || meanTokens === undefined || latency === undefined) return [['queries', 'none']];
  const slowest = Object.entries(stages)
    .sort(([, one], [, other]) => other.p95Ms - one.p95Ms)
    .slice(0, SLOWEST_STAGES);
  return [
    ['queries', `${answered + silent}, ${percent(hitRate)} answered, ${Math.round(meanTokens)} tokens on average`],
    ['latency', `p50 ${milliseconds(latency.p50Ms)}, p95 ${milliseconds(latency.p95Ms)}`],
    ['slowest', slowest.map(([stage, { p95Ms }]) => `${stage} p95 ${milliseconds(p95Ms)}`).join(', ')],
  ];
}

const present = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${number} ${name}`);

const listed = (counts: Readonly<Record<string, number>>): string => present(counts).join(', ') || 'none';

const percent = (share: number): string => `${Math.round(100 * share)}%`;
const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

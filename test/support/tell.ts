import type { EpisodeInput, ScopeInput, Souvenir } from '../../src/index.ts';
import type { CycleOptions } from '../../src/souvenir/souvenir.ts';

/** A turn, and where it is said. */
export type Reported = EpisodeInput & ScopeInput;

export const tell = (
  souvenir: Pick<Souvenir, 'for'>,
  { tenantId, userId, agentId, projectId, sessionId, ...turn }: Reported,
) => souvenir.for({ tenantId, userId, agentId, projectId, sessionId }).record(turn);

/** The report of a cycle over the one owner there is. */
export async function cycled(souvenir: Pick<Souvenir, 'cycle'>, options: CycleOptions = {}) {
  const [report, ...others] = await souvenir.cycle(options);
  if (report === undefined || others.length > 0) throw new Error(`${others.length} more owners than one`);
  return report;
}

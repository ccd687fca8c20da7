import type { MemoryUpdate } from '../../model/memory.ts';
import { causeOf, hidesTurns, makesVersion } from '../../model/version.ts';
import { statuses } from './codes.ts';
import { decodeDetails, parseCause } from './memory-columns.ts';

interface Row {
  readonly status: number;
  readonly content: string;
  readonly details: string;
  readonly cause: string | null;
}

export interface Reindexing {
  readonly content: string;
  readonly isFindable: boolean;
}

/** Undefined for an update that leaves the indexes as they are. */
export function reindexingOf(update: MemoryUpdate, { status, content: storedContent }: Row): Reindexing | undefined {
  const content = update.content ?? storedContent;
  const wasFindable = status !== statuses.code.forgotten;
  const isFindable = update.status === undefined ? wasFindable : update.status !== 'forgotten';
  return content === storedContent && wasFindable === isFindable ? undefined : { content, isFindable };
}

/** Change in the number of forgotten memories that hide an episode. */
export function hidingOf(
  update: MemoryUpdate,
  row: Row,
): { readonly episodeIds: readonly string[]; readonly by: 1 | -1 }[] {
  const before = { status: statuses.word(row.status), cause: parseCause(row) };
  const after = {
    status: update.status ?? before.status,
    cause: makesVersion(update) ? causeOf(update) : before.cause,
  };
  const [did, does] = [hidesTurns(before, before.cause), hidesTurns(after, after.cause)];
  if (!did && !does) return [];
  const { episodeIds } = decodeDetails(row.details, new Date(0)).provenance;
  return [
    ...(did ? [{ episodeIds, by: -1 as const }] : []),
    ...(does ? [{ episodeIds: update.provenance?.episodeIds ?? episodeIds, by: 1 as const }] : []),
  ];
}

import {
  type LinkPage,
  MAX_LISTED,
  type OwnerPage,
  type SessionPage,
  type SessionSummary,
  type StepPage,
  type TakenStep,
  type VersionPage,
} from '../../contracts/store.ts';
import type { Link } from '../../model/graph.ts';
import type { Owner } from '../../model/scope.ts';
import type { MemoryVersion } from '../../model/version.ts';
import { linkTypes } from '../shared/codes.ts';

type SortKey = readonly (string | number)[];

function pageOf<Item>(
  items: readonly Item[],
  sortKeyOf: (item: Item) => SortKey,
  after: SortKey | undefined,
  limit = MAX_LISTED,
): Item[] {
  return items
    .map((item) => ({ item, sortKey: sortKeyOf(item) }))
    .filter(({ sortKey }) => after === undefined || compare(sortKey, after) > 0)
    .sort((a, b) => compare(a.sortKey, b.sortKey))
    .slice(0, Math.max(0, limit))
    .map(({ item }) => item);
}

function compare(one: SortKey, other: SortKey): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : (one[at] ?? '') < (other[at] ?? '') ? -1 : 1;
}

const ownerSortKey = ({ tenantId, userId, agentId }: Owner): SortKey => [tenantId, userId, agentId];

export const ownersInPage = (owners: readonly Owner[], { tenantId, userId, after, limit }: OwnerPage): Owner[] =>
  pageOf(
    owners.filter(
      (owner) => (tenantId ?? owner.tenantId) === owner.tenantId && (userId ?? owner.userId) === owner.userId,
    ),
    ownerSortKey,
    after && ownerSortKey(after),
    limit,
  );

const linkSortKey = ({ fromId, toId, type }: Pick<Link, 'fromId' | 'toId' | 'type'>): SortKey => [
  fromId,
  toId,
  linkTypes.code[type],
];

export const linksInPage = (links: readonly Link[], { after, limit }: LinkPage = {}): Link[] =>
  pageOf(links, linkSortKey, after && linkSortKey(after), limit);

const sessionSortKey = ({ firstAt, sessionId }: Pick<SessionSummary, 'firstAt' | 'sessionId'>): SortKey => [
  firstAt?.getTime() ?? Number.POSITIVE_INFINITY,
  sessionId,
];

export const sessionsInPage = (sessions: readonly SessionSummary[], { after, limit }: SessionPage): SessionSummary[] =>
  pageOf(sessions, sessionSortKey, after && sessionSortKey(after), limit);

export const versionsInPage = (versions: readonly MemoryVersion[], { after, limit }: VersionPage): MemoryVersion[] =>
  pageOf(versions, ({ memory, number }) => [memory.id, number], after && [after.memoryId, after.number], limit);

export const stepsInPage = (
  steps: readonly TakenStep[],
  { isLatestFirst = false, after, limit }: StepPage,
): TakenStep[] => {
  const sign = isLatestFirst ? -1 : 1;
  return pageOf(steps, ({ number }) => [sign * number], after === undefined ? undefined : [sign * after], limit);
};

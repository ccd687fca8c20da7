import {
  type LinkPage,
  MOST_LISTED,
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

type Place = readonly (string | number)[];

/** The first by their places, after one of them. */
function pageOf<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => Place,
  after: Place | undefined,
  limit = MOST_LISTED,
): Item[] {
  return items
    .map((item) => ({ item, place: placeOf(item) }))
    .filter(({ place }) => after === undefined || compare(place, after) > 0)
    .sort((a, b) => compare(a.place, b.place))
    .slice(0, Math.max(0, limit))
    .map(({ item }) => item);
}

function compare(one: Place, other: Place): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : (one[at] ?? '') < (other[at] ?? '') ? -1 : 1;
}

const ownerPlace = ({ tenantId, userId, agentId }: Owner): Place => [tenantId, userId, agentId];

export const ownersIn = (owners: readonly Owner[], { tenantId, userId, after, limit }: OwnerPage): Owner[] =>
  pageOf(
    owners.filter(
      (owner) => (tenantId ?? owner.tenantId) === owner.tenantId && (userId ?? owner.userId) === owner.userId,
    ),
    ownerPlace,
    after && ownerPlace(after),
    limit,
  );

const linkPlace = ({ fromId, toId, type }: Pick<Link, 'fromId' | 'toId' | 'type'>): Place => [
  fromId,
  toId,
  linkTypes.code[type],
];

export const linksIn = (links: readonly Link[], { after, limit }: LinkPage = {}): Link[] =>
  pageOf(links, linkPlace, after && linkPlace(after), limit);

const sessionPlace = ({ firstAt, sessionId }: Pick<SessionSummary, 'firstAt' | 'sessionId'>): Place => [
  firstAt?.getTime() ?? Number.POSITIVE_INFINITY,
  sessionId,
];

export const sessionsIn = (sessions: readonly SessionSummary[], { after, limit }: SessionPage): SessionSummary[] =>
  pageOf(sessions, sessionPlace, after && sessionPlace(after), limit);

export const versionsInPage = (versions: readonly MemoryVersion[], { after, limit }: VersionPage): MemoryVersion[] =>
  pageOf(versions, ({ memory, number }) => [memory.id, number], after && [after.memoryId, after.number], limit);

export const stepsIn = (
  steps: readonly TakenStep[],
  { isLatestFirst = false, after, limit }: StepPage,
): TakenStep[] => {
  const sign = isLatestFirst ? -1 : 1;
  return pageOf(steps, ({ number }) => [sign * number], after === undefined ? undefined : [sign * after], limit);
};

import { createHash } from 'node:crypto';
import { decodeTime, isValid, monotonicFactory } from 'ulid';
import { type Owner, ownerOf, type ScopeFilter } from './scope.ts';

const next = monotonicFactory();

/** A ULID: sorts by the given moment, then by the order of the calls. */
export const newId = (at: Date): string => next(at.getTime());

/** The moment of an id, in milliseconds since 1970; undefined unless it is a ULID. */
export const timeOfId = (id: string): number | undefined => (isValid(id) ? decodeTime(id) : undefined);

/** Owner and project: sources of two projects may use the same ids. */
type Sourced = Owner & Pick<ScopeFilter, 'projectId'>;

/** The id of an episode from a source, always the same for one owner and project. Unlike a ULID it has no moment, which its length shows. */
export const idFromSource = ({ projectId, ...owner }: Sourced, sourceId: string): string =>
  createHash('sha256')
    .update(
      JSON.stringify([...Object.values(ownerOf(owner)), ...(projectId === undefined ? [] : [projectId]), sourceId]),
    )
    .digest('hex')
    .slice(0, 32);

/** All ids that it may be stored under: earlier versions ignored the project. */
export const idsFromSource = (place: Sourced, sourceId: string): string[] =>
  place.projectId === undefined
    ? [idFromSource(place, sourceId)]
    : [idFromSource(place, sourceId), idFromSource(ownerOf(place), sourceId)];

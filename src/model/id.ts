import { createHash } from 'node:crypto';
import { decodeTime, isValid, monotonicFactory } from 'ulid';
import { type Owner, ownerOf, type ScopeFilter } from './scope.ts';

const next = monotonicFactory();

/** A ULID: sorts by the moment given, and within it by the order of the calls. */
export const newId = (at: Date): string => next(at.getTime());

/** The moment an id was given at, in milliseconds since 1970; undefined for one that is none of ours. */
export const timeOfId = (id: string): number | undefined => (isValid(id) ? decodeTime(id) : undefined);

/** Whose it is, and in which project: sources of two may number what they have alike. */
type Sourced = Owner & Pick<ScopeFilter, 'projectId'>;

/** The id of what an owner has from this source, in a project or in none: the same every time. Its length tells that it says nothing of a moment. */
export const idFromSource = ({ projectId, ...owner }: Sourced, sourceId: string): string =>
  createHash('sha256')
    .update(
      JSON.stringify([...Object.values(ownerOf(owner)), ...(projectId === undefined ? [] : [projectId]), sourceId]),
    )
    .digest('hex')
    .slice(0, 32);

/** Those under which it may be held: earlier versions gave all projects the same. */
export const idsFromSource = (place: Sourced, sourceId: string): string[] =>
  place.projectId === undefined
    ? [idFromSource(place, sourceId)]
    : [idFromSource(place, sourceId), idFromSource(ownerOf(place), sourceId)];

import { createHash } from 'node:crypto';
import { decodeTime, isValid, monotonicFactory } from 'ulid';
import { type Owner, ownerOf } from './scope.ts';

const next = monotonicFactory();

/** A ULID: sorts by the moment given, and within it by the order of the calls. */
export const newId = (at: Date): string => next(at.getTime());

/** The moment an id was given at, in milliseconds since 1970; undefined for one that is none of ours. */
export const timeOfId = (id: string): number | undefined => (isValid(id) ? decodeTime(id) : undefined);

/** The id of what an owner has from this source: the same every time. Its length tells that it says nothing of a moment. */
export const idFromSource = (owner: Owner, sourceId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([...Object.values(ownerOf(owner)), sourceId]))
    .digest('hex')
    .slice(0, 32);

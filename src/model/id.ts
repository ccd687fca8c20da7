import { decodeTime, isValid, monotonicFactory } from 'ulid';

const next = monotonicFactory();

/** A ULID: sorts by the moment given, and within it by the order of the calls. */
export const newId = (at: Date): string => next(at.getTime());

/** The moment an id was given at, in milliseconds since 1970; undefined for one that is none of ours. */
export const timeOfId = (id: string): number | undefined => (isValid(id) ? decodeTime(id) : undefined);

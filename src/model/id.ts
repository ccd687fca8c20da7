import { monotonicFactory } from 'ulid';

const next = monotonicFactory();

/** A ULID: sorts by the moment given, and within it by the order of the calls. */
export const newId = (at: Date): string => next(at.getTime());

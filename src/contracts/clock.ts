/** The source of every time in the engine; a test or a replay replaces it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

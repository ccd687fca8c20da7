/** Where every time in the engine comes from, so that a test or a replay can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

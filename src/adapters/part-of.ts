/** Some calls of a handle, where each may answer at once or later: an embedded memory fits, and so does a client of a served one. */
export type PartOf<Handle, Call extends keyof Handle> = {
  readonly [Name in Call]: Handle[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Awaited<Result> | Promise<Awaited<Result>>
    : Handle[Name];
};

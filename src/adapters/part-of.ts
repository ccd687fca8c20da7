/** Some calls of a handle, which may return at once or a promise: fits an embedded memory and a client of a server. */
export type PartOf<Handle, Call extends keyof Handle> = {
  readonly [Name in Call]: Handle[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Awaited<Result> | Promise<Awaited<Result>>
    : Handle[Name];
};

/** What the benchmark uses of autocannon, which brings no types. */
declare module 'autocannon' {
  interface Result {
    readonly errors: number;
    readonly timeouts: number;
    readonly non2xx: number;
    readonly '2xx': number;
    readonly duration: number;
    readonly latency: { readonly p50: number; readonly p99: number; readonly max: number };
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly timeout?: number;
    readonly requests: readonly {
      readonly method: string;
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }[];
  }
  /** Resolves when it is over, or when `stop` was called. */
  const autocannon: (options: Options) => PromiseLike<Result> & { stop(): void };
  export = autocannon;
}

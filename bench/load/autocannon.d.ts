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
  interface Request {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    onResponse?(status: number, body: string): void;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly timeout?: number;
    readonly requests?: readonly Request[];
    setupClient?(client: { setRequests(requests?: readonly Request[]): void }): void;
  }
  const autocannon: (options: Options) => PromiseLike<Result>;
  export = autocannon;
}

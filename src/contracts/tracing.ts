/** Names, counts and measures only: never content, nor an owner. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface Span {
  set(attributes: SpanAttributes): void;
  /** Durations in milliseconds, one after another from the beginning of the span; `total` is the span itself and no stage. */
  stages(timingsMs: Readonly<Record<string, number>>): void;
}

/** Traces work through the engine. Its methods and those of its spans never throw. */
export interface Tracing {
  /** Runs the work once inside a span and settles as it does; spans begun by the work become children. */
  span<Result>(name: string, attributes: SpanAttributes, work: (span: Span) => Promise<Result>): Promise<Result>;
}

const unseen: Span = { set() {}, stages() {} };

export const noTracing: Tracing = { span: async (_name, _attributes, work) => work(unseen) };

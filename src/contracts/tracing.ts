/** Names, counts and measures only: never what a user said, nor whose it is. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** What work can tell of itself while its span is open. */
export interface Span {
  set(attributes: SpanAttributes): void;
  /** What took how many milliseconds, one after another since the span began; `total` is the span itself and no stage. */
  stages(timingsMs: Readonly<Record<string, number>>): void;
}

/** Follows work through the engine. Its own methods and those of its spans never throw. */
export interface Tracing {
  /** Does the work once, inside a span. Settles as the work does; spans begun meanwhile by the work are inside this one. */
  span<Result>(name: string, attributes: SpanAttributes, work: (span: Span) => Promise<Result>): Promise<Result>;
}

const unseen: Span = { set() {}, stages() {} };

export const noTracing: Tracing = { span: async (_name, _attributes, work) => work(unseen) };

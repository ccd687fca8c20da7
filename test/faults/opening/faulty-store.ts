import { SouvenirError, type Store } from '../../../src/index.ts';

type Call = (...given: unknown[]) => Promise<unknown>;
/** What becomes of a call. */
export type Failing = (call: () => Promise<unknown>) => Promise<unknown>;

/** How a call of a store can fail. */
export const FAULTS: Readonly<Record<string, Failing>> = {
  refused: async () => {
    throw new SouvenirError('unreachable', 'The database cannot be reached.');
  },
  /** A store of somebody else, with errors of its own. */
  raw: async () => {
    throw new TypeError('fetch failed');
  },
  nothing: () => Promise.reject(undefined),
  /** Before there is a promise. */
  thrown: () => {
    throw new Error('not ready');
  },
  /** It is done, and the answer does not come back. */
  unanswered: async (call) => {
    await call();
    throw new Error('the connection was lost');
  },
};

export interface Faulty {
  readonly store: Store;
  /** Calls so far. */
  readonly calls: number;
  /** Those of them that a fault was put into. */
  readonly faults: number;
}

/** The same store, each of whose calls asks whether and how it fails; `close` never does. */
export function faultyStore(inner: Store, fails: (call: number) => Failing | undefined): Faulty {
  const counts = { calls: 0, faults: 0 };
  const failing =
    (call: Call): Call =>
    (...given) => {
      const fault = fails(++counts.calls);
      if (fault === undefined) return call(...given);
      counts.faults += 1;
      return fault(() => call(...given));
    };
  const over = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name === 'files' && typeof value === 'object' && value !== null) return over(value);
        return typeof value === 'function' && name !== 'close' ? failing(value.bind(target) as Call) : value;
      },
    });
  const store = over(inner);
  return {
    store,
    get calls() {
      return counts.calls;
    },
    get faults() {
      return counts.faults;
    },
  };
}

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ServedMemory } from '../../src/client/index.ts';
import { asks, memory } from './memory.ts';

export interface Asked<Value> {
  /** The last answer; it stays while the request is repeated. */
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly again: () => void;
}

/**
 * Asks again when one of `about`, the scope or `asks` changes; late answers are dropped. An `early` answer is shown
 * until the whole one arrives.
 */
export function useAsked<Value>(
  ask: (memory: ServedMemory, signal: AbortSignal, early: (value: Value) => void) => Promise<Value>,
  about: readonly unknown[],
): Asked<Value> {
  const [state, setState] = useState<Omit<Asked<Value>, 'again'>>({
    value: undefined,
    error: undefined,
    isLoading: true,
  });
  const [turn, setTurn] = useState(0);
  const handle = memory.value;
  const shown = useRef(handle);
  // A layout effect asks one frame earlier.
  useLayoutEffect(() => {
    const ended = new AbortController();
    const isOther = shown.current !== handle;
    shown.current = handle;
    setState(({ value, error }) => ({ value: isOther ? undefined : value, error, isLoading: true }));
    const show = (value: Value) => {
      if (!ended.signal.aborted) setState({ value, error: undefined, isLoading: false });
    };
    ask(handle, ended.signal, show).then(
      show,
      (error: unknown) => ended.signal.aborted || setState(({ value }) => ({ value, error, isLoading: false })),
    );
    return () => ended.abort();
  }, [handle, asks.value, turn, ...about]);
  return { ...state, again: () => setTurn((count) => count + 1) };
}

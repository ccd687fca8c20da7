import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ServedMemory } from '../../src/client/index.ts';
import { asks, memory } from './memory.ts';

export interface Asked<Value> {
  /** What was answered last: it stays while it is asked again. */
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly again: () => void;
}

/**
 * Asks whenever one of `about`, the scope or `asks` changes; an answer that comes late is dropped. What is told `early` is shown until the
 * whole answer is there.
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
  // An effect after painting would ask a frame later.
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

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ServedMemory } from '../../src/client/index.ts';
import { asks, memory } from './memory.ts';

export interface Asked<Value> {
  /** What was answered last: it stays while it is asked again. */
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly again: () => void;
}

/** Asks whenever one of `about`, the scope or `asks` changes; an answer that comes late is dropped. */
export function useAsked<Value>(
  ask: (memory: ServedMemory, signal: AbortSignal) => Promise<Value>,
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
  useEffect(() => {
    const ended = new AbortController();
    const isOther = shown.current !== handle;
    shown.current = handle;
    setState(({ value, error }) => ({ value: isOther ? undefined : value, error, isLoading: true }));
    ask(handle, ended.signal).then(
      (value) => ended.signal.aborted || setState({ value, error: undefined, isLoading: false }),
      (error: unknown) => ended.signal.aborted || setState(({ value }) => ({ value, error, isLoading: false })),
    );
    return () => ended.abort();
  }, [handle, asks.value, turn, ...about]);
  return { ...state, again: () => setTurn((count) => count + 1) };
}

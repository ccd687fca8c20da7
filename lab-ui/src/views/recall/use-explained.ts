import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { viewKey } from '../../memory.ts';
import { type Asked, useAsked } from '../../use-asked.ts';
import { type Change, type Explanation, type Moves, movesOf } from './rank.ts';

export interface Answered {
  readonly explained: Explanation;
  readonly tried: Change;
  readonly unread?: Explanation;
}

/** State of the reader's pass: `held` when its order would move an item that is focused or hovered. */
export interface Reading {
  readonly is: 'reading' | 'read' | 'held' | 'failed';
  readonly moves: Moves;
  readonly show: () => void;
}

/** Reading takes longest, so a new query is shown unread first. Tuning keeps the reader's pass. */
export function useExplained(query: string, asOf: Date | undefined, tried: Change): Asked<Answered | undefined> {
  const viewState = JSON.stringify([viewKey.value, query, asOf]);
  const read = useRef('');
  return useAsked<Answered | undefined>(
    async (memory, signal, early) => {
      if (read.current !== viewState) read.current = '';
      if (query === '') return undefined;
      const ask = (isRead: boolean) =>
        memory.perform('explain', { query, asOf, config: tried, read: isRead }, { signal });
      const unread = read.current === '' ? await ask(false) : undefined;
      if (unread?.isUnread) early({ explained: unread, tried });
      const explained = unread === undefined || unread.isUnread ? await ask(true) : unread;
      if (!signal.aborted) read.current = viewState;
      return { explained, tried, ...(unread?.isUnread && { unread }) };
    },
    [viewState, JSON.stringify(tried)],
  );
}

const LIST = '.recalled';
const TOUCHES = ['pointermove', 'pointerdown', 'focusin'];

/** Nothing moves under a pointer or focus. */
export function useReading({ value, error }: Asked<Answered | undefined>) {
  const touched = useRef<Explanation | undefined>(undefined);
  const [wanted, want] = useState<Answered>();
  const { unread, explained } = value ?? {};
  const isReading = explained?.isUnread === true;
  useEffect(() => {
    if (!isReading) return;
    const ended = new AbortController();
    const touch = ({ target }: Event) => {
      if (target instanceof Element && target.closest(LIST)) touched.current = explained;
    };
    for (const name of TOUCHES) document.addEventListener(name, touch, ended);
    return () => ended.abort();
  }, [explained]);
  const moves = useMemo(() => movesOf(unread, explained), [value]);
  const isUnderFocus = document.activeElement?.closest(LIST) != null;
  const isPaused = useMemo(() => moves.size > 0 && (touched.current === unread || isUnderFocus), [value]);
  const isShownUnread = isPaused && wanted !== value;
  const show = () => want(value);
  const reading = (is: Reading['is']): Reading => ({ is, moves, show });
  const state = (): Reading | undefined => {
    if (isReading) return reading(error === undefined ? 'reading' : 'failed');
    if (unread === undefined) return undefined;
    if (explained?.degraded.some(({ part }) => part === 'reader')) return reading('failed');
    return reading(isShownUnread ? 'held' : 'read');
  };
  return { explained: isShownUnread ? unread : explained, reading: state() };
}

import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { ServedMemory } from '../../../../src/client/index.ts';
import type { ListOptions } from '../../../../src/model/revision.ts';
import { asks, memory } from '../../memory.ts';
import { STATUSES } from './filters.ts';
import { useNews } from './news.ts';
import { RowPages } from './row-pages.ts';

/** The rows of a list, refreshed after changes of this page; `isOld` after changes by others. */
export function useRows(options: ListOptions) {
  const [turn, again] = useReducer((count: number, _: undefined) => count + 1, 0);
  const [mark, setMark] = useState<{ readonly read?: string | undefined; readonly now?: string | undefined }>({});
  const handle = memory.value;
  const about = [handle, JSON.stringify(options), asks.value, turn];
  const shown = useRef<{ about: readonly unknown[]; rows: RowPages }>(undefined);
  if (shown.current === undefined || about.some((each, at) => each !== shown.current?.about[at])) {
    const before = shown.current;
    before?.rows.close();
    const isSameList = before?.about[0] === handle && before.about[1] === about[1];
    const rows = new RowPages(handle, options, isSameList ? before.rows : undefined);
    shown.current = { about, rows };
  }
  const { rows } = shown.current;
  // Failures are ignored: the list itself reports them.
  const look = (then: (mark: string) => void): void => void markOf(handle).then(then, () => {});
  useEffect(() => {
    look((read) => shown.current?.rows === rows && setMark({ read, now: read }));
  }, [rows]);
  useEffect(() => () => shown.current?.rows.close(), []);
  useNews(() => look((now) => setMark(({ read }) => ({ read, now }))));
  return { rows, isOld: mark.read !== mark.now && !rows.isLoading, again: () => again(undefined) };
}

async function markOf({ memories }: ServedMemory): Promise<string> {
  const statuses = [...new Set(Object.values(STATUSES).flatMap((each) => each.statuses))];
  const asked = { statuses, sort: 'updated', descending: true, limit: 1, withTotal: true } as const;
  const {
    memories: [last],
    total,
  } = await memories.list(asked);
  return `${last?.id} ${last?.updatedAt.getTime()} ${total}`;
}

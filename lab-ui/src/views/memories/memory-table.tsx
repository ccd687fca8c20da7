import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Memory } from '../../../../src/index.ts';
import { readingOf, repeatingMemoryOf } from '../../../../src/model/listed.ts';
import { percent } from '../../parts/numbers.ts';
import { kindOf, statusOf } from '../../parts/status.ts';
import { Brief, Tag, When } from '../../parts/text.tsx';
import { hrefOf } from '../../route.ts';
import type { Chosen } from './filters.ts';
import type { RowPages } from './row-pages.ts';
import { shownRow } from './shown-row.ts';
import { useVirtual } from './use-virtual.ts';

const ROW_HEIGHT = 48;
const COLUMNS = ['Memory', 'Type', 'Component', 'Status', 'Sure', 'Date'];

interface MemoryTableProps {
  readonly rows: RowPages;
  readonly total: number;
  readonly chosen: Chosen;
  readonly openId: string | undefined;
}

/** A virtual table: only visible rows are rendered. It is one tab stop; arrow keys move between rows. */
export function MemoryTable({ rows, total, chosen, openId }: MemoryTableProps) {
  const tableRef = useRef<HTMLDivElement>(null);
  const virtual = useVirtual(tableRef, total, ROW_HEIGHT);
  const [active, setActive] = useState(0);
  const isMoving = useRef(false);
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  const stop = active < first || active > last ? first : active;
  useEffect(() => rows.want(first, last), [rows, first, last]);
  useLayoutEffect(() => {
    const row = isMoving.current && tableRef.current?.querySelector<HTMLElement>(`[aria-rowindex="${active + 2}"] a`);
    if (!row) return;
    isMoving.current = false;
    row.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const perPage = Math.max(1, Math.floor((tableRef.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const steps: Record<string, number> = {
      ...{ ArrowDown: stop + 1, ArrowUp: stop - 1, Home: 0, End: total - 1 },
      ...{ PageDown: stop + perPage, PageUp: stop - perPage },
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    isMoving.current = true;
    const bounded = Math.max(0, Math.min(total - 1, next));
    setActive(bounded);
    virtual.scrollToIndex(bounded);
  };
  return (
    <div class="scrolled" ref={tableRef}>
      {/* Padding replaces hidden rows. */}
      <div style={{ paddingTop: `${first * ROW_HEIGHT}px`, paddingBottom: `${(total - 1 - last) * ROW_HEIGHT}px` }}>
        <table aria-label="Memories" aria-rowcount={total + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {COLUMNS.map((name) => (
                <th key={name} scope="col" class={name.toLowerCase()}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map(({ index }) => {
              const { memory, isRead = false } = shownRow((at) => rows.row(at), index) ?? {};
              const isOpen = memory !== undefined && memory.id === openId;
              return (
                <tr key={index} aria-rowindex={index + 2} class={`${isOpen ? 'chosen' : ''} ${isRead ? 'read' : ''}`}>
                  <td class="memory">
                    <a
                      href={hrefOf('memories', memory?.id ?? openId, chosen)}
                      tabIndex={index === stop ? 0 : -1}
                      aria-current={isOpen || undefined}
                      onFocus={() => setActive(index)}
                      onKeyDown={onKeyDown}
                    >
                      {memory === undefined ? (
                        '…'
                      ) : isRead ? (
                        `↳ read as ${readingOf(repeatingMemoryOf(memory))}`
                      ) : (
                        <Brief text={memory.content} />
                      )}
                    </a>
                  </td>
                  {memory !== undefined && <Cells memory={memory} />}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Cells({ memory }: { readonly memory: Memory }) {
  const { type, component, confidence, createdAt, validAt = createdAt } = memory;
  return (
    <>
      <td class="type">{type}</td>
      <td class="component">{component}</td>
      <td class="status">
        <Tag word={statusOf(memory)} kind={kindOf(memory)} />
      </td>
      <td class="sure">{percent(confidence)}</td>
      <td class="date">
        <When at={validAt} isDay />
      </td>
    </>
  );
}

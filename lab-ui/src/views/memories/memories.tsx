import { useEffect, useRef } from 'preact/hooks';
import { counted } from '../../parts/numbers.ts';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { route } from '../../route.ts';
import { FilterBar } from './filter-bar.tsx';
import { type Chosen, choose, chosenIn, listOf } from './filters.ts';
import { MemoryDetail } from './memory-detail.tsx';
import { MemoryTable } from './memory-table.tsx';
import { useRows } from './use-rows.ts';
import './memories.css';

export function MemoriesView() {
  const { item, query } = route.value;
  const chosen = chosenIn(query);
  const list = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(item);
  useEffect(() => {
    if (item === undefined && wasOpen.current !== undefined)
      list.current?.querySelector<HTMLElement>('table a[tabindex="0"]')?.focus();
    wasOpen.current = item;
  }, [item]);
  return (
    <div class={`memories${item === undefined ? '' : ' open'}`}>
      <div class="list" ref={list}>
        <FilterBar chosen={chosen} onChoose={(next) => choose(item, next)} />
        <List {...{ chosen, item }} />
      </div>
      {item !== undefined && <MemoryDetail key={item} id={item} />}
    </div>
  );
}

function List({ chosen, item }: { readonly chosen: Chosen; readonly item: string | undefined }) {
  const { rows, isOld, again } = useRows(listOf(chosen));
  const { total, error, isLoading } = rows;
  return (
    <>
      <p class="count soft" role="status">
        {total !== undefined && counted(total, 'memory', 'memories')}
        {isLoading && total !== undefined && ', reading again …'}
        {isOld && (
          <>
            {' '}
            · changed since{' '}
            <button type="button" class="link" onClick={again}>
              Read again
            </button>
          </>
        )}
      </p>
      {error !== undefined && <Failure error={error} again={again} />}
      {total === undefined && error === undefined && <Loading what="memories" />}
      {total === 0 && (
        <Empty title={Object.keys(chosen).length > 0 ? 'No memory passes these filters.' : 'No memories yet.'}>
          {Object.keys(chosen).length > 0 ? (
            <button type="button" onClick={() => choose(item, {})}>
              Clear the filters
            </button>
          ) : (
            <p>
              Record turns with <code>record</code> and <code>consolidate</code>, or chat in <a href="#/chat">Chat</a>.
            </p>
          )}
        </Empty>
      )}
      {total !== undefined && total > 0 && <MemoryTable {...{ rows, total, chosen, openId: item }} />}
    </>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { erasures } from '../../memory.ts';
import { Empty } from '../../parts/states.tsx';
import { useFirst } from '../../parts/use-first.tsx';
import { go, hrefOf, route } from '../../route.ts';
import { EventRow, GapRow } from './event-rows.tsx';
import type { Happening } from './happening.ts';
import { Kinds } from './kinds.tsx';
import { forgetAll, type Gap, happenings, MAX_SHOWN } from './stream.ts';
import { StreamStatus } from './stream-status.tsx';
import './live.css';

/** Rows at first: two thousand at once would block the page. */
const SHOWN = 50;

export function LiveView() {
  const [paused, setPaused] = useState<readonly (Happening | Gap)[]>();
  useEffect(() => setPaused(undefined), [erasures.value]);
  const chosen = new Set(route.value.query.get('kinds')?.split(',') ?? []);
  const all = paused ?? happenings.value;
  const meant = all.filter((each) => !('name' in each) || chosen.size === 0 || chosen.has(each.name));
  const { shown, more } = useFirst(meant, SHOWN, SHOWN);
  const since = paused === undefined ? 0 : (happenings.value[0]?.number ?? 0) - (paused[0]?.number ?? 0);
  return (
    <div class="live">
      <div class="row bar">
        <StreamStatus />
        <span class="row">
          <button
            type="button"
            aria-pressed={paused !== undefined}
            onClick={() => setPaused(paused ? undefined : happenings.value)}
          >
            {paused === undefined ? 'Pause' : `Resume${since > 0 ? ` (${since.toLocaleString()} new)` : ''}`}
          </button>
          <button
            type="button"
            onClick={() => {
              forgetAll();
              setPaused(undefined);
            }}
          >
            Clear the list
          </button>
        </span>
      </div>
      <Kinds chosen={chosen} onChoose={(kinds) => go('live', undefined, { kinds: [...kinds].join(',') })} />
      {shown.length === 0 ? (
        <Empty title={all.length === 0 ? 'No events yet' : 'No events of these kinds'}>
          <p>
            Events appear here when an agent records, recalls or consolidates.{' '}
            <a href={hrefOf('chat')}>Say something</a> to see it.
          </p>
        </Empty>
      ) : (
        <>
          <ol class="events" aria-label="Events, newest first">
            {shown.map((each) =>
              'name' in each ? (
                <EventRow key={each.number} happening={each} />
              ) : (
                <GapRow key={each.number} gap={each} />
              ),
            )}
          </ol>
          {more}
        </>
      )}
      <p class="soft">
        Events since you opened the page, over all views; the last {MAX_SHOWN.toLocaleString()} are kept.
      </p>
    </div>
  );
}

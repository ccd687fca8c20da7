import { useEffect, useState } from 'preact/hooks';
import { erasures } from '../../memory.ts';
import { Empty } from '../../parts/states.tsx';
import { useFirst } from '../../parts/use-first.tsx';
import { go, hrefOf, route } from '../../route.ts';
import { EventRow, GapRow } from './event-rows.tsx';
import type { Happening } from './happening.ts';
import { Kinds } from './kinds.tsx';
import { forgetAll, type Gap, happenings, MOST_KEPT } from './stream.ts';
import { StreamStatus } from './stream-status.tsx';
import './live.css';

/** Rows on the page at first: two thousand at once would hold it up. */
const SHOWN = 50;

export function LiveView() {
  const [held, setHeld] = useState<readonly (Happening | Gap)[]>();
  useEffect(() => setHeld(undefined), [erasures.value]);
  const chosen = new Set(route.value.query.get('kinds')?.split(',') ?? []);
  const all = held ?? happenings.value;
  const meant = all.filter((each) => !('name' in each) || chosen.size === 0 || chosen.has(each.name));
  const { shown, more } = useFirst(meant, SHOWN, SHOWN);
  const since = held === undefined ? 0 : (happenings.value[0]?.number ?? 0) - (held[0]?.number ?? 0);
  return (
    <div class="live">
      <div class="row bar">
        <StreamStatus />
        <span class="row">
          <button
            type="button"
            aria-pressed={held !== undefined}
            onClick={() => setHeld(held ? undefined : happenings.value)}
          >
            {held === undefined ? 'Pause' : `Go on${since > 0 ? ` (${since.toLocaleString()} new)` : ''}`}
          </button>
          <button
            type="button"
            onClick={() => {
              forgetAll();
              setHeld(undefined);
            }}
          >
            Empty the list
          </button>
        </span>
      </div>
      <Kinds chosen={chosen} onChoose={(kinds) => go('live', undefined, { kinds: [...kinds].join(',') })} />
      {shown.length === 0 ? (
        <Empty title={all.length === 0 ? 'Nothing has happened yet' : 'Nothing of these kinds'}>
          <p>
            What an agent records, recalls and learns appears here at once. <a href={hrefOf('chat')}>Say something</a>{' '}
            to see it.
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
        Told since this page was opened, whatever view you look at; the last {MOST_KEPT.toLocaleString()} are kept.
      </p>
    </div>
  );
}

import type { Timeline } from '../../../../src/souvenir/timeline.ts';
import { Answer, Empty } from '../../parts/states.tsx';
import { go, hrefOf, route } from '../../route.ts';
import { useAsked } from '../../use-asked.ts';
import { Changes } from './changes.tsx';
import { Chart } from './chart.tsx';
import { Consolidations } from './consolidations.tsx';
import { Conversation } from './conversation.tsx';
import { Sessions } from './sessions.tsx';
import { atFirst, type Span, spanOf } from './span.ts';
import './timeline.css';

/**
 * `#/timeline/SESSION?from=…&to=…&around=EPISODE`: the open session, and the moments between which changes are shown.
 */
export function TimelineView() {
  const asked = useAsked((memory) => memory.timeline(), []);
  return (
    <Answer asked={asked} what="Timeline">
      {(timeline) => (isEmpty(timeline) ? <EmptyState /> : <Shown timeline={timeline} />)}
    </Answer>
  );
}

const isEmpty = ({ sessions, buckets }: Timeline): boolean =>
  sessions.length === 0 && buckets.every(({ memoriesCreated }) => memoriesCreated === 0);

const EmptyState = () => (
  <Empty title="No events yet">
    <p>
      Turns appear when they are recorded, memories after consolidation. <a href={hrefOf('chat')}>Chat</a> is one way to
      begin.
    </p>
  </Empty>
);

function Shown({ timeline }: { readonly timeline: Timeline }) {
  const { item, query } = route.value;
  const span = spanOf(query) ?? atFirst(timeline);
  const show = (session: string | undefined, { from, to }: Span) =>
    go('timeline', session, { from: from.toISOString(), to: to.toISOString() });
  return (
    <div class="timeline">
      <Chart timeline={timeline} span={span} session={item} onSpan={(chosen) => show(item, chosen)} />
      <div class="columns">
        <Changes timeline={timeline} span={span} />
        {item === undefined ? (
          <div>
            <Consolidations timeline={timeline} span={span} onSpan={(chosen) => show(undefined, chosen)} />
            <Sessions timeline={timeline} onOpen={(session) => show(session, span)} />
          </div>
        ) : (
          <Conversation
            key={item}
            session={item}
            around={query.get('around') ?? undefined}
            onClose={() => show(undefined, span)}
          />
        )}
      </div>
    </div>
  );
}

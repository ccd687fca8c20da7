import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Happenings } from '../../../../src/contracts/store.ts';
import type { Timeline } from '../../../../src/souvenir/timeline.ts';
import { When } from '../../parts/text.tsx';
import { bucketAt, fractionOf, momentAt, type Span, wholeOf } from './span.ts';
import { SpanFields } from './span-fields.tsx';

/** Width of the drawing's coordinates, which stretch with the page. */
const WIDTH = 1000;
const MIN_BAR_WIDTH = 5;
const MIN_BAR_HEIGHT = 15;

/** Pixels; a shorter drag is a click. */
const CLICK = 4;
/** Positions of dates on the axis, and the shortest span whose dates differ. */
const [BETWEEN, MIN_LABELLED_MS] = [[0.25, 0.5, 0.75], 4 * 86_400_000];

interface ChartProps {
  readonly timeline: Timeline;
  readonly span: Span;
  readonly session: string | undefined;
  readonly onSpan: (span: Span) => void;
}

export function Chart({ timeline, span, session, onSpan }: ChartProps) {
  const { buckets, sessions, consolidations } = timeline;
  const whole = wholeOf(timeline);
  const [shown, setShown] = useState(span);
  useEffect(() => setShown(span), [span.from.getTime(), span.to.getTime()]);
  const plot = useRef<HTMLDivElement>(null);
  const begun = useRef<Date | undefined>(undefined);
  const pressedAt = useRef(0);
  const momentUnder = ({ clientX }: PointerEvent): Date => {
    const { left, width } = plot.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return momentAt(Math.min(1, Math.max(0, (clientX - left) / width)), whole);
  };
  const highestCount = (...counts: (keyof Happenings)[]) =>
    Math.max(1, ...buckets.flatMap((bucket) => counts.map((count) => bucket[count])));
  const highestMemories = highestCount('memoriesCreated', 'memoriesReplaced');
  const xOf = (at: Date) => fractionOf(at, whole) * WIDTH;
  const barOf = (from: Date, to: Date, least: number) => {
    const width = Math.max(least, xOf(to) - xOf(from));
    return { x: Math.min(xOf(from), WIDTH - width), width };
  };
  const lane = (name: string, kind: string, count: keyof Happenings, most: number) => (
    <Lane name={name} count={buckets.reduce((sum, bucket) => sum + bucket[count], 0)} kind={kind} height={100}>
      {buckets.map((bucket) => {
        const isDown = count === 'memoriesReplaced' && bucket[count] > 0;
        const height = Math.max(isDown ? MIN_BAR_HEIGHT : 0, (bucket[count] / most) * 100);
        const place = { ...barOf(bucket.from, bucket.to, 1), y: isDown ? 0 : 100 - height, height };
        return <rect key={bucket.from.getTime()} class={`bar ${kind}`} {...place} />;
      })}
    </Lane>
  );
  return (
    <section class="card over-time" aria-labelledby="over-time">
      <h2 id="over-time">Over time</h2>
      <div
        class="plot"
        ref={plot}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          begun.current = momentUnder(event);
          pressedAt.current = event.clientX;
        }}
        onPointerMove={(event) => begun.current && setShown(inOrder(begun.current, momentUnder(event)))}
        onPointerUp={(event) => {
          const first = begun.current;
          begun.current = undefined;
          const isClick = Math.abs(event.clientX - pressedAt.current) < CLICK;
          const chosen = first && (isClick ? bucketAt(first, timeline) : inOrder(first, momentUnder(event)));
          if (chosen && chosen.from < chosen.to) onSpan(chosen);
          else setShown(span);
        }}
        onPointerCancel={() => {
          begun.current = undefined;
          setShown(span);
        }}
      >
        {lane('Turns', 'turns', 'episodes', highestCount('episodes'))}
        {lane('Memories learnt', 'learnt', 'memoriesCreated', highestMemories)}
        {lane('Memories replaced', 'replaced', 'memoriesReplaced', highestMemories)}
        <Lane name="Sessions" count={sessions.length} kind="sessions" height={10}>
          {sessions.map(({ sessionId, firstAt, lastAt }) => (
            <rect
              key={sessionId}
              class={sessionId === session ? 'mark is-open' : 'mark'}
              {...barOf(firstAt, lastAt, MIN_BAR_WIDTH)}
              height={10}
            />
          ))}
        </Lane>
        <Lane name="Consolidations" count={consolidations.length} kind="consolidations" height={10}>
          {consolidations.map(({ from, to }) => (
            <rect key={to.getTime()} class="mark" {...barOf(from, to, MIN_BAR_WIDTH)} height={10} />
          ))}
        </Lane>
        <div
          class="chosen"
          style={{
            left: `${fractionOf(shown.from, whole) * 100}%`,
            right: `${(1 - fractionOf(shown.to, whole)) * 100}%`,
          }}
        />
      </div>
      <div class="ends soft">
        <When at={timeline.from} isDay />
        {+whole.to - +whole.from > MIN_LABELLED_MS &&
          BETWEEN.map((place) => (
            <span key={place} class="between" style={{ left: `${place * 100}%` }}>
              <When at={momentAt(place, whole)} isDay />
            </span>
          ))}
        <When at={timeline.to} isDay />
      </div>
      <SpanFields whole={whole} shown={shown} onShow={setShown} onSpan={onSpan} />
    </section>
  );
}

const inOrder = (a: Date, b: Date): Span => (a <= b ? { from: a, to: b } : { from: b, to: a });

interface LaneProps {
  readonly name: string;
  readonly count: number;
  readonly kind: string;
  readonly height: number;
  readonly children: ComponentChildren;
}

const Lane = ({ name, count, kind, height, children }: LaneProps) => (
  <figure class={`lane of-${kind}`}>
    <figcaption>
      {name} <strong>{count.toLocaleString()}</strong>
    </figcaption>
    <svg viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {children}
    </svg>
  </figure>
);

import type { ComponentChildren } from 'preact';
import { bytes, milliseconds, number, percent } from '../../parts/numbers.ts';
import { When } from '../../parts/text.tsx';
import type { Stats } from './samples.ts';

export function Figures({ stats }: { readonly stats: Stats }) {
  const { activity, schedule } = stats;
  const recall = activity?.recall;
  const asked = (recall?.answered ?? 0) + (recall?.silent ?? 0);
  return (
    <>
      {activity === undefined ? (
        <p class="soft">No activity is counted: nothing ran yet, or this memory keeps no counts.</p>
      ) : (
        <>
          <h2>
            Since <When at={activity.since} />
          </h2>
          <p class="soft">Queries of agents are counted; trial queries of the Lab are not.</p>
          <dl class="figures">
            <Figure name="Answered" value={recall?.hitRate} format={percent}>
              of {number(asked)} queries
            </Figure>
            <Figure name="Silent" value={asked === 0 ? undefined : (recall?.silent ?? 0) / asked} format={percent}>
              below the threshold
            </Figure>
            <Figure name="Degraded" value={recall?.degradedRate} format={percent}>
              incomplete answers
            </Figure>
            <Figure name="Tokens" value={recall?.meanTokens} format={number}>
              per query
            </Figure>
            <Figure name="Time" value={recall?.latency?.p50Ms} format={milliseconds}>
              {recall?.latency === undefined ? 'per query' : `p50; p95 ${milliseconds(recall.latency.p95Ms)}`}
            </Figure>
            <Figure name="Written" value={activity.memories.created} format={number}>
              memories
            </Figure>
          </dl>
        </>
      )}
      <h2>Held now</h2>
      <dl class="figures">
        <Figure name="Memories" value={stats.memories.active} format={number}>
          active; {number(stats.memories.superseded)} outdated
        </Figure>
        <Figure name="Turns" value={stats.episodes} format={number}>
          in {number(stats.sessions)} sessions
        </Figure>
        <Figure name="Store" value={stats.bytes} format={bytes}>
          {stats.bytes === undefined ? 'size unknown' : 'on disk'}
        </Figure>
        <Figure name="Due" value={schedule?.waiting} format={number}>
          {schedule === undefined ? (
            'no schedule'
          ) : schedule.isRunning ? (
            'running'
          ) : (
            <>
              next <When at={schedule.nextAt} />
            </>
          )}
        </Figure>
        <Figure name="Set aside" value={stats.setAside.length} format={number}>
          sessions
        </Figure>
      </dl>
      <Embedding stats={stats} />
    </>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: number | undefined;
  readonly format: (value: number) => string;
  readonly children: ComponentChildren;
}

const Figure = ({ name, value, format, children }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <strong>{value === undefined ? '–' : format(value)}</strong>
      <span class="soft">{children}</span>
    </dd>
  </div>
);

function Embedding({ stats: { embedder, unembedded, memories } }: { readonly stats: Stats }) {
  const done = Math.max(0, memories.active - unembedded);
  return (
    <div class="card embedding">
      {embedder !== null && (
        <p>
          Embedder <code>{embedder}</code>
        </p>
      )}
      <label>
        {unembedded === 0
          ? 'No memory waits for its vector.'
          : `${number(done)} of ${number(memories.active)} memories have a vector; ${number(unembedded)} wait for one.`}
        <progress max={Math.max(1, memories.active)} value={memories.active === 0 ? 1 : done} />
      </label>
    </div>
  );
}

import type { Timeline } from '../../../../src/souvenir/timeline.ts';
import { When } from '../../parts/text.tsx';
import { useFirst } from '../../parts/use-first.tsx';
import type { Span } from './span.ts';

interface ConsolidationsProps {
  readonly timeline: Timeline;
  readonly span: Span;
  readonly onSpan: (span: Span) => void;
}

export function Consolidations({ timeline: { consolidations }, span, onSpan }: ConsolidationsProps) {
  const latest = consolidations.toReversed();
  const { shown, more } = useFirst(latest, 6);
  const isShown = ({ from, to }: Span) => +from === +span.from && +to === +span.to;
  return (
    <section class="card consolidations" aria-labelledby="consolidations">
      <h2 id="consolidations">Consolidations</h2>
      {latest.length === 0 ? (
        <p class="soft">None yet: turns wait for consolidation.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Sessions</th>
              <th scope="col" class="number">
                Learnt
              </th>
              <th scope="col" class="number">
                Replaced
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((run) => (
              <tr key={run.to.getTime()} class={isShown(run) ? 'is-shown' : undefined}>
                <td>
                  <button type="button" class="link" aria-pressed={isShown(run)} onClick={() => onSpan(run)}>
                    <When at={run.to} />
                  </button>
                </td>
                <td>
                  <bdi>{run.sessions.join(', ')}</bdi>
                </td>
                <td class="number">{run.created}</td>
                <td class="number">{run.superseded}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more}
    </section>
  );
}

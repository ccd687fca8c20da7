import type { Timeline } from '../../../../src/souvenir/timeline.ts';
import { counted } from '../../parts/numbers.ts';
import { When } from '../../parts/text.tsx';
import { useFirst } from '../../parts/use-first.tsx';

interface SessionsProps {
  readonly timeline: Timeline;
  readonly onOpen: (session: string) => void;
}

export function Sessions({ timeline: { sessions }, onOpen }: SessionsProps) {
  const latest = sessions.toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime());
  const { shown, more } = useFirst(latest, 10);
  return (
    <section class="card sessions" aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      {latest.length === 0 && <p class="soft">No turns yet.</p>}
      <ul>
        {shown.map(({ sessionId, firstAt, episodes }) => (
          <li key={sessionId} class="row">
            <button type="button" class="link" onClick={() => onOpen(sessionId)}>
              <bdi>{sessionId}</bdi>
            </button>
            <span class="soft">
              {counted(episodes, 'turn', 'turns')}, <When at={firstAt} />
            </span>
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}

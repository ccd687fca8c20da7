import type { ComponentChildren } from 'preact';
import { memory } from '../../memory.ts';
import { counted, number, percent } from '../../parts/numbers.ts';
import { Failure } from '../../parts/states.tsx';
import { PlainText, Tag } from '../../parts/text.tsx';
import { useAct } from '../../parts/use-act.ts';
import type { Stats } from './samples.ts';

/** Shares from which a failure is reported. */
const MANY_UNEMBEDDED = 0.1;
const MANY_DEGRADED = 0.05;

export function Attention({ stats }: { readonly stats: Stats }) {
  const { setAside, unembedded, memories, activity } = stats;
  const degraded = activity?.recall.degradedRate ?? 0;
  const failures = Object.entries(activity?.failures ?? {});
  const isClear = setAside.length === 0 && unembedded <= MANY_UNEMBEDDED * memories.active && degraded <= MANY_DEGRADED;
  return (
    <section class="attention" aria-label="Needs attention" aria-live="polite">
      {isClear && failures.length === 0 && (
        <p>
          <Tag word="All well" kind="good" /> Nothing needs attention.
        </p>
      )}
      <ul>
        {setAside.map((session) => (
          <SetAside key={`${session.component} ${session.sessionId}`} session={session} />
        ))}
        {unembedded > MANY_UNEMBEDDED * memories.active && (
          <Item word="Without vectors">
            {number(unembedded)} of {number(memories.active)} memories have no vector yet, and recall finds them only by
            words. Consolidation embeds them; if the number stays, the embedder fails.
          </Item>
        )}
        {degraded > MANY_DEGRADED && (
          <Item word="Degraded">
            {percent(degraded)} of the answers were incomplete: {countsOf(activity?.missing ?? {})}.
          </Item>
        )}
        {failures.length > 0 && (
          <Item word="Failed">Failures in background work: {countsOf(activity?.failures ?? {})}.</Item>
        )}
      </ul>
    </section>
  );
}

const countsOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([part, count]) => `${part} (${number(count)})`)
    .join(', ');

const Item = ({ word, children }: { readonly word: string; readonly children: ComponentChildren }) => (
  <li>
    <Tag word={word} kind="warn" /> <div>{children}</div>
  </li>
);

function SetAside({ session }: { readonly session: Stats['setAside'][number] }) {
  const { sessionId, component, attempts, reason } = session;
  const { isBusy, error, act } = useAct();
  const again = () =>
    act(async () => {
      await memory.value.consolidate({ sessionId });
      return { text: `Session ${sessionId} is queued again.` };
    });
  return (
    <Item word="Set aside">
      Session <code>{sessionId}</code>: {component} failed at it {counted(attempts, 'time', 'times')} and skips it now.{' '}
      <PlainText text={reason} />
      {error !== undefined && <Failure error={error} />}
      <p>
        <button type="button" disabled={isBusy} onClick={again}>
          {isBusy ? 'Trying …' : 'Try again'}
        </button>
      </p>
    </Item>
  );
}

import { Failure } from '../../parts/states.tsx';
import { cancel, ended, running } from './runs.ts';

const STAGES: Readonly<Record<string, string>> = {
  replaying: 'Remembering again: session',
  comparing: 'Asking both: query',
};

/** What runs, or how the last one ended where it did not end well. */
export function Progress() {
  const { value } = running;
  if (value === undefined)
    return (
      <div role="status">
        {ended.value !== undefined &&
          (ended.value.error === undefined ? (
            <p>Cancelled. Nothing was changed.</p>
          ) : (
            <Failure error={ended.value.error} />
          ))}
      </div>
    );
  const { stage = '', done, total } = value.progress ?? {};
  return (
    <section class="card running" aria-label="Running">
      <p role="status">
        <strong>{value.name}</strong>
        <span class="soft"> {stage === '' ? 'Starting …' : `${STAGES[stage] ?? stage} ${done} of ${total}`}</span>
      </p>
      <progress
        aria-label="How far it is"
        {...(done === undefined ? {} : { max: Math.max(1, total ?? 1), value: done })}
      />
      <button type="button" onClick={cancel}>
        Cancel
      </button>
    </section>
  );
}

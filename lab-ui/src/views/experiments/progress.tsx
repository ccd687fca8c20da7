import { Failure } from '../../parts/states.tsx';
import { ended, running, runs } from './runs.ts';

const STAGES: Readonly<Record<string, string>> = { replaying: 'Remembering again', comparing: 'Asking both' };

function summaryText(): string {
  const { memories, queries } = runs.value[0]?.result ?? {};
  return `${memories?.gained.count} gained, ${memories?.lost.count} lost, ${memories?.changed.count} changed, ${queries?.changed.length} of ${queries?.asked} queries answered differently.`;
}

/** Screen readers announce the stage, not each step. */
export function Progress() {
  const { stage, done, total = 1 } = running.value?.progress ?? {};
  return (
    <>
      {running.value !== undefined && (
        <section class="card running" aria-label="Running">
          <p>
            <strong>{running.value.name}</strong>{' '}
            <span class="soft">
              {done === undefined ? 'Starting …' : `${STAGES[stage ?? ''] ?? stage}: ${done} of ${total}`}
            </span>
          </p>
          <progress aria-label="Progress" {...(done !== undefined && { max: Math.max(1, total), value: done })} />
        </section>
      )}
      <p class={ended.value?.isCancelled ? '' : 'hidden'} role="status">
        {running.value !== undefined
          ? (STAGES[stage ?? ''] ?? 'Starting')
          : ended.value?.isCancelled
            ? 'Cancelled. Nothing was changed.'
            : ended.value !== undefined && ended.value.error === undefined && `Finished: ${summaryText()}`}
      </p>
      {ended.value?.error !== undefined && <Failure error={ended.value.error} />}
    </>
  );
}

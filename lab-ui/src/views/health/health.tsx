import { Failure, Loading } from '../../parts/states.tsx';
import { Attention } from './attention.tsx';
import { Figures } from './figures.tsx';
import { Plots } from './plots.tsx';
import { isPaused, samples, useSampling } from './samples.ts';
import './health.css';

export function HealthView() {
  const error = useSampling();
  const recent = samples.value;
  const stats = recent.at(-1)?.stats;
  return (
    <div class="health">
      {error !== undefined && <Failure error={error} />}
      {stats === undefined ? (
        error === undefined && <Loading what="Health" />
      ) : (
        <>
          <Attention stats={stats} />
          <Figures stats={stats} />
          <div class="row">
            <h2>The last ten minutes</h2>
            <button type="button" aria-pressed={isPaused.value} onClick={() => (isPaused.value = !isPaused.value)}>
              {isPaused.value ? 'Resume' : 'Pause'}
            </button>
            <span class="soft">
              {isPaused.value ? 'Paused.' : 'The page refreshes every two seconds; plots fill over time.'}
            </span>
          </div>
          <Plots samples={recent} />
        </>
      )}
    </div>
  );
}

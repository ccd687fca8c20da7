import { useEffect, useRef } from 'preact/hooks';
import { Empty } from '../../parts/states.tsx';
import { Progress } from './progress.tsx';
import { Result } from './result.tsx';
import { chosen, running, runs } from './runs.ts';
import { RunsTable } from './runs-table.tsx';
import { SettingsForm } from './settings-form.tsx';
import './experiments.css';

export function ExperimentsView() {
  const shown = runs.value.find(({ id }) => id === chosen.value) ?? runs.value[0];
  const results = useRef<HTMLDivElement>(null);
  const isRunning = running.value !== undefined;
  const wasRunning = useRef(isRunning);
  // The focus stays on the button, so that the run can be cancelled.
  useEffect(() => {
    const result = results.current?.querySelector('.result');
    if (isRunning !== wasRunning.current) (isRunning ? results.current : (result ?? results.current))?.scrollIntoView();
    wasRunning.current = isRunning;
  }, [isRunning]);
  return (
    <div class="experiments">
      <SettingsForm />
      <div ref={results}>
        <Progress />
        {shown === undefined
          ? running.value === undefined && (
              <Empty title="No experiment yet">
                <p>Change a setting and run the experiment to compare memories and answers.</p>
              </Empty>
            )
          : [<RunsTable key="runs" shown={shown} />, <Result key={shown.id} run={shown} />]}
      </div>
    </div>
  );
}

import { useState } from 'preact/hooks';
import { Confirm } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/states.tsx';
import { base, change, isTuned, merged, tune } from './bench.ts';
import { FEATURE_NAMES, featureOf, MAIN_FEATURES } from './features.ts';
import type { Config } from './rank.ts';
import { Swatch } from './shares.tsx';
import { Slider } from './slider.tsx';
import type { AgentSettingsState } from './use-settings.ts';

export function Tuning({ settings, config }: { readonly settings: AgentSettingsState; readonly config: Config }) {
  const now = merged(base.value ?? config, change.value);
  const hasWeights = Object.keys(config.weights).length > 0;
  return (
    <section class="card tuning" aria-labelledby="tuning">
      <h2 id="tuning">Tune</h2>
      <Slider
        title="Threshold"
        about="Recall is silent below this confidence"
        {...{ value: now.threshold, usual: base.value?.threshold, max: 1, step: 0.01 }}
        onChange={(threshold) => tune({ threshold })}
      />
      <Slider
        title="Minimum share of the best score"
        about="Items below it are dropped"
        {...{ value: now.minScoreShare, usual: base.value?.minScoreShare, max: 1, step: 0.01 }}
        onChange={(minScoreShare) => tune({ minScoreShare })}
      />
      <h3>Weights</h3>
      {hasWeights ? (
        <>
          <Weights names={MAIN_FEATURES} config={now} />
          <details>
            <summary>More</summary>
            <Weights names={FEATURE_NAMES.filter((name) => !MAIN_FEATURES.includes(name))} config={now} />
            <Slider
              title="Importance"
              about="The share of importance in the score"
              {...{ value: now.importanceInfluence, usual: base.value?.importanceInfluence, max: 1, step: 0.01 }}
              onChange={(importanceInfluence) => tune({ importanceInfluence })}
            />
          </details>
        </>
      ) : (
        <p class="soft">The current ranker is not a weighted sum and has no weights.</p>
      )}
      <Room config={now} />
      <SaveSettings settings={settings} />
    </section>
  );
}

const Weights = ({ names, config }: { readonly names: readonly string[]; readonly config: Config }) => (
  <>
    {names.map((name) => (
      <Slider
        key={name}
        title={featureOf(name).title}
        about={featureOf(name).about}
        sign={<Swatch family={featureOf(name).family} />}
        {...{
          value: config.weights[name] ?? 0,
          usual: base.value && (base.value.weights[name] ?? 0),
          max: 5,
          step: 0.05,
        }}
        onChange={(weight) => tune({ weights: { [name]: weight } })}
      />
    ))}
  </>
);

const Room = ({ config }: { readonly config: Config }) => (
  <div class="row room">
    <label>
      Items
      <input
        type="number"
        {...{ min: 1, max: 1000, value: config.topK }}
        onChange={({ currentTarget }) => currentTarget.reportValidity() && tune({ topK: currentTarget.valueAsNumber })}
      />
    </label>
    <label>
      Tokens
      <input
        type="number"
        {...{ min: 0, step: 1, value: config.tokenBudget ?? '' }}
        onChange={({ currentTarget }) =>
          currentTarget.reportValidity() &&
          currentTarget.value !== '' &&
          tune({ tokenBudget: currentTarget.valueAsNumber })
        }
      />
    </label>
  </div>
);

function SaveSettings({ settings: { asked, notice, error, save, reset } }: { readonly settings: AgentSettingsState }) {
  const [isAsking, setAsking] = useState(false);
  const isTried = isTuned(change.value);
  const isSaved = isTuned(asked.value?.recall ?? {});
  return (
    <>
      <div class="actions">
        {isSaved && !isTried && (
          <button type="button" onClick={() => setAsking(true)}>
            Reset to default
          </button>
        )}
        <button type="button" disabled={!isTried} onClick={() => (change.value = {})}>
          Discard
        </button>
        <button type="button" class="primary" disabled={!isTried || asked.value === undefined} onClick={save}>
          Save
        </button>
      </div>
      <p role="status" class="soft notice">
        {notice ?? (isTried ? 'Applies only here until you save it for all users of this agent.' : '')}
      </p>
      {error !== undefined && <Failure error={error} />}
      {isAsking && (
        <Confirm
          title="Reset recall to its default?"
          act="Reset"
          onConfirm={() => {
            setAsking(false);
            reset();
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            The agent uses the default recall settings of its code again, for every user. The saved settings are
            deleted.
          </p>
        </Confirm>
      )}
    </>
  );
}

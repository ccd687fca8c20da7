import type { ServedMemory } from '../../../../src/client/index.ts';
import { everyProject } from '../../memory.ts';
import { useAsked } from '../../use-asked.ts';
import { type Config, change, draft, FIELDS, type Field, optionsOf, reset } from './draft.ts';
import { QueriesField } from './queries-field.tsx';
import { cancel, run, running } from './runs.ts';

const inUse = async (memory: ServedMemory) => {
  const [{ config }, { components }] = await Promise.all([
    memory.settings.get(),
    everyProject.value.perform('stats', {}),
  ]);
  return { config, components: Object.keys(components).sort() };
};

export function SettingsForm() {
  const { value } = useAsked(inUse, []);
  const { useReader, useEmbedder, useModel } = draft.value;
  const isRunning = running.value !== undefined;
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        if (running.value === undefined) void run(optionsOf(draft.value));
      }}
    >
      <h2>What differs</h2>
      <p class="soft">
        The experiment replays every conversation into a second memory under the settings below. This memory does not
        change. Memories added or corrected by hand have no conversation and are not replayed.
      </p>
      <fieldset>
        <legend>Recall</legend>
        <Numbers of="recall" fields={FIELDS} now={value?.config} />
      </fieldset>
      <details>
        <summary>Signal weights</summary>
        <Numbers
          of="weights"
          fields={Object.fromEntries(Object.keys(value?.config.weights ?? {}).map((name) => [name, { name }]))}
          now={value?.config.weights}
        />
      </details>
      <fieldset>
        <legend>Takes part</legend>
        <div class="checks">
          {(value?.components ?? []).map((name) => (
            <Check
              key={name}
              name={name}
              isOn={!draft.value.without.includes(name)}
              onChange={(isOn) => {
                const others = draft.value.without.filter((each) => each !== name);
                change({ without: isOn ? others : [...others, name] });
              }}
            />
          ))}
          <Check name="Reader" isOn={useReader} onChange={(isOn) => change({ useReader: isOn })} />
          <Check name="Embedder" isOn={useEmbedder} onChange={(isOn) => change({ useEmbedder: isOn })} />
          <Check name="Language model (costs money)" isOn={useModel} onChange={(isOn) => change({ useModel: isOn })} />
        </div>
        <p class="soft">The reader is the small local model that reads a memory together with the question.</p>
      </fieldset>
      <QueriesField />
      <div class="actions">
        <button type="button" onClick={reset}>
          Current configuration
        </button>
        {/* One button for both states, so that the focus stays. */}
        <button
          type="submit"
          class="primary"
          onClick={(event) => {
            if (!isRunning) return;
            event.preventDefault();
            cancel();
          }}
        >
          {isRunning ? 'Cancel' : 'Run'}
        </button>
      </div>
    </form>
  );
}

interface NumbersProps {
  readonly of: 'recall' | 'weights';
  readonly fields: Readonly<Record<string, Field>>;
  readonly now: Config | Config['weights'] | undefined;
}

const Numbers = ({ of, fields, now }: NumbersProps) => (
  <div class="numbers">
    {Object.entries(fields).map(([field, { name, min = 0, max, isWhole = false }]) => {
      const used = (now as Readonly<Record<string, unknown>> | undefined)?.[field];
      return (
        <label key={field}>
          {name}
          <input
            type="number"
            {...{ min, max, step: isWhole ? 1 : 'any' }}
            placeholder={typeof used === 'number' ? String(Number(used.toPrecision(4))) : now && 'no limit'}
            value={draft.value[of][field] ?? ''}
            onInput={({ currentTarget }) => change({ [of]: { ...draft.value[of], [field]: currentTarget.value } })}
          />
        </label>
      );
    })}
  </div>
);

interface CheckProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

const Check = ({ name, isOn, onChange }: CheckProps) => (
  <label>
    <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} /> {name}
  </label>
);

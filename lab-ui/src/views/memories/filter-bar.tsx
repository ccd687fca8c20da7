import { useEffect, useRef, useState } from 'preact/hooks';
import { everyProject } from '../../memory.ts';
import { useAsked } from '../../use-asked.ts';
import { type Chosen, type Filter, ORDERS, STATUSES, TYPES } from './filters.ts';

const WAIT_MS = 200;

interface FilterBarProps {
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

export function FilterBar({ chosen, onChoose }: FilterBarProps) {
  const components = useAsked(async () => Object.keys((await everyProject.value.perform('stats', {})).components), []);
  const set = (name: Filter) => (value: string) => onChoose({ ...chosen, [name]: value || undefined });
  const { containing: _, order: __, ...narrowing } = chosen;
  const count = Object.keys(narrowing).length;
  return (
    <search class="filters">
      <Typed label="Search" type="search" hint="Search words" value={chosen.containing} onGiven={set('containing')} />
      <Choice label="Order" value={chosen.order ?? 'newest'} labels={labelsOf(ORDERS)} onGiven={set('order')} />
      <details open={count > 0 || matchMedia('(min-width: 50rem)').matches}>
        <summary>Filters{count > 0 && ` (${count})`}</summary>
        <div class="narrowing">
          <Choice
            label="Status"
            value={chosen.status ?? 'active'}
            labels={labelsOf(STATUSES)}
            onGiven={set('status')}
          />
          <Choice
            label="Type"
            value={chosen.type ?? ''}
            labels={{ '': 'Any', ...Object.fromEntries(TYPES.map((type) => [type, type])) }}
            onGiven={set('type')}
          />
          <Typed
            label="Component"
            hint="Any"
            value={chosen.component}
            onGiven={set('component')}
            known={components.value}
          />
          <Typed label="Entity" hint="Any name" value={chosen.entity} onGiven={set('entity')} />
          <Typed label="From" type="date" value={chosen.from} onGiven={set('from')} />
          <Typed label="To" type="date" value={chosen.to} onGiven={set('to')} />
          {Object.keys(chosen).length > 0 && (
            <button type="button" onClick={() => onChoose({})}>
              Clear
            </button>
          )}
        </div>
      </details>
    </search>
  );
}

const labelsOf = (choices: Readonly<Record<string, { readonly label: string }>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(choices).map(([name, { label }]) => [name, label]));

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly onGiven: (value: string) => void;
}

const Choice = ({ label, value, labels, onGiven }: ChoiceProps) => (
  <label>
    {label}
    <select value={value} onChange={({ currentTarget }) => onGiven(currentTarget.value)}>
      {Object.entries(labels).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

interface TypedProps {
  readonly label: string;
  readonly type?: 'text' | 'search' | 'date';
  readonly hint?: string;
  readonly value: string | undefined;
  readonly onGiven: (value: string) => void;
  readonly known?: readonly string[] | undefined;
}

/** Searches when typing pauses; the address updates a field that is not being typed in. */
function Typed({ label, type = 'text', hint, value = '', onGiven, known }: TypedProps) {
  const [text, setText] = useState(value);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (waiting.current === undefined) setText(value);
  }, [value]);
  const give = (given: string) => {
    setText(given);
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      waiting.current = undefined;
      onGiven(given);
    }, WAIT_MS);
  };
  const list = known === undefined ? undefined : `known-${label}`;
  return (
    <label class={`typed-${type}`}>
      {label}
      <input
        {...{ list, value: text }}
        type={type as 'text'}
        maxLength={200}
        placeholder={hint}
        onInput={({ currentTarget }) => give(currentTarget.value)}
      />
      {known !== undefined && (
        <datalist id={list}>
          {known.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </label>
  );
}

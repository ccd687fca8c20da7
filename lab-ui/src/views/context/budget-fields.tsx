import type { TurnOptions } from '../../../../src/turn/turn.ts';

const SECTIONS = [
  'instructions',
  'persona',
  'directives',
  'profile',
  'procedures',
  'memories',
  'documents',
  'recent',
] as const;
const RETRIEVE = { policy: 'when needed', always: 'always', never: 'never' } as const;

export interface Budgets {
  readonly whole: string;
  readonly retrieve: keyof typeof RETRIEVE;
  readonly sections: Readonly<Partial<Record<(typeof SECTIONS)[number], string>>>;
}

export const NO_BUDGETS: Budgets = { whole: '', retrieve: 'policy', sections: {} };

const numberIn = (typed = ''): number | undefined => (typed.trim() === '' ? undefined : Number(typed));

export function turnOptionsOf({ whole, retrieve, sections }: Budgets): TurnOptions {
  const given = SECTIONS.map((name) => [name, numberIn(sections[name])] as const).filter(
    ([, size]) => size !== undefined,
  );
  return {
    budget: numberIn(whole),
    ...(retrieve !== 'policy' && { retrieve: retrieve === 'always' }),
    ...(given.length > 0 && { budgets: Object.fromEntries(given) as Record<(typeof SECTIONS)[number], number> }),
  };
}

interface BudgetFieldsProps {
  readonly budgets: Budgets;
  readonly onChange: (budgets: Budgets) => void;
}

export const BudgetFields = ({ budgets, onChange }: BudgetFieldsProps) => (
  <details>
    <summary>Budgets and retrieval</summary>
    <div class="budgets">
      <label>
        Ask memory
        <select
          value={budgets.retrieve}
          onChange={({ currentTarget }) =>
            onChange({ ...budgets, retrieve: currentTarget.value as Budgets['retrieve'] })
          }
        >
          {Object.entries(RETRIEVE).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <Tokens name="the whole" value={budgets.whole} onInput={(whole) => onChange({ ...budgets, whole })} />
      {SECTIONS.map((name) => (
        <Tokens
          key={name}
          name={name}
          value={budgets.sections[name] ?? ''}
          onInput={(typed) => onChange({ ...budgets, sections: { ...budgets.sections, [name]: typed } })}
        />
      ))}
    </div>
  </details>
);

interface TokensProps {
  readonly name: string;
  readonly value: string;
  readonly onInput: (typed: string) => void;
}

const Tokens = ({ name, value, onInput }: TokensProps) => (
  <label>
    Tokens: {name}
    <input
      type="number"
      min="0"
      step="1"
      placeholder="as set"
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  </label>
);

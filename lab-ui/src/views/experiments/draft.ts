import { effect, signal } from '@preact/signals';
import type { ServedMemory } from '../../../../src/client/index.ts';
import { erasures, viewKey } from '../../memory.ts';

export type Options = Omit<NonNullable<Parameters<ServedMemory['experiment']>[0]>, 'signal' | 'onProgress'>;
export type Config = Awaited<ReturnType<ServedMemory['settings']['get']>>['config'];

/** The form, which outlasts a change of the view; an empty field keeps the current setting. */
export interface Draft {
  readonly recall: Readonly<Record<string, string>>;
  readonly weights: Readonly<Record<string, string>>;
  readonly without: readonly string[];
  readonly useReader: boolean;
  readonly useEmbedder: boolean;
  readonly useModel: boolean;
  readonly queries: string;
}

const NOTHING: Draft = {
  ...{ recall: {}, weights: {}, without: [], useReader: true, useEmbedder: true, useModel: false, queries: '' },
};
export const draft = signal<Draft>(NOTHING);
effect(() => {
  viewKey.value;
  erasures.value;
  draft.value = NOTHING;
});

export const change = (changed: Partial<Draft>): void => {
  draft.value = { ...draft.value, ...changed };
};
export const reset = (): void => change({ ...NOTHING, queries: draft.value.queries });

export function optionsOf({ recall, weights, queries, ...rest }: Draft): Options {
  const asked = queries
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const replaced = numbersOf(weights);
  const changed = { ...numbersOf(recall), ...(Object.keys(replaced).length > 0 && { weights: replaced }) };
  return {
    ...{ ...rest, without: [...rest.without] },
    ...(Object.keys(changed).length > 0 && { recall: changed }),
    ...(asked.length > 0 && { queries: [...new Set(asked)] }),
  };
}

const numbersOf = (given: Readonly<Record<string, string>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, Number(value)]])),
  );

export function nameOf({ recall = {}, without = [], useReader, useEmbedder, useModel }: Options): string {
  const { weights = {}, ...fields } = recall;
  const parts = [
    ...Object.entries(fields).map(([name, value]) => `${FIELDS[name as FieldName]?.name.toLowerCase()} ${value}`),
    ...Object.entries(weights).map(([name, value]) => `${name} ${value}`),
    ...without.map((component) => `without ${component}`),
    ...(useReader === false ? ['no reader'] : []),
    ...(useEmbedder === false ? ['no embedder'] : []),
    ...(useModel === true ? ['read by the model'] : []),
  ];
  return parts.length === 0 ? 'as configured' : parts.join(', ');
}

export interface Field {
  readonly name: string;
  readonly max?: number;
  readonly min?: number;
  readonly isWhole?: boolean;
}

export const FIELDS = {
  threshold: { name: 'Threshold', max: 1 },
  minScoreShare: { name: 'Minimum share of the best score', max: 1 },
  topK: { name: 'Maximum items', min: 1, max: 1000, isWhole: true },
  tokenBudget: { name: 'Maximum tokens', isWhole: true },
  candidates: { name: 'Candidates', min: 1, max: 10_000, isWhole: true },
  importanceInfluence: { name: 'Importance', max: 1 },
  agePerDay: { name: 'Decay per day' },
  ageFloor: { name: 'Minimum of decay', max: 1 },
} satisfies Readonly<Record<string, Field>>;
export type FieldName = keyof typeof FIELDS;

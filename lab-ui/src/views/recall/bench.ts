import { effect, signal } from '@preact/signals';
import { erasures, memory } from '../../memory.ts';
import type { Change, Config } from './rank.ts';

/** Unsaved configuration; it outlasts a change of the view. */
export const change = signal<Change>({});
export const base = signal<Config | undefined>(undefined);
export const lastAsked = signal('');
export const draft = signal({ over: '', text: '' });

effect(() => {
  memory.value;
  change.value = {};
  base.value = undefined;
});
effect(() => {
  memory.value;
  erasures.value;
  lastAsked.value = '';
  draft.value = { over: '', text: '' };
});

export const isTuned = (tried: Change): boolean => Object.keys(tried).length > 0;

export const merged = <Into extends Change | Config>(into: Into, { weights, ...rest }: Change): Into => ({
  ...into,
  ...rest,
  ...(weights !== undefined && { weights: { ...into.weights, ...weights } }),
});

export function tune(wanted: Change): void {
  const { weights, ...fields } = merged(change.value, wanted);
  const own = base.value;
  const changed = <Values extends object>(values: Values, usual: Readonly<Record<string, unknown>> = {}) =>
    Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== usual[name]));
  const weighed = changed(weights ?? {}, own?.weights);
  change.value = { ...changed(fields, own), ...(Object.keys(weighed).length > 0 && { weights: weighed }) };
}

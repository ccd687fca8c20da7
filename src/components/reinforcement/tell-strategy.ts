import type { Score, Standing } from './standing.ts';

/** A strategy as one reads it, its intent first, so that it is found by what somebody is about to do. */
export function tellStrategy(
  { strategy, task, successes, failures }: Score & { readonly strategy: string; readonly task: string },
  { category }: Pick<Standing, 'category'>,
): string {
  const told = `${strategy} ${OUTCOMES[category](successes, failures)}`;
  if (task === '') return `${capitalized(told)}.`;
  return `${task.startsWith('when ') ? capitalized(task) : `To ${task}`}: ${told}.`;
}

type Outcome = (successes: number, failures: number) => string;

const worked: Outcome = (successes, failures) =>
  `worked${counted([times(successes), failures > 0 ? `failed ${often(failures)}` : ''])}`;

const OUTCOMES: Readonly<Record<Standing['category'], Outcome>> = {
  reinforced: worked,
  worked,
  failed: (successes, failures) =>
    `did not work${counted([times(failures), successes > 0 ? `worked ${often(successes)}` : ''])}; consider alternatives`,
  contested: (successes, failures) => `worked ${often(successes)} and failed ${often(failures)}; it depends`,
};

const often = (count: number): string => (count === 1 ? 'once' : `${count} times`);
const times = (count: number): string => (count === 1 ? '' : often(count));

function counted(parts: readonly string[]): string {
  const told = parts.filter((part) => part !== '').join(', ');
  return told === '' ? '' : ` (${told})`;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

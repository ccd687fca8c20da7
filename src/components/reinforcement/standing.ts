export interface StandingConfig {
  readonly reinforcedAfter: number;
  readonly prevailingShare: number;
}

export interface OutcomeCounts {
  readonly successes: number;
  readonly failures: number;
}

export interface Standing {
  readonly category: 'reinforced' | 'worked' | 'failed' | 'contested';
  readonly valence: 'positive' | 'negative';
  readonly confidence: number;
  readonly importance: number;
}

/** Importance as a share of confidence after one outcome; it rises as one side pulls ahead. */
const UNTRIED_SHARE = 0.8;

export function standingOf(
  { successes, failures }: OutcomeCounts,
  { reinforcedAfter, prevailingShare }: StandingConfig,
): Standing {
  const all = successes + failures;
  const prevailing = Math.max(successes, failures);
  const lead = 2 * prevailing - all;
  const valence = successes >= failures ? 'positive' : 'negative';
  // Laplace's rule of succession: one outcome gives 2/3, ten of a kind 11/12, and every one on the other side lowers
  // it.
  const confidence = (prevailing + 1) / (all + 2);
  const importance = confidence * (UNTRIED_SHARE + (1 - UNTRIED_SHARE) * (lead / (lead + 2)));
  if (lead === 0 || prevailing / all < prevailingShare)
    return { category: 'contested', valence, confidence, importance };
  if (valence === 'negative') return { category: 'failed', valence, confidence, importance };
  return { category: successes >= reinforcedAfter ? 'reinforced' : 'worked', valence, confidence, importance };
}

/** The task comes first, so that a query about it matches. */
export function describeStrategy(
  { strategy, task, successes, failures }: OutcomeCounts & { readonly strategy: string; readonly task: string },
  { category }: Pick<Standing, 'category'>,
): string {
  const outcome = OUTCOMES[category](successes, failures);
  if (task === '') return `${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}: ${strategy}`;
  return `To ${task}: ${strategy} ${outcome}.`;
}

type OutcomeText = (successes: number, failures: number) => string;

const worked: OutcomeText = (successes, failures) =>
  `worked${inBrackets([times(successes), failures > 0 ? `failed ${often(failures)}` : ''])}`;

const OUTCOMES: Readonly<Record<Standing['category'], OutcomeText>> = {
  reinforced: worked,
  worked,
  failed: (successes, failures) =>
    `did not work${inBrackets([times(failures), successes > 0 ? `worked ${often(successes)}` : ''])}; consider alternatives`,
  contested: (successes, failures) => `worked ${often(successes)} and failed ${often(failures)}; it depends`,
};

const often = (count: number): string => (count === 1 ? 'once' : `${count} times`);
const times = (count: number): string => (count === 1 ? '' : often(count));

function inBrackets(parts: readonly string[]): string {
  const text = parts.filter((part) => part !== '').join(', ');
  return text === '' ? '' : ` (${text})`;
}

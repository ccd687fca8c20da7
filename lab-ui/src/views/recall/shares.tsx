import { percent } from '../../parts/numbers.ts';
import { FAMILIES, type Family, featureOf } from './features.ts';
import type { Item } from './rank.ts';

export function Shares({ item, best }: { readonly item: Item; readonly best: number }) {
  const added = Object.entries(item.breakdown.contributions)
    .filter(([, sum]) => sum > 0)
    .sort(([one], [other]) => order(one) - order(other));
  const whole = added.reduce((sum, [, each]) => sum + each, 0);
  const length = best > 0 && item.score > 0 ? Math.min(1, item.score / best) : 0;
  return (
    <div class="shares" aria-hidden="true">
      <div class="stack" style={{ width: `${length * 100}%` }}>
        {added.map(([name, each]) => (
          <span
            key={name}
            class={`of-${featureOf(name).family}`}
            style={{ width: `${(each / whole) * 100}%` }}
            title={`${featureOf(name).title}: ${each.toFixed(2)}`}
          />
        ))}
      </div>
    </div>
  );
}

const order = (name: string): number => Object.keys(FAMILIES).indexOf(featureOf(name).family);

export const Legend = () => (
  <ul class="legend" aria-label="Colours of the bars">
    {Object.entries(FAMILIES).map(([family, title]) => (
      <li key={family}>
        <Swatch family={family as Family} /> {title}
      </li>
    ))}
  </ul>
);

export const Swatch = ({ family }: { readonly family: Family }) => (
  <span class={`swatch of-${family}`} aria-hidden="true" />
);

const FACTORS: Readonly<Record<keyof Item['breakdown']['adjustments'], string>> = {
  component: 'Its component',
  importance: 'Importance',
  age: 'Age',
  source: 'Source also listed',
  current: 'Still true',
  trust: 'Source',
  read: 'Reader',
};

export function Numbers({
  item,
  weights,
}: {
  readonly item: Item;
  readonly weights: Readonly<Record<string, number>>;
}) {
  const { contributions, adjustments } = item.breakdown;
  const rows = Object.entries(contributions).filter(([, sum]) => sum !== 0);
  const factors = Object.entries(FACTORS).filter(
    ([name]) => Math.abs(adjustments[name as keyof typeof FACTORS] - 1) >= 0.0005,
  );
  return (
    <table class="numbers">
      <caption class="hidden">Parts of the score</caption>
      <thead>
        <tr>
          <th scope="col">What counts</th>
          <th scope="col" class="number">
            value × weight
          </th>
          <th scope="col" class="number">
            adds
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, sum]) => (
          <tr key={name}>
            <th scope="row" title={featureOf(name).about}>
              <Swatch family={featureOf(name).family} /> {featureOf(name).title}
            </th>
            <td class="number">
              {item.features === undefined ? '' : `${(item.features[name] ?? 0).toFixed(2)} × ${weights[name] ?? 0}`}
            </td>
            <td class="number">{sum.toFixed(3)}</td>
          </tr>
        ))}
        {factors.map(([name, title]) => (
          <tr key={name}>
            <th scope="row">{title}</th>
            <td />
            <td class="number">× {adjustments[name as keyof typeof FACTORS].toFixed(3)}</td>
          </tr>
        ))}
        <tr class="sum">
          <th scope="row">Score</th>
          <td />
          <td class="number">{item.score.toFixed(3)}</td>
        </tr>
        <tr>
          <th scope="row">Likely part of the answer</th>
          <td />
          <td class="number">{percent(item.confidence)}</td>
        </tr>
      </tbody>
    </table>
  );
}

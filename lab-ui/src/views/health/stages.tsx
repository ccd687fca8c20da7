import { milliseconds, number } from '../../parts/numbers.ts';
import type { Stats } from './samples.ts';

export function Stages({ stats: { activity } }: { readonly stats: Stats }) {
  const { latency, stages = {} } = activity?.recall ?? {};
  if (latency === undefined) return null;
  return (
    <div class="card stages">
      <table>
        <caption>Query time by stage</caption>
        <thead>
          <tr>
            <th scope="col">Stage</th>
            {['p50', 'p95', 'Longest', 'Runs'].map((name) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries({ ...stages, 'the whole query': latency }).map(([name, { p50Ms, p95Ms, maxMs, count }]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="number">{milliseconds(p50Ms)}</td>
              <td class="number">{milliseconds(p95Ms)}</td>
              <td class="number">{milliseconds(maxMs)}</td>
              <td class="number">{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { milliseconds } from '../../parts/numbers.ts';
import { When } from '../../parts/text.tsx';
import { chosen, type Run, runs } from './runs.ts';

export const RunsTable = ({ shown }: { readonly shown: Run }) => (
  <div class="card runs">
    <table>
      <caption>Results of this tab, compared with the current memory</caption>
      <thead>
        <tr>
          <th scope="col">What differed</th>
          {['Answers changed', 'Gained', 'Lost', 'Changed', 'Time', 'Model calls', 'Tokens'].map((name) => (
            <th key={name} scope="col" class="number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {runs.value.map(({ id, name, at, result: { memories, queries, cost } }) => (
          <tr key={id} class={id === shown.id ? 'shown' : ''}>
            <th scope="row">
              <button type="button" class="link" aria-pressed={id === shown.id} onClick={() => (chosen.value = id)}>
                {name}
              </button>{' '}
              <span class="soft">
                <When at={at} />
              </span>
            </th>
            <td class="number">
              {queries.changed.length} of {queries.asked}
            </td>
            <td class="number">{memories.gained.count}</td>
            <td class="number">{memories.lost.count}</td>
            <td class="number">{memories.changed.count}</td>
            <td class="number">{milliseconds(cost.after.durationMs)}</td>
            <td class="number">{cost.after.modelCalls}</td>
            <td class="number">{(cost.after.inputTokens + cost.after.outputTokens).toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

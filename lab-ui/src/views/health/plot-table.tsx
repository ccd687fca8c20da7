import { Details } from '../../parts/details.tsx';
import type { Format } from '../../parts/numbers.ts';
import { CLOCK } from '../../parts/text.tsx';
import type { Line } from './rates.ts';

const APART_SECONDS = 30;

interface PlotTableProps {
  readonly title: string;
  readonly at: readonly number[];
  readonly lines: readonly Line[];
  readonly format: Format;
}

export function PlotTable({ title, at, lines, format }: PlotTableProps) {
  return (
    <Details
      summary={
        <>
          As a table<span class="hidden">: {title}</span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            <th scope="col">At</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(at).map((row) => (
            <tr key={at[row]}>
              <th scope="row">{CLOCK.format(1000 * (at[row] as number))}</th>
              {lines.map(({ name, values }) => (
                <td key={name} class="number">
                  {values[row] == null ? '–' : format(values[row])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Details>
  );
}

function rowsOf(at: readonly number[]): number[] {
  const rows: number[] = [];
  for (let row = at.length - 1; row >= 0; row--) {
    const last = at[rows.at(-1) ?? -1];
    if (last === undefined || last - (at[row] as number) >= APART_SECONDS) rows.push(row);
  }
  return rows;
}

import { useEffect, useRef, useState } from 'preact/hooks';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Format } from '../../parts/numbers.ts';
import { CLOCK } from '../../parts/text.tsx';
import { PlotTable } from './plot-table.tsx';
import { type Line, WINDOW_SECONDS } from './rates.ts';
import { SAMPLE_SECONDS } from './samples.ts';

export interface PlotProps {
  readonly title: string;
  readonly about: string;
  readonly at: readonly number[];
  readonly lines: readonly Line[];
  readonly format: Format;
  readonly minTop: number;
}

/** Lines over the last minutes, distinguished by dashes as well as by colour, and readable as a table. */
export function Plot(props: PlotProps) {
  const { title, about, at, lines, format } = props;
  const [pointed, setPointed] = useState<number>();
  const place = usePlot(props, setPointed);
  const isEmpty = lines.every(({ values }) => values.every((value) => value === null));
  return (
    <figure class="card plot">
      <figcaption>
        <h3>{title}</h3>
        <p class="soft">{about}</p>
      </figcaption>
      <div class="canvas" aria-hidden="true">
        <div ref={place} />
        {isEmpty && <p class="soft nothing">No data in this period.</p>}
      </div>
      <ul class="lines">
        {lines.map(({ name, values }, index) => {
          const value = pointed === undefined ? values.findLast((each) => each !== null) : values[pointed];
          return (
            <li key={name}>
              <svg
                class={`line line-${index % DASHES.length}`}
                viewBox="0 0 24 4"
                width="24"
                height="4"
                aria-hidden="true"
              >
                <path d="M0 2H24" stroke-dasharray={DASHES[index % DASHES.length]?.join(' ')} />
              </svg>
              {name} <strong>{value == null ? '–' : format(value)}</strong>
            </li>
          );
        })}
      </ul>
      <PlotTable title={title} at={at} lines={lines} format={format} />
    </figure>
  );
}

const DASHES: readonly number[][] = [[], [6, 3], [2, 2], [10, 3, 2, 3], [1, 3], [12, 4]];
const HEIGHT = 170;
const MIN_SECONDS = 60;

function usePlot({ at, lines, format, minTop }: PlotProps, onPoint: (index: number | undefined) => void) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const isDark = useIsDark();
  const names = lines.map(({ name }) => name).join('\n');
  const data = [at, ...lines.map(({ values }) => values)] as UPlot.AlignedData;
  useEffect(() => {
    const home = place.current as HTMLDivElement;
    const [ink, grid] = [colour(home, '--soft'), colour(home, '--line')];
    const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { show: false } };
    const made = new UPlot(
      {
        ...{ width: home.clientWidth, height: HEIGHT, legend: { show: false } },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
        scales: {
          x: {
            time: true,
            range: (_, from, to) => [Math.max(to - SAMPLE_SECONDS, Math.min(from, to - MIN_SECONDS)), to],
          },
          y: { range: (_, _from, to) => [0, Math.max(minTop, (to ?? 0) * 1.1)] },
        },
        axes: [
          { ...axis, space: 90, values: (_, splits) => splits.map((second) => CLOCK.format(1000 * second)) },
          { ...axis, size: 64, values: (_, splits) => splits.map(format) },
        ],
        series: [
          {},
          ...lines.map(({ name: label }, index) => {
            const stroke = colour(home, `--line-${index % DASHES.length}`);
            const dash = DASHES[index % DASHES.length] ?? [];
            return { label, width: 2, stroke, dash, points: { size: 4, fill: stroke } };
          }),
        ],
        hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
      },
      data,
      home,
    );
    plot.current = made;
    const sized = new ResizeObserver(() => made.setSize({ width: home.clientWidth, height: HEIGHT }));
    sized.observe(home);
    return () => {
      sized.disconnect();
      made.destroy();
    };
  }, [names, isDark]);
  useEffect(() => plot.current?.setData(data), [at]);
  return place;
}

/** A canvas takes no custom properties, so the page resolves them. */
function colour(home: HTMLElement, token: string): string {
  home.style.color = `var(${token})`;
  const computed = getComputedStyle(home).color;
  home.style.color = '';
  return computed;
}

function useIsDark(): boolean {
  const scheme = useRef(matchMedia('(prefers-color-scheme: dark)')).current;
  const [isDark, setDark] = useState(scheme.matches);
  useEffect(() => {
    const change = () => setDark(scheme.matches);
    scheme.addEventListener('change', change);
    return () => scheme.removeEventListener('change', change);
  }, [scheme]);
  return isDark;
}

export const OVER = `over the last ${WINDOW_SECONDS} seconds`;

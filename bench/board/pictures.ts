import { DEFAULT_THRESHOLD } from '../../src/recall/rankers/calibration.ts';
import { type Chart, chart, type Point, type Series } from './chart.ts';
import { INTRODUCTIONS } from './introductions.ts';
import { type BoardReport, isMeasured } from './report.ts';

const QUALITY = 'stories.hit@1';
const SPEEDS = { 'recall.ms@10000': '10,000', 'recall.ms@1000': '1,000' };
export const QUALITY_PICTURE = 'quality-against-time.svg';

/** The pictures of a run by file name; one without points is left out. */
export function picturesOf(report: BoardReport): Map<string, string> {
  const charts = {
    [QUALITY_PICTURE]: qualityAgainstTime(report),
    'risk-against-coverage.svg': riskAgainstCoverage(report),
    'growth.svg': growth(report),
  };
  return new Map(
    Object.entries(charts).flatMap(([name, each]) =>
      each === undefined || each.series.length === 0 ? [] : [[name, chart(each)] as const],
    ),
  );
}

/** Only beside peers: a single point compares nothing. */
function qualityAgainstTime({ peers }: BoardReport): Chart | undefined {
  if (!isMeasured(peers)) return undefined;
  const { systems } = peers;
  const series = (cell: string): Series[] =>
    systems.flatMap(({ name, cells }) => {
      const [x, y] = [cells[cell], cells[QUALITY]];
      return typeof x === 'number' && typeof y === 'number' ? [{ name, points: [{ x, y, label: name }] }] : [];
    });
  const [cell, size] = Object.entries(SPEEDS).reduce((best, each) =>
    series(each[0]).length > series(best[0]).length ? each : best,
  );
  return {
    title: 'Quality against time: higher and further left is better',
    description: series(cell)
      .map(({ name, points: [point] }) => `${name}: ${point?.y} % in ${point?.x} ms.`)
      .join(' '),
    x: { title: `milliseconds a recall, of ${size} memories`, ticks: [0.1, 1, 10, 100, 1000], isLogarithmic: true },
    y: { title: 'questions whose first memory is right, %', ticks: [0, 20, 40, 60, 80] },
    series: series(cell),
  };
}

function riskAgainstCoverage({ sets }: BoardReport): Chart {
  const series = Object.keys(INTRODUCTIONS).flatMap((name): Series[] => {
    const set = sets[name];
    if (!isMeasured(set) || set.silence === undefined) return [];
    const points = set.silence.curve
      .filter(({ answered }) => answered > 0)
      .map(
        ({ coverage, error, threshold }): Point => ({
          ...{ x: 100 * coverage, y: 100 * error },
          isMarked: threshold === DEFAULT_THRESHOLD,
        }),
      )
      .toSorted((a, b) => a.x - b.x);
    return [{ name, points }];
  });
  const atDefault = series.map(({ name, points }) => {
    const { x, y } = points.find(({ isMarked }) => isMarked) ?? { x: 0, y: 0 };
    return `${name}: at the default threshold ${y.toFixed(1)} % of the answers hold nothing right, and ${x.toFixed(1)} % of the questions with an answer get one.`;
  });
  return {
    title: 'Risk against coverage: the default threshold has a ring',
    description: atDefault.join(' '),
    x: { title: 'questions with an answer that get one, %', ticks: [0, 20, 40, 60, 80, 100] },
    y: { title: 'of all answers, those that hold nothing right, %', ticks: [0, 20, 40, 60] },
    series,
  };
}

const GROWING = ['processor a recall', 'recall p50', 'recall without the reader p50'];

function growth({ speed }: BoardReport): Chart {
  const figures = isMeasured(speed) ? speed.figures : [];
  const series = GROWING.flatMap((name): Series[] => {
    const points = figures.flatMap((figure): Point[] => {
      const [, size] = figure.name.startsWith(`${name}, at `) ? (/, at ([\d,]+)$/.exec(figure.name) ?? []) : [];
      return size === undefined ? [] : [{ x: Number(size.replaceAll(',', '')), y: figure.value }];
    });
    return points.length === 0 ? [] : [{ name, points }];
  });
  return {
    title: 'Growth of cost',
    description: series
      .map(({ name, points }) => `${name}: ${points.map(({ x, y }) => `${y.toFixed(1)} ms at ${x}`).join(', ')}.`)
      .join(' '),
    x: { title: 'memories', ticks: [1e3, 1e4, 1e5, 1e6], isLogarithmic: true },
    y: { title: 'milliseconds', ticks: [1, 10, 100, 1000], isLogarithmic: true },
    series,
  };
}

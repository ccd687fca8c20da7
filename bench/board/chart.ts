export interface Point {
  readonly x: number;
  readonly y: number;
  /** Stands beside it. */
  readonly label?: string;
  /** Drawn with a ring. */
  readonly isMarked?: boolean;
}

export interface Series {
  readonly name: string;
  /** In order of x; a line where there are several. */
  readonly points: readonly Point[];
}

export interface Axis {
  readonly title: string;
  readonly ticks: readonly number[];
  readonly isLogarithmic?: boolean;
}

export interface Chart {
  readonly title: string;
  /** What the picture shows, in words. */
  readonly description: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
}

const [WIDTH, HEIGHT] = [720, 420];
const [LEFT, TOP, RIGHT, BOTTOM] = [70, 50, 170, 60];
const LIGHT = [
  '#0969da',
  '#bc4c00',
  '#1a7f37',
  '#8250df',
  '#cf222e',
  '#9a6700',
  '#0a7ea4',
  '#bf3989',
  '#57606a',
  '#116329',
];
const DARK = [
  '#58a6ff',
  '#ffa657',
  '#56d364',
  '#bc8cff',
  '#ff7b72',
  '#e3b341',
  '#39c5cf',
  '#f778ba',
  '#8b949e',
  '#7ee787',
];

const colours = (of: readonly string[]): string =>
  of.map((colour, at) => `.s${at} { fill: ${colour}; stroke: ${colour} }`).join(' ');
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328; stroke: none }
  .title { font-size: 15px; font-weight: 600 }
  .tick { fill: #59636e; font-size: 11px }
  .back { fill: #ffffff }
  .grid { stroke: #d1d9e0 }
  .line { fill: none; stroke-width: 2 }
  .ring { fill: none; stroke-width: 2 }
  ${colours(LIGHT)}
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .tick { fill: #9198a1 }
    .back { fill: #0d1117 }
    .grid { stroke: #3d444d }
    ${colours(DARK)}
  }
  .line.line { fill: none } .ring.ring { fill: none } .name { stroke: none }
`;

/** Points and lines over two axes, as an SVG that follows the reader's light or dark. */
export function chart({ title, description, x, y, series }: Chart): string {
  const [across, up] = [
    scaleOf(
      x,
      LEFT,
      WIDTH - RIGHT,
      series.flatMap(({ points }) => points.map((point) => point.x)),
    ),
    scaleOf(
      y,
      HEIGHT - BOTTOM,
      TOP,
      series.flatMap(({ points }) => points.map((point) => point.y)),
    ),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="desc">${escaped(description)}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="back" width="${WIDTH}" height="${HEIGHT}" rx="6"/>`,
    `<text class="title" x="16" y="26">${escaped(title)}</text>`,
    ...x.ticks.flatMap((tick) => [
      `<line class="grid" x1="${across(tick)}" x2="${across(tick)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/>`,
      `<text class="tick" x="${across(tick)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${shown(tick)}</text>`,
    ]),
    ...y.ticks.flatMap((tick) => [
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${up(tick)}" y2="${up(tick)}"/>`,
      `<text class="tick" x="${LEFT - 8}" y="${up(tick) + 4}" text-anchor="end">${shown(tick)}</text>`,
    ]),
    `<text class="tick" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 18}" text-anchor="middle">${escaped(x.title)}</text>`,
    `<text class="tick" transform="translate(18 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${escaped(y.title)}</text>`,
    ...series.flatMap((each, at) => drawn(each, at, across, up)),
    '</svg>',
    '',
  ].join('\n');
}

type Scale = (value: number) => number;

function scaleOf({ ticks, isLogarithmic = false }: Axis, from: number, to: number, values: readonly number[]): Scale {
  const measure = (value: number): number => (isLogarithmic ? Math.log10(Math.max(value, 1e-3)) : value);
  const all = [...ticks, ...values].map(measure);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return (value) => Math.round((from + ((measure(value) - low) / (high - low || 1)) * (to - from)) * 10) / 10;
}

function drawn({ name, points }: Series, at: number, across: Scale, up: Scale): string[] {
  const colour = `s${at % LIGHT.length}`;
  const path = points.map((point) => `${across(point.x)},${up(point.y)}`).join(' ');
  const legend = TOP + 10 + at * 20;
  return [
    ...(points.length > 1 ? [`<polyline class="${colour} line" points="${path}"/>`] : []),
    ...points.flatMap(({ x, y, label, isMarked }) => [
      `<circle class="${colour}" cx="${across(x)}" cy="${up(y)}" r="${points.length > 1 ? 2.5 : 5}"/>`,
      ...(isMarked ? [`<circle class="${colour} ring" cx="${across(x)}" cy="${up(y)}" r="7"/>`] : []),
      ...(label === undefined
        ? []
        : [`<text class="tick" x="${across(x) + 9}" y="${up(y) - 6}">${escaped(label)}</text>`]),
    ]),
    `<circle class="${colour}" cx="${WIDTH - RIGHT + 18}" cy="${legend}" r="5"/>`,
    `<text x="${WIDTH - RIGHT + 30}" y="${legend + 4}">${escaped(name)}</text>`,
  ];
}

const shown = (tick: number): string => tick.toLocaleString('en');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export interface Series {
  readonly key: 'souvenir' | 'keyword';
  readonly title: string;
}

export interface Bar {
  readonly series: Series;
  readonly value: number;
}

export interface BarGroup {
  readonly label: string;
  readonly bars: readonly Bar[];
  /** The end of its axis. */
  readonly scale: number;
}

export interface BarChart {
  readonly title: string;
  readonly description: string;
  readonly series: readonly Series[];
  readonly groups: readonly BarGroup[];
}

const WIDTH = 720;
const LEFT = 240;
const PLOT = 420;
const BAR = 12;
const GAP = 12;
const TOP = 62;
const AXIS = 30;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .tick { fill: #59636e; font-size: 11px }
  .back { fill: #ffffff }
  .grid { stroke: #d1d9e0 }
  .souvenir { fill: #0969da } .keyword { fill: #9a9fa6 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .tick { fill: #9198a1 }
    .back { fill: #0d1117 }
    .grid { stroke: #3d444d }
    .souvenir { fill: #58a6ff } .keyword { fill: #6e7681 }
  }
`;

/** Horizontal bars, a block with an axis of its own for each scale, as an SVG that follows the reader's light or dark. */
export function barChart({ title, description, series, groups }: BarChart): string {
  const parts: string[] = [];
  let y = TOP;
  for (const [scale, block] of Map.groupBy(groups, (group) => group.scale)) {
    const start = y;
    for (const group of block) {
      parts.push(...barsOf(group, y));
      y += group.bars.length * BAR + GAP;
    }
    parts.unshift(...axisOf(scale, start, y));
    y += AXIS;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="desc">${escaped(description)}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="back" width="${WIDTH}" height="${y}" rx="6"/>`,
    `<text class="title" x="16" y="26">${escaped(title)}</text>`,
    ...series.map(legendEntry),
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

function barsOf({ label, bars, scale }: BarGroup, top: number): string[] {
  const middle = top + (bars.length * BAR) / 2 + 4;
  return [
    `<text x="${LEFT - 10}" y="${middle}" text-anchor="end">${escaped(label)}</text>`,
    ...bars.flatMap(({ series, value }, at) => {
      const y = top + at * BAR;
      const width = round((PLOT * Math.min(Math.max(value, 0), scale)) / scale);
      return [
        `<rect class="${series.key}" x="${LEFT}" y="${y}" width="${width}" height="${BAR - 2}" rx="2"/>`,
        `<text class="tick" x="${round(LEFT + width + 5)}" y="${y + 9}">${value}</text>`,
      ];
    }),
  ];
}

function axisOf(scale: number, top: number, bottom: number): string[] {
  return TICKS.flatMap((share) => {
    const x = LEFT + PLOT * share;
    return [
      `<line class="grid" x1="${x}" x2="${x}" y1="${top - 4}" y2="${bottom - 4}"/>`,
      `<text class="tick" x="${x}" y="${bottom + 9}" text-anchor="middle">${scale * share}</text>`,
    ];
  });
}

function legendEntry({ key, title }: Series, at: number): string {
  const x = LEFT + at * 130;
  return `<rect class="${key}" x="${x}" y="38" width="10" height="10" rx="2"/><text x="${x + 15}" y="47">${escaped(title)}</text>`;
}

const round = (length: number): number => Math.round(length * 10) / 10;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

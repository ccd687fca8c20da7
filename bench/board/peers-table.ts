import type { PeersReport } from './report.ts';

type System = PeersReport['systems'][number];

const OWN = 'Souvenir';
const SIZES = [1000, 10_000, 100_000];

/** The rows of the table in order: the cell, its title, and whether less is better. */
const CELLS: readonly (readonly [cell: string, title: string, isLowerBetter?: true])[] = [
  ['stories.hit@1', 'stories: right memory first, %'],
  ['stories.hit@10', 'stories: right memory among ten, %'],
  ['stories.session@1', 'stories: right session first, %'],
  ['stories.staleAbove', 'stories: outdated above current, %', true],
  ['stories.falseAnswers', 'stories: something where nothing is known, %', true],
  ['locomo.any@10', 'locomo: a right turn among ten, %'],
  ['locomo.recall@20', 'locomo: right turns among twenty, %'],
  ['locomo.session@10', 'locomo: a right session among ten, %'],
  ...SIZES.flatMap((size) => [
    [`recall.ms@${size}`, `ms a recall at ${size.toLocaleString('en')}`, true] as const,
    [`recall.cpu@${size}`, `processor ms a recall at ${size.toLocaleString('en')}`, true] as const,
  ]),
  ['bytes', 'bytes a memory', true],
  ['rss', 'resident memory, MB', true],
  ['record.ms', 'ms to record a turn', true],
];

const shown = (cell: number | string | undefined): string =>
  typeof cell === 'number' ? String(Number(cell.toPrecision(3))) : (cell ?? '–');
const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

/** The table, what each system is, and where one is better than the engine, which is one of them. */
export function peersSection({ systems }: PeersReport): string[] {
  const own = systems.filter(({ name }) => name === OWN);
  const peers = systems.filter(({ name }) => name !== OWN);
  const columns = [...own, ...peers];
  const table = [
    row(['', ...columns.map(({ name }) => name)]),
    row(['---', ...columns.map(() => '---:')]),
    ...CELLS.map(([cell, title, isLowerBetter]) =>
      row([`${title}${isLowerBetter ? ' (lower is better)' : ''}`, ...columns.map(({ cells }) => shown(cells[cell]))]),
    ),
  ].join('\n');
  const described = columns.map(
    ({ name, version, settings, error }) =>
      `- ${name} ${version}: ${settings}${error === undefined ? '' : `; failed: ${error}`}`,
  );
  return [table, described.join('\n'), ...own.map((each) => whereBetter(each, peers))];
}

function whereBetter(own: System, peers: readonly System[]): string {
  const sentences = CELLS.flatMap(([cell, title, isLowerBetter]) => {
    const mine = own.cells[cell];
    if (typeof mine !== 'number') return [];
    const ahead = peers.flatMap(({ name, cells }) => {
      const theirs = cells[cell];
      const isAhead = typeof theirs === 'number' && (isLowerBetter ? theirs < mine : theirs > mine);
      return isAhead ? [`${name} ${shown(theirs)}`] : [];
    });
    return ahead.length === 0 ? [] : [`- ${title}: ${ahead.join(', ')}; ${OWN} ${shown(mine)}`];
  });
  return sentences.length === 0
    ? 'No peer is better in any of these.'
    : `Where a peer is better:\n\n${sentences.join('\n')}`;
}

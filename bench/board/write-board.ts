import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageOf } from './page.ts';
import { picturesOf, QUALITY_PICTURE } from './pictures.ts';
import { type BoardReport, isMeasured } from './report.ts';

/** Fewer answers say little of one in twenty. */
const MIN_ANSWERED = 100;
const README_MARK = '<!-- the first picture of npm run board -->';

/** `docs/results.md`, its JSON and its pictures in place of those that were there; of a claim also the table of errors and the picture in the README. */
export function writeBoard(report: BoardReport, root: string, { isClaim }: { readonly isClaim: boolean }): void {
  const folder = join(root, 'docs', 'results');
  mkdirSync(folder, { recursive: true });
  for (const stale of globSync('*.svg', { cwd: folder })) rmSync(join(folder, stale));
  const pictures = picturesOf(report);
  for (const [name, svg] of pictures) writeFileSync(join(folder, name), svg);
  writeFileSync(join(root, 'docs', 'results.json'), `${JSON.stringify(report, undefined, 1)}\n`);
  writeFileSync(join(root, 'docs', 'results.md'), pageOf(report, new Set(pictures.keys())));
  if (!isClaim) return;
  if (pictures.has(QUALITY_PICTURE)) showPicture(join(root, 'README.md'));
  writeErrors(report, join(root, 'src', 'recall', 'measured-errors.ts'));
}

function showPicture(path: string): void {
  if (!existsSync(path)) return;
  const picture = `![Quality of each system against its milliseconds a recall](docs/results/${QUALITY_PICTURE})`;
  const text = readFileSync(path, 'utf8');
  if (!text.includes(picture)) writeFileSync(path, text.replace(README_MARK, picture));
}

/** Of the stories, how many answers hold nothing right, by threshold. */
function writeErrors({ sets, commit }: BoardReport, path: string): void {
  const { stories } = sets;
  if (!isMeasured(stories) || stories.silence === undefined || !existsSync(path)) return;
  const rows = stories.silence.curve
    .filter(({ answered }) => answered >= MIN_ANSWERED)
    .map(
      ({ threshold, error, coverage }) =>
        `  { threshold: ${threshold}, error: ${error.toFixed(3)}, coverage: ${coverage.toFixed(3)} },`,
    );
  if (rows.length === 0) return;
  const table = /(?<=^\/\/ Measured at ).*?(?=^\];)/ms;
  const head = `${commit.slice(0, 12)}\nexport const MEASURED_ERRORS: readonly MeasuredError[] = [\n`;
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(table, () => `${head}${rows.join('\n')}\n`),
  );
}

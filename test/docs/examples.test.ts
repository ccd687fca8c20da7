import { execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort();
const FENCE = /^```ts *(?<flags>[\w-]*)\n(?<code>.*?)^```$/gms;

const examples = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(FENCE)]
    .filter(({ groups }) => groups?.['flags'] !== 'no-run')
    .map(({ groups }, at) => ({
      name: `${page} #${at + 1}`,
      code: groups?.['code'] ?? '',
      /** Talks to a server, and is run by a test that has one. */
      isServed: groups?.['flags'] === 'served',
    })),
);

// Inside the package, so that `import 'souvenir-memory'` finds the package itself.
const folder = join(root, '.cache', 'docs');
const fileOf = (name: string) => join(folder, `${name.replace(/\W+/g, '-')}.ts`);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const { name, code } of examples) writeFileSync(fileOf(name), `${code}\nexport {};\n`);
writeFileSync(
  join(folder, 'tsconfig.json'),
  JSON.stringify({ extends: '../../tsconfig.json', compilerOptions: { noUnusedLocals: false }, include: ['*.ts'] }),
);

/** Most of the time of an example is loading the package: one process does so for all. */
const runner = fork(new URL('example-runner.ts', import.meta.url), {
  execArgv: [],
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});
const ended = once(runner, 'exit');
afterAll(() => runner.kill());

describe('the code in the documentation', () => {
  it('exists', () => expect(examples.length).toBeGreaterThan(1));

  it('in the API reference equals the comments of every call and has no type errors', () => {
    const options = { cwd: root, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(process.execPath, ['tools/api-docs.mjs', '--check', folder], options);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(globSync('api-*.ts', { cwd: folder }).length).toBeGreaterThan(9);
    const { stdout } = spawnSync('tsc', ['-p', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });

  it.each(examples.filter(({ isServed }) => !isServed))('$name runs', async ({ name }) => {
    runner.send(fileOf(name));
    const [outcome] = await Promise.race([once(runner, 'message'), ended]);
    expect(outcome).toEqual({});
  });

  it('ends after it runs', async () => {
    runner.disconnect();
    expect(await ended).toEqual([0, null]);
  });
});

const FIGURE = /\d+\.\d+/g;

/** Its lines without places and figures, and beside each its figures. Processors round differently, and two that are nearly equal may change places. */
const linesOf = (output: string) =>
  output
    .split('\n')
    .map((line) => ({
      text: line.replace(/^ \d\. /, '').replace(FIGURE, '#'),
      figures: [...line.matchAll(FIGURE)].map(Number),
    }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));

describe('the README', () => {
  it('shows the output of the demo', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const shown = linesOf(/<!-- demo:.*?-->\n```text\n(?<output>.*?)```/s.exec(readme)?.groups?.['output'] ?? '');
    const printed = linesOf(
      execFileSync(process.execPath, ['src/cli/bin.ts', 'demo'], { cwd: root, encoding: 'utf8' }),
    );
    expect(shown.map(({ text }) => text)).toEqual(printed.map(({ text }) => text));
    for (const [at, { figures }] of printed.entries())
      for (const [n, figure] of figures.entries()) expect(shown[at]?.figures[n]).toBeCloseTo(figure, 1);
  });
});

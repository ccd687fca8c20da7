import { execFileSync, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureBuild } from './build.ts';
import { measureCompose } from './compose.ts';
import { measureConsolidation } from './consolidation.ts';
import { measureCycle } from './cycle.ts';
import { measureEmbedder } from './embedder.ts';
import { measureFabric } from './fabric.ts';
import { measureHostile } from './hostile.ts';
import { measureRanking } from './ranking.ts';
import { measureServe } from './serve.ts';
import { measureStartup } from './startup.ts';
import { measureTurn } from './turn.ts';

/** Each runs in a process of its own, so that one's memory and warmth are not another's. */
const PHASES = {
  startup: () => measureStartup(),
  embedder: () => measureEmbedder(),
  ranking: () => measureRanking(),
  compose: () => measureCompose(),
  consolidation: () => measureConsolidation(),
  cycle: () => measureCycle(),
  build: (path: string, size: string) => measureBuild(path, Number(size)),
  serve: (path: string) => measureServe(path),
  turn: (path: string) => measureTurn(path),
  fabric: (path: string) => measureFabric(path),
  hostile: (path: string) => measureHostile(path),
};
type PhaseName = keyof typeof PHASES;
type Figures<Name extends PhaseName> = Awaited<ReturnType<(typeof PHASES)[Name]>>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: 'string', default: '1000,10000,100000' }, json: { type: 'string' } },
});
const [phase, ...args] = positionals;
if (phase === undefined) await measureAll();
else process.send?.(await (PHASES[phase as PhaseName] as (...args: string[]) => Promise<unknown>)(...args));

function inProcess<Name extends PhaseName>(name: Name, ...args: string[]): Promise<Figures<Name>> {
  const { promise, resolve, reject } = Promise.withResolvers<Figures<Name>>();
  const child = fork(import.meta.filename, [name, ...args], { stdio: 'inherit' });
  child.once('message', (figures) => resolve(figures as Figures<Name>));
  child.once('exit', (code) => reject(new Error(`${name} ended with ${code} and no figures`)));
  return promise;
}

async function measureAll(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-speed-'));
  const tell = (what: string) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${what}`);
  try {
    tell('startup');
    const startup = rounded(await inProcess('startup'));
    tell('embedder');
    const embedder = rounded(await inProcess('embedder'));
    tell('ranking');
    const ranking = rounded(await inProcess('ranking'));
    tell('compose');
    const compose = rounded(await inProcess('compose'));
    tell('consolidation');
    const consolidation = rounded(await inProcess('consolidation'));
    tell('cycle');
    const cycle = rounded(await inProcess('cycle'));
    const sizes: Record<string, number>[] = [];
    const ratios: Record<string, Record<string, number>> = {};
    for (const size of values.sizes.split(',').map(Number)) {
      const path = join(folder, `${size}.db`);
      tell(`${size} memories: recording, consolidating`);
      const built = await inProcess('build', path, String(size));
      tell(`${size} memories: recalling`);
      const served = await inProcess('serve', path);
      tell(`${size} memories: hostile queries`);
      const hostile = rounded(await inProcess('hostile', path));
      tell(`${size} memories: turns`);
      const turns = await inProcess('turn', path);
      tell(`${size} memories: single ones read and written`);
      const fabric = await inProcess('fabric', path);
      const worstQueryRatio = Math.max(...Object.values(hostile));
      const rssMb = Math.max(built.rssMb, served.rssMb);
      sizes.push({ size, ...rounded({ ...built, ...served, ...turns, ...fabric, rssMb, worstQueryRatio }) });
      for (const [name, ratio] of Object.entries(hostile)) ratios[name] = { ...ratios[name], [`× at ${size}`]: ratio };
    }
    tell('');
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
    const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${platform()} ${arch()}, Node ${process.version}`;
    const figures = JSON.stringify({
      machine,
      commit,
      startup,
      embedder,
      ranking,
      compose,
      consolidation,
      cycle,
      sizes,
    });
    console.table({ 'a fresh process': startup });
    console.table({ embedder });
    console.table({ [`ranking ${ranking['candidates']} candidates`]: ranking });
    console.table({ 'composing a prompt': compose });
    console.table({ 'consolidating all components': consolidation });
    console.table({ 'a cycle': cycle });
    console.table(Object.fromEntries(sizes.map(({ size, ...rest }) => [size, rest])));
    console.table(ratios);
    if (values.json !== undefined) writeFileSync(values.json, `${figures}\n`);
    console.log(figures);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rounded<Figures extends Record<string, number>>(figures: Figures): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, Number(figure.toPrecision(4))]));
}

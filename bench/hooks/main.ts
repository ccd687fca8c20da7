// The time that a coding agent waits for hooks: each in a process of its own, at 10,000 memories, as installed. Progress on the error output; ends by itself.
// usage: npm run bench:hooks -- [--size 10000] [--runs 20] [--json FILE]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../random.ts';
import { fill, fillSource } from '../speed/fill.ts';
import { naturalQuestions } from '../speed/natural.ts';
import { progress } from '../speed/report.ts';
import { percentile } from '../speed/timing.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '20' },
    json: { type: 'string' },
  },
});
const [size, runs] = [Number(values.size), Number(values.runs)];
const BIN = join(import.meta.dirname, '../../dist/cli/bin.js');
/** The bars of the project, p50 and p95 in milliseconds on two cores. */
const BARS: Readonly<Record<string, readonly [number, number]>> = { prompt: [250, 400], capture: [120, 200] };

const folder = mkdtempSync(join(tmpdir(), 'souvenir-hooks-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const repository = join(folder, 'repository');
const state = join(repository, '.git/souvenir');
mkdirSync(state, { recursive: true });
writeFileSync(join(repository, '.git/HEAD'), 'ref: refs/heads/main\n');
const source = join(folder, 'source.db');
await fillSource(source);
await fill(join(state, 'memory.db'), size, source);

/** A background process that seems to run: the hooks start none, whose work would count here. */
const machine = join(folder, `souvenir-hooks-${process.getuid?.() ?? 'user'}`);
mkdirSync(join(machine, 'pending'), { recursive: true, mode: 0o700 });
writeFileSync(join(machine, 'lock'), String(process.pid));

const report = join(folder, 'usage.json');
const REPORTER = `data:text/javascript,${encodeURIComponent(`process.on('exit', () => {
  const { readFileSync, writeFileSync } = process.getBuiltinModule('fs');
  let bytes = 0;
  try { bytes = Number(/^write_bytes: (\\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0); } catch {}
  const { user, system } = process.cpuUsage();
  writeFileSync(${JSON.stringify(report)}, JSON.stringify({ cpuMs: (user + system) / 1000, bytes }));
})`)}`;

interface Measured {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly bytes: number;
}

function measure(args: readonly string[], event?: object): Measured {
  const env = { ...process.env, TMPDIR: folder, NODE_OPTIONS: `--import=${REPORTER}` };
  const began = performance.now();
  const input = event === undefined ? '' : JSON.stringify(event);
  const { status, stderr } = spawnSync(process.execPath, [...args], { input, env, encoding: 'utf8', cwd: repository });
  const wallMs = performance.now() - began;
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return {
    wallMs,
    ...(JSON.parse(readFileSync(report, 'utf8')) as { readonly cpuMs: number; readonly bytes: number }),
  };
}

const questions = naturalQuestions(seededRandom(7));
const base = { session_id: 'bench', cwd: repository, transcript_path: '/none', permission_mode: 'default' };
const shell = { tool_name: 'Bash', tool_response: { stdout: 'Tests  96 passed (96)', stderr: '', interrupted: false } };
const EVENTS: Readonly<Record<string, (round: number) => object>> = {
  prompt: (round) => ({ ...base, hook_event_name: 'UserPromptSubmit', prompt: questions[round % questions.length] }),
  command: (round) => ({
    ...{ ...base, ...shell, hook_event_name: 'PostToolUse', tool_use_id: `c${round}` },
    tool_input: { command: `npm test -- --shard ${round}` },
  }),
  edit: (round) => ({
    ...{ ...base, hook_event_name: 'PostToolUse', tool_name: 'Edit', tool_use_id: `e${round}`, tool_response: {} },
    tool_input: {
      file_path: `${repository}/src/a${round}.ts`,
      old_string: 'a\n'.repeat(200),
      new_string: 'b\n'.repeat(200),
    },
  }),
  stop: (round) => ({
    ...{ ...base, hook_event_name: 'Stop', last_assistant_message: `Done, ${round}: the tests of the parser pass.` },
  }),
  'session start': (round) => ({
    ...{ ...base, hook_event_name: 'SessionStart', source: 'startup', session_id: `s${round}` },
  }),
};

const TURN = ['prompt', 'command', 'edit', 'stop'];

const all: Record<string, Measured[]> = { 'node alone': [] };
// The first round fills the caches of compiled code and of the file.
for (let round = 0; round <= runs; round += 1) {
  progress('hooks', round, runs);
  utimesSync(join(machine, 'lock'), new Date(), new Date());
  const rows = { 'node alone': measure(['--eval', '']) } as Record<string, Measured>;
  for (const [name, event] of Object.entries(EVENTS))
    rows[name] = measure([BIN, 'hook', 'claude-code', '--time', '60000'], event(round));
  if (round > 0) for (const [name, row] of Object.entries(rows)) all[name] = [...(all[name] ?? []), row];
}
// A turn of a new repository: of the filled file, components have not read the 10,000 turns, which would count here.
const fresh = join(folder, 'fresh');
mkdirSync(join(fresh, '.git'), { recursive: true });
writeFileSync(join(fresh, '.git/HEAD'), 'ref: refs/heads/main\n');
rmSync(join(machine, 'pending'), { recursive: true });
mkdirSync(join(machine, 'pending'));
for (const name of TURN) measure([BIN, 'hook', 'claude-code'], { ...EVENTS[name]?.(0), cwd: fresh });
rmSync(join(machine, 'lock'));
progress('the background after a turn');
const background = measure([BIN, 'hook', 'consolidate']);

console.log(
  `${size.toLocaleString('en')} memories, ${runs} runs, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${platform()} ${arch()}, Node ${process.version}`,
);
const figures = Object.entries(all).map(([name, rows]) => {
  const of = (field: keyof Measured, share: number) =>
    percentile(
      rows.map((row) => row[field]),
      share,
    );
  const bars = BARS[name] ?? (name === 'node alone' || name === 'session start' ? undefined : BARS['capture']);
  const figure = {
    ...{
      name,
      p50Ms: of('wallMs', 0.5),
      p95Ms: of('wallMs', 0.95),
      cpuP50Ms: of('cpuMs', 0.5),
      cpuP95Ms: of('cpuMs', 0.95),
    },
    ...{ bytesP50: of('bytes', 0.5), ...(bars && { bars }) },
  };
  const bar =
    bars === undefined
      ? ''
      : `, bar ${bars.join(' / ')}: ${figure.p50Ms < bars[0] && figure.p95Ms < bars[1] ? 'met' : 'missed'}`;
  console.log(
    `${name.padEnd(14)} p50 ${figure.p50Ms.toFixed(0)} ms, p95 ${figure.p95Ms.toFixed(0)} ms; processor ${figure.cpuP50Ms.toFixed(0)} / ${figure.cpuP95Ms.toFixed(0)} ms; ${figure.bytesP50} bytes written${bar}`,
  );
  return figure;
});
const turn = TURN.map((name) => figures.find((each) => each.name === name)?.bytesP50 ?? 0);
const bytesOfTurn = turn.reduce((sum, bytes) => sum + bytes, 0);
console.log(`a turn with one command and one edit: ${bytesOfTurn} bytes written by its hooks`);
console.log(
  `background after a turn: ${background.wallMs.toFixed(0)} ms, processor ${background.cpuMs.toFixed(0)} ms, ${background.bytes} bytes written`,
);
if (values.json !== undefined)
  writeFileSync(values.json, JSON.stringify({ size, runs, figures, bytesOfTurn, background }));

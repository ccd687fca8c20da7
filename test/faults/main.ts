// What the tests of this folder try a little of, in full:
//   npm run test:faults                        all parts but those that take long or need a PostgreSQL
//   npm run test:faults -- all                 every part, two at once where they do not measure, and a table of what they counted
//   npm run test:faults -- kills               SOUVENIR_FAULTS_KILLS says how many; 1,000 unless given, and an operation's share of rekey, backup and restore each
//   npm run test:faults -- migrations          processes that open files of older schemas are killed; SOUVENIR_FAULTS_MIGRATIONS, 150 unless given
//   npm run test:faults -- folders             Markdown folders that somebody spoilt are imported; SOUVENIR_FAULTS_FOLDERS, 500 unless given
//   npm run test:faults -- damaged             encrypted files with damaged bytes are opened and used; SOUVENIR_FAULTS_DAMAGED, 600 unless given
//   npm run test:faults -- stdio               `souvenir mcp` is attacked through its pipes; SOUVENIR_FAULTS_ROUNDS, 5 unless given
//   npm run test:faults -- bounds              every operation is asked for the most that it takes; SOUVENIR_FAULTS_TURNS says how many the memory holds, 4,000 unless given
//   npm run test:faults -- callers             200 connections for 5 minutes: streams, unfinished bodies, slow readers, ordinary calls; SOUVENIR_FAULTS_MINUTES
//   npm run test:faults -- isolation           SOUVENIR_FAULTS_CALLS says how many; 100,000 unless given, most of them by keys of projects and users while jobs run in the background
//   npm run test:faults -- clock               a memory lives with a system clock that jumps; SOUVENIR_FAULTS_STEPS, 600 unless given
//   npm run test:faults -- unwritable          files of every kind that an ordinary user may not write
//   npm run test:faults -- server              a server is killed during SOUVENIR_FAULTS_WRITES acknowledged writes (1,000), once in 25 of them
//   npm run test:faults -- soak                30 minutes of mixed load; SOUVENIR_FAULTS_MINUTES
//   npm run test:faults -- peak                the memory that 50,000 turns take; SOUVENIR_FAULTS_TURNS, SOUVENIR_FAULTS_EMBEDDER=souvenir
//   npm run test:faults -- fuzz                SOUVENIR_FAULTS_INPUTS says how many; 100,000 unless given
//   npm run test:faults -- requests            SOUVENIR_FAULTS_REQUESTS says how many; 5,000 unless given
//   npm run test:faults -- tenants             200 tenants on PostgreSQL for 3 minutes, a worker killed every 10 s; SOUVENIR_FAULTS_MINUTES
//   npm run test:faults -- opening             a fault in every call that a memory makes of its store while it opens, is used and closes; SOUVENIR_FAULTS_STEP
//   npm run test:faults -- updates             two servers on one PostgreSQL change 100 memories at once; SOUVENIR_FAULTS_CHANGES, 10,000 unless given
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../bench/random.ts';
import { souvenirEmbedder } from '../../src/embedders/index.ts';
import { memoryStore } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { neededServer } from '../support/postgres.ts';
import { runAll } from './all.ts';
import { askForMost } from './bounds/bounds.ts';
import { holdConnections } from './callers/callers.ts';
import { liveWithClock } from './clock/clock.ts';
import { openDamaged } from './damaged/damaged.ts';
import { importSpoilt } from './folders/folders.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { measureCalls } from './hostile/calls.ts';
import { attemptAll } from './isolation/attempts.ts';
import { attackJobs } from './isolation/jobs.ts';
import { attemptWall, WORDS, wallScene } from './isolation/wall.ts';
import { FILE_CHANGES } from './kills/file-changes.ts';
import { killMany } from './kills/kills.ts';
import { killServer } from './kills/server-kills.ts';
import { killMigrations } from './migrations/migrations.ts';
import { cutConnections } from './opening/cut-connections.ts';
import { injectFaults, type Place } from './opening/inject.ts';
import { fuzzRequests } from './requests/requests.ts';
import { statement } from './soak/said.ts';
import { soak } from './soak/soak.ts';
import { attackStdio } from './stdio/stdio.ts';
import { attackTenants } from './tenants/tenants.ts';
import { openUnwritable } from './unwritable/unwritable.ts';
import { changeTogether } from './updates/updates.ts';

const SEED = 20260301;
const numberOf = (variable: string, otherwise: number): number => Number(process.env[variable] ?? otherwise);

/** What the part that runs has counted, for the table of `all`. */
let counts: Record<string, number> = {};
function count(more: Readonly<Record<string, number>>): void {
  for (const [name, number] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + number;
}

async function kills(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-kills-'));
  const [many, seed] = [numberOf('SOUVENIR_FAULTS_KILLS', 1000), numberOf('SOUVENIR_FAULTS_SEED', SEED)];
  const reports = await killMany(many, seed, folder, ({ operation, kills, acknowledged, wrong }) => {
    console.log(`${operation}: ${kills} kills, ${acknowledged} acknowledged, ${wrong.length} wrong`);
    count({ kills, acknowledged });
  });
  const wrong = reports.flatMap((report) => report.wrong);
  for (const [change, kill] of Object.entries(FILE_CHANGES)) {
    const share = Math.ceil(many / reports.length);
    const matches = await kill(share, seededRandom(seed), mkdtempSync(join(folder, change))).then(
      () => [],
      (error) => [`${change}: ${error.stack}`],
    );
    console.log(`${change}: ${share} kills, ${matches.length} wrong`);
    count({ kills: share });
    wrong.push(...matches);
  }
  rmSync(folder, { recursive: true, force: true });
  return wrong;
}

const ROWS_OF_OLDER_FILE = 2000;

async function migrating(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-migrations-'));
  const many = numberOf('SOUVENIR_FAULTS_MIGRATIONS', 150);
  const seed = numberOf('SOUVENIR_FAULTS_SEED', SEED);
  const { kills, older, newest, wrong } = await killMigrations(many, seed, ROWS_OF_OLDER_FILE, folder);
  count({ kills, 'left older': older, 'left newest': newest });
  rmSync(folder, { recursive: true, force: true });
  return [...wrong];
}

async function folders(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-folders-'));
  const { folders, refused, wrong } = await importSpoilt(numberOf('SOUVENIR_FAULTS_FOLDERS', 500), SEED, folder);
  count({ folders, refused });
  rmSync(folder, { recursive: true, force: true });
  return [...wrong];
}

async function damaged(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-damaged-'));
  const { files, refused, wrong } = await openDamaged(numberOf('SOUVENIR_FAULTS_DAMAGED', 600), SEED, folder);
  count({ files, refused });
  rmSync(folder, { recursive: true, force: true });
  return [...wrong];
}

async function stdio(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-stdio-'));
  const { attacks, answers, wrong } = await attackStdio(numberOf('SOUVENIR_FAULTS_ROUNDS', 5), folder);
  count({ attacks, answers });
  rmSync(folder, { recursive: true, force: true });
  return [...wrong];
}

const STEPS_OF_A_LIFE = 60;

async function clock(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-clock-'));
  const matches: string[] = [];
  for (let left = numberOf('SOUVENIR_FAULTS_STEPS', 600), seed = SEED; left > 0; left -= STEPS_OF_A_LIFE, seed++) {
    const { steps, wrong } = await liveWithClock(STEPS_OF_A_LIFE, seed, folder);
    count({ steps });
    matches.push(...wrong);
  }
  rmSync(folder, { recursive: true, force: true });
  return matches;
}

async function unwritable(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-unwritable-'));
  const { files, wrong } = await openUnwritable(folder);
  count({ files });
  rmSync(folder, { recursive: true, force: true });
  return [...wrong];
}

async function server(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-server-'));
  const [many, seed] = [numberOf('SOUVENIR_FAULTS_WRITES', 1000), numberOf('SOUVENIR_FAULTS_SEED', SEED)];
  const { writes, kills, retries, wrong } = await killServer(many, Math.ceil(many / 25), seed, folder);
  count({ 'acknowledged writes': writes, kills, 'sent again': retries });
  rmSync(folder, { recursive: true, force: true });
  return [...wrong];
}

async function isolation(): Promise<string[]> {
  const matches: string[] = [];
  for (const [name, makeStore] of [
    ['memory', memoryStore],
    ['sqlite', () => sqliteStore({ path: ':memory:' })],
  ] as const) {
    const { attempts, leaks, reported, changed } = await attemptAll(makeStore);
    console.log(
      `${name}: ${attempts} attempts, ${leaks.length} leaks, ${reported.length} told, ${changed.length} changed`,
    );
    count({ attempts, leaks: leaks.length, reported: reported.length, changed: changed.length });
    matches.push(...leaks, ...reported, ...changed);
    const scene = await wallScene(makeStore);
    const wall = await attemptWall(scene, { projectId: 'site' }, [WORDS.shop, WORDS.free, WORDS.user]);
    await scene.close();
    count({ attempts: wall.calls, leaks: wall.reported.length, changed: wall.changed.length });
    matches.push(...wall.reported, ...wall.changed);
    const left = Math.max(0, numberOf('SOUVENIR_FAULTS_CALLS', 100_000) / 2 - attempts - wall.calls);
    const background = await attackJobs(left, numberOf('SOUVENIR_FAULTS_SEED', SEED), makeStore);
    count({ attempts: background.calls, jobs: background.jobs, leaks: background.leaks.length });
    matches.push(...background.leaks);
  }
  return matches;
}

async function fuzzing(): Promise<string[]> {
  const seed = numberOf('SOUVENIR_FAULTS_SEED', SEED);
  const { inputs, refused, slowestMs, wrong } = await fuzz(numberOf('SOUVENIR_FAULTS_INPUTS', 100_000), seed);
  count({ inputs, refused, 'ms for the slowest': Math.round(slowestMs) });
  return [...wrong];
}

async function requesting(): Promise<string[]> {
  const seed = numberOf('SOUVENIR_FAULTS_SEED', SEED);
  const { requests, statuses, wrong } = await fuzzRequests(numberOf('SOUVENIR_FAULTS_REQUESTS', 5000), seed);
  console.log(`answers by status ${JSON.stringify(statuses)}`);
  count({ requests });
  return [...wrong];
}

const MAX_MS = 2000;
const MAX_BLOCKED_MS = 50;

async function hostile(): Promise<string[]> {
  const wrong: string[] = [];
  const line = (...cells: unknown[]) => console.log(`| ${cells.join(' | ')} |`);
  line('call', 'most ms', 'for', 'held ms', 'by');
  await measureCalls(
    numberOf('SOUVENIR_FAULTS_LENGTH', 1_000_000),
    [],
    ({ call, most, mostFor, stored, storedBy, raw }) => {
      line(call, most, mostFor, stored, storedBy);
      count({ calls: 1 });
      if (most > MAX_MS || stored > MAX_BLOCKED_MS || raw > 0)
        wrong.push(`${call}: ${most} ms, held for ${stored} ms, ${raw} raw errors`);
    },
  );
  return wrong;
}

/** Of the processor: longer no request may keep the others waiting. */
const MAX_STALL_MS = 250;
/** Turns that are as large as one may be. */
const LARGE_TURNS = 5;

async function bounds(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-bounds-'));
  const wrong: string[] = [];
  const longest = new Map<string, number>();
  const sizes = { turns: numberOf('SOUVENIR_FAULTS_TURNS', 4000), large: LARGE_TURNS };
  await askForMost(folder, sizes, [], ({ operation, input, refused, blockedMs }) => {
    if (!longest.has(operation)) console.log(`${operation} begins`);
    longest.set(operation, Math.max(longest.get(operation) ?? 0, blockedMs));
    count({ inputs: 1, refused: refused === undefined ? 0 : 1 });
    if (blockedMs > MAX_STALL_MS) wrong.push(`${operation}: held for ${Math.round(blockedMs)} ms by ${input}`);
    if (refused !== undefined) wrong.push(`${operation}: refused ${input}: ${refused}`);
  });
  console.log('| operation | held ms |\n|---|---|');
  for (const [operation, blockedMs] of longest) console.log(`| ${operation} | ${Math.round(blockedMs)} |`);
  count({ operations: longest.size, 'ms held at most': Math.round(Math.max(...longest.values())) });
  rmSync(folder, { recursive: true, force: true });
  return wrong;
}

const CONNECTIONS = 200;

async function callers(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-callers-'));
  const seconds = 60 * numberOf('SOUVENIR_FAULTS_MINUTES', 5);
  const report = await holdConnections(CONNECTIONS, seconds, folder, console.log);
  const { opened, refused, answered, slowestMs, memoryMb, wrong } = report;
  rmSync(folder, { recursive: true, force: true });
  // What starts and warms up is not the start.
  const [start = 0, middle = 0, end = 0] = [0.2, 0.5, 0.9].map((share) => aroundOf(memoryMb, share));
  const sum = (of: object) => Object.values(of).reduce((all, each) => all + each, 0);
  count({
    connections: CONNECTIONS,
    'hostile requests': sum(opened),
    refused: sum(refused),
    'ordinary calls': answered,
  });
  count({
    'MB at the start': start,
    'in the middle': middle,
    'at the end': end,
    'ms for the slowest': Math.round(slowestMs),
  });
  return [...wrong, ...(end > start * MAX_GROWTH ? [`memory grows from ${start} to ${end} MB`] : [])];
}

/** The median of a fifth of the values. */
function aroundOf(values: readonly number[], share: number): number {
  const [from, to] = [share - 0.1, share + 0.1].map((edge) => Math.round(edge * values.length));
  const some = values.slice(from, to).sort((a, b) => a - b);
  return some[Math.floor(some.length / 2)] ?? 0;
}

const MAX_GROWTH = 1.3;
const MAX_PEAK_MB = 400;
const TURNS_AT_ONCE = 200;
const PEAK = join(import.meta.dirname, 'soak', 'peak.mjs');
const embedder = process.env['SOUVENIR_FAULTS_EMBEDDER'] === 'souvenir' ? souvenirEmbedder() : null;

async function soaking(): Promise<string[]> {
  const { calls, p99Ms, p99CpuMs, heapMb, rssMb, handles } = await soak(
    numberOf('SOUVENIR_FAULTS_MINUTES', 30),
    embedder,
  );
  const [first = 0, , last = 0] = p99CpuMs;
  const reported = (all: readonly number[]) => all.map((ms) => ms.toFixed(1)).join(', ');
  count({ calls });
  console.log(`p99 by thirds ${reported(p99Ms)} ms, ${reported(p99CpuMs)} of the processor`);
  console.log(`heap ${heapMb.join(' ')} MB\nresident ${rssMb.join(' ')} MB\nhandles ${handles.join(' ')}`);
  return [
    ...(last > first * MAX_GROWTH ? [`p99 grows from ${first} to ${last} ms`] : []),
    ...(Math.max(...handles.slice(-5)) > Math.max(...handles.slice(0, 5)) + 2 ? ['handles grow'] : []),
  ];
}

async function peak(): Promise<string[]> {
  let left = numberOf('SOUVENIR_FAULTS_TURNS', 50_000);
  const random = seededRandom(7);
  const child = fork(PEAK, [embedder === null ? 'none' : 'souvenir']);
  let [answer] = await once(child, 'message');
  for (; answer === 'next'; [answer] = await once(child, 'message')) {
    const length = Math.min(left, TURNS_AT_ONCE);
    child.send(Array.from({ length }, () => statement(random)));
    left -= length;
  }
  const { peakMb, tookS } = answer;
  count({ 'MB at most': peakMb });
  console.log(`${tookS} s`);
  return peakMb > MAX_PEAK_MB ? [`${peakMb} MB, not ${MAX_PEAK_MB}`] : [];
}

async function tenants(): Promise<string[]> {
  const attack = { tenants: 200, clients: 8, workers: 2, leastReads: 100_001, killEveryS: 10 };
  const seconds = 60 * numberOf('SOUVENIR_FAULTS_MINUTES', 3);
  const report = await attackTenants(await neededServer(), { ...attack, seconds }, SEED);
  const { reads, withoutWhere, turns, kills, foreign, lost, doubled } = report;
  count({ reads, 'reads without a WHERE': withoutWhere, turns, kills });
  count({ 'told of another tenant': foreign.length, lost: lost.length, doubled: doubled.length });
  return [...foreign, ...lost, ...doubled];
}

async function updates(): Promise<string[]> {
  const changes = numberOf('SOUVENIR_FAULTS_CHANGES', 10_000);
  const { wrong, ...report } = await changeTogether(await neededServer(), 100, changes, SEED);
  count({ changes });
  console.log(JSON.stringify({ ...report, wrong: countedBy(wrong) }));
  return [...wrong];
}

/** How many of the calls to PostgreSQL one is tried of: to connect again takes most of the time. */
const RARER = 10;

async function opening(): Promise<string[]> {
  const step = numberOf('SOUVENIR_FAULTS_STEP', 1);
  const server = await cutConnections(await neededServer());
  const places: readonly (readonly [string, Place, number])[] = [
    ['memory', { makeStore: memoryStore }, step],
    ['sqlite', { makeStore: () => sqliteStore({ path: ':memory:' }) }, step],
    ['postgres', server, step * RARER],
  ];
  const matches: string[] = [];
  for (const [name, place, every] of places) {
    const { calls, lives, faults, wrong } = await injectFaults(place, { step: every });
    console.log(`${name}: ${lives} lives of ${calls} calls, ${faults} faults, ${wrong.length} wrong`);
    count({ lives, faults, unheard: wrong.length });
    matches.push(...wrong);
  }
  await server.remove();
  return matches;
}

/** How often each kind of a finding came, which it tells before the colon. */
const countedBy = (matches: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(matches, (each) => each.split(':')[0])].map(([kind, all]) => [kind, all.length]));

const PARTS: Readonly<Record<string, () => Promise<string[]>>> = {
  opening,
  kills,
  migrations: migrating,
  folders,
  damaged,
  stdio,
  clock,
  unwritable,
  server,
  bounds,
  callers,
  isolation,
  fuzz: fuzzing,
  hostile,
  requests: requesting,
  soak: soaking,
  peak,
  tenants,
  updates,
};
/** These take long, or a PostgreSQL, and are named to be run. */
const ONLY_NAMED = ['opening', 'bounds', 'callers', 'soak', 'peak', 'tenants', 'updates'];

async function runHere(names: readonly string[]): Promise<boolean> {
  const failed: string[] = [];
  for (const name of names) {
    const part = PARTS[name];
    if (part === undefined) throw new Error(`there is no ${name}; known: all, ${Object.keys(PARTS).join(', ')}`);
    const began = performance.now();
    console.log(`\n== ${name}`);
    counts = {};
    const wrong = await part();
    for (const [what, number] of Object.entries(counts)) console.log(`${number} ${what}`);
    console.log(`${wrong.length} wrong, ${((performance.now() - began) / 1000).toFixed(0)} s`);
    for (const each of wrong.slice(0, 20)) console.log(`  ${each.slice(0, 500)}`);
    if (wrong.length > 0) failed.push(name);
    await new Promise<unknown>((sent) => (process.send ? process.send({ counts, wrong }, sent) : sent(undefined)));
  }
  console.log(failed.length === 0 ? '\nnothing is wrong' : `\nfailed: ${failed.join(', ')}`);
  return failed.length === 0;
}

const named = process.argv.slice(2);
const everyPart = Object.keys(PARTS);
const usual = everyPart.filter((name) => !ONLY_NAMED.includes(name));
const isFine = named[0] === 'all' ? await runAll(everyPart) : await runHere(named.length > 0 ? named : usual);
process.exit(isFine ? 0 : 1);

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Random, seededRandom } from '../../../bench/random.ts';
import type { Order } from './child.ts';
import { contentOf, damageOf, type FileContent } from './file-state.ts';
import { OPERATIONS } from './operations.ts';

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));
const MAX_DELAY_MS = 4;

interface Ending {
  readonly acknowledged: readonly string[];
  readonly isKilled: boolean;
  readonly moments: number;
  readonly tookMs: number;
}

export interface KillsReport {
  readonly operation: string;
  readonly kills: number;
  readonly acknowledged: number;
  /** One line for each thing that was wrong, with the order that repeats it. */
  readonly wrong: readonly string[];
}

/** Kills so many processes in the middle of their work, and looks at each file they leave. The same seed asks for the same moments. */
export async function killMany(
  kills: number,
  seed: number,
  folder: string,
  tell: (report: KillsReport) => void = () => {},
): Promise<KillsReport[]> {
  const children = new Children(folder);
  const names = Object.keys(OPERATIONS);
  const reports: KillsReport[] = [];
  for (const [at, operation] of names.entries()) {
    const share = Math.floor(kills / names.length) + (at < kills % names.length ? 1 : 0);
    const report = await killOperation(operation, share, seededRandom(seed + at), children, folder);
    tell(report);
    reports.push(report);
  }
  children.end();
  return reports;
}

async function killOperation(operation: string, kills: number, random: Random, children: Children, folder: string) {
  const fileOf = (name: string) => join(folder, `${operation}-${name}.db`);
  const [prepared, path] = [fileOf('prepared'), fileOf('killed')];
  await OPERATIONS[operation]?.prepare?.(prepared);
  copyDatabase(prepared, fileOf('whole'));
  const whole = await children.run({ operation, path: fileOf('whole') });
  const expected = await contentOf(fileOf('whole'));
  const wrong: string[] = [];
  let [done, acknowledged] = [0, 0];
  for (let attempt = 0; done < kills && attempt < 20 * kills; attempt++) {
    copyDatabase(prepared, path);
    const moment = random.between(0, whole.moments - 1);
    // Opening, before the first call is over, takes longest.
    const delayMs = random.next() * (moment < 2 ? whole.tookMs / 2 : MAX_DELAY_MS);
    const order = { operation, path, moment, delayMs };
    const ending = await children.run(order);
    if (ending.isKilled) done++;
    acknowledged += ending.acknowledged.length;
    const matches = await wrongIn(order, ending, expected, children);
    wrong.push(...matches.map((each) => `${JSON.stringify({ ...order, path: undefined })}: ${each}`));
  }
  if (done < kills) wrong.push(`only ${done} of ${kills} could be killed`);
  return { operation, kills: done, acknowledged, wrong };
}

async function wrongIn(order: Order, ending: Ending, expected: FileContent, children: Children): Promise<string[]> {
  const { operation, path } = order;
  const { endsAlike = false, erases = [] } = OPERATIONS[operation] ?? {};
  const isRemoved = ending.acknowledged.includes('gone');
  const retained = ending.acknowledged.filter((text) => text !== 'gone');
  if (!existsSync(path)) return retained.map((text) => `lost: ${text}`);
  const wrong = damageOf(path);
  const { episodes, memories } = await contentOf(path);
  const stored = [...episodes, ...memories];
  for (const text of retained) if (!stored.some((each) => each.includes(text))) wrong.push(`lost: ${text}`);
  for (const list of [episodes, memories]) if (new Set(list).size < list.length) wrong.push('doubled');
  const reported = isRemoved ? erases.filter((text) => bytesOf(path).includes(text)) : [];
  wrong.push(...reported.map((text) => `not erased: ${text}`));
  if (!endsAlike) return wrong;
  await children.run({ operation, path });
  wrong.push(...damageOf(path), ...differences(await contentOf(path), expected));
  return wrong;
}

const differences = (is: FileContent, expected: FileContent): string[] =>
  (['episodes', 'memories', 'counts'] as const).flatMap((kind) => [
    ...is[kind].filter((each) => !expected[kind].includes(each)).map((each) => `too much: ${each}`),
    ...expected[kind].filter((each) => !is[kind].includes(each)).map((each) => `too little: ${each}`),
    ...(is[kind].length === expected[kind].length ? [] : [`${is[kind].length} ${kind} for ${expected[kind].length}`]),
  ]);

const filesOf = (path: string): string[] => [path, `${path}-wal`, `${path}-shm`];

const bytesOf = (path: string): Buffer =>
  Buffer.concat(filesOf(path).flatMap((file) => (existsSync(file) ? [readFileSync(file)] : [])));

function copyDatabase(from: string, to: string): void {
  for (const file of filesOf(to)) rmSync(file, { force: true });
  if (existsSync(from)) copyFileSync(from, to);
}

/** Processes that have loaded everything and wait for an order: most of the time of one is its start. */
class Children {
  readonly #folder: string;
  #next: Child;

  constructor(folder: string) {
    this.#folder = folder;
    this.#next = this.#start();
  }

  async run(order: Order): Promise<Ending> {
    const child = this.#next;
    const isLast = order.moment === undefined;
    if (!isLast) this.#next = this.#start();
    return child.run(order);
  }

  end(): void {
    this.#next.process.kill('SIGKILL');
  }

  #start(): Child {
    return new Child(
      spawn(process.execPath, [CHILD], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { NODE_COMPILE_CACHE: join(this.#folder, 'compiled'), ...process.env },
      }),
    );
  }
}

class Child {
  readonly process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #exit: Promise<unknown>;

  constructor(process: ChildProcess) {
    this.process = process;
    this.#exit = once(process, 'exit');
    this.#lines = createInterface({ input: process.stdout as NonNullable<ChildProcess['stdout']> })[
      Symbol.asyncIterator
    ]();
  }

  async run(order: Order): Promise<Ending> {
    const acknowledged: string[] = [];
    this.process.stdin?.write(`${JSON.stringify(order)}\n`);
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) break;
      const statement = JSON.parse(value);
      if (statement === 'ready') continue;
      if ('acknowledged' in statement) acknowledged.push(statement.acknowledged);
      else {
        if (order.moment !== undefined) this.process.stdin?.end();
        return { acknowledged, isKilled: false, ...statement };
      }
    }
    await this.#exit;
    const { signalCode, exitCode } = this.process;
    if (signalCode !== 'SIGKILL') throw new Error(`${JSON.stringify(order)} ended by itself: ${exitCode}`);
    return { acknowledged, isKilled: true, moments: 0, tookMs: 0 };
  }
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';

const MAIN = new URL('main.ts', import.meta.url);
const AT_ONCE = 2;
/** These measure, and run when nothing else does. */
const ALONE = ['hostile', 'bounds', 'callers', 'soak', 'peak'];
/** These begin first, since the others end meanwhile. */
const LONG = ['opening', 'kills', 'fuzz'];
/** What would take longest takes so much when everything is run: an hour is what all of it may take. */
const SIZES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  soak: { SOUVENIR_FAULTS_MINUTES: '5' },
  peak: { SOUVENIR_FAULTS_TURNS: '6000' },
};

const resultSchema = z.object({ counts: z.record(z.string(), z.number()), wrong: z.array(z.string()) });
interface PartResult extends z.output<typeof resultSchema> {
  readonly name: string;
  readonly seconds: number;
}

/** Runs every part in a process of its own, and tells their counts in a table at the end; true if nothing is wrong. */
export async function runAll(names: readonly string[]): Promise<boolean> {
  const began = performance.now();
  const results: PartResult[] = [];
  const alone = names.filter((name) => ALONE.includes(name));
  const together = names.filter((name) => !alone.includes(name)).sort((a, b) => +LONG.includes(b) - +LONG.includes(a));
  const runNext = async (queue: string[]): Promise<void> => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) results.push(await runPart(name));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => runNext(together)));
  await runNext(alone);
  console.log('\n| part | seconds | wrong | counts |\n|---|---|---|---|');
  for (const { name, seconds, wrong, counts } of results) {
    const reported = Object.entries(counts).map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
    console.log(`| ${[name, seconds.toFixed(0), wrong.length, reported.join(', ')].join(' | ')} |`);
  }
  console.log(`${((performance.now() - began) / 60_000).toFixed(0)} minutes`);
  return results.every(({ wrong }) => wrong.length === 0);
}

async function runPart(name: string): Promise<PartResult> {
  const began = performance.now();
  console.log(`${name} begins`);
  const child = fork(MAIN, [name], { silent: true, env: { ...SIZES[name], ...process.env } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text));
  let result: z.output<typeof resultSchema> | undefined;
  child.on('message', (message) => (result = resultSchema.parse(message)));
  const [code, signal] = await once(child, 'close');
  console.log(printed);
  const { counts, wrong } = result ?? { counts: {}, wrong: [`ended with ${code ?? signal} before its result`] };
  return { name, seconds: (performance.now() - began) / 1000, counts, wrong };
}

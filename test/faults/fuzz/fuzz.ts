import { inspect } from 'node:util';
import { seededRandom } from '../../../bench/random.ts';
import { SouvenirError } from '../../../src/index.ts';
import { cpuNow } from '../watched.ts';
import { type Fuzzed, openFuzzed, TARGETS } from './targets.ts';

/** Of the processor: others use it too. */
const MAX_MS = 2000;
/** Inputs that one memory takes before it is left for a new one. */
const PER_MEMORY = 400;

export interface FuzzReport {
  readonly inputs: number;
  readonly refused: number;
  /** One line for each, with the number that repeats it. */
  readonly wrong: readonly string[];
  readonly slowestMs: number;
}

/** Hands so many inputs to every target in turn. Input `number` is the same whatever was before it: `fuzz(1, seed, number)` repeats it. */
export async function fuzz(inputs: number, seed: number, first = 0): Promise<FuzzReport> {
  const targets = Object.entries(TARGETS);
  const wrong: string[] = [];
  let [refused, slowestMs] = [0, 0];
  let place = 'before the first';
  const crashed = (error: unknown) => wrong.push(`${place}: crashed: ${inspect(error).slice(0, 600)}`);
  process.on('unhandledRejection', crashed);
  process.on('uncaughtException', crashed);
  let fuzzed: Fuzzed | undefined;
  for (let number = first; number < first + inputs; number++) {
    if (fuzzed === undefined || number % PER_MEMORY === 0) {
      await fuzzed?.souvenir.close().catch(() => undefined);
      fuzzed = await openFuzzed();
    }
    const [name, target] = targets[number % targets.length] as (typeof targets)[number];
    place = `${name}, input ${number}`;
    const began = cpuNow();
    try {
      await target(seededRandom(seed + number), fuzzed);
    } catch (error) {
      if (SouvenirError.is(error)) refused++;
      else wrong.push(`${place}: raw: ${inspect(error).slice(0, 600)}`);
    }
    const tookMs = cpuNow() - began;
    slowestMs = Math.max(slowestMs, tookMs);
    if (tookMs > MAX_MS) wrong.push(`${place}: took ${Math.round(tookMs)} ms`);
  }
  await fuzzed?.souvenir.close().catch(() => undefined);
  await new Promise(setImmediate);
  process.off('unhandledRejection', crashed);
  process.off('uncaughtException', crashed);
  return { inputs, refused, wrong, slowestMs };
}

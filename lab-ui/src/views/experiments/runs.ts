import { computed, effect, signal } from '@preact/signals';
import type { ServedMemory } from '../../../../src/client/index.ts';
import { erasures, memory, viewKey } from '../../memory.ts';
import { nameOf, type Options } from './draft.ts';

export type Experiment = Awaited<ReturnType<ServedMemory['experiment']>>;

export interface Run {
  readonly id: number;
  readonly of: string;
  readonly name: string;
  readonly at: Date;
  readonly result: Experiment;
}

export interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

const MAX_RUNS = 10;

/** Runs are shown only to the key and scope that started them. */
const all = signal<readonly Run[]>([]);
effect(() => {
  erasures.value;
  all.value = [];
});
export const runs = computed(() => all.value.filter(({ of }) => of === viewKey.value));
export const chosen = signal<number | undefined>();
export const running = signal<{ readonly name: string; readonly progress: Progress | undefined } | undefined>();
export const ended = signal<{ readonly error?: unknown; readonly isCancelled?: boolean } | undefined>();

let stop: AbortController | undefined;
let count = 0;

export const cancel = (): void => stop?.abort();

export async function run(options: Options): Promise<void> {
  const mine = new AbortController();
  stop = mine;
  const [of, name] = [viewKey.value, nameOf(options)];
  running.value = { name, progress: undefined };
  ended.value = undefined;
  try {
    const result = await memory.value.experiment({
      ...options,
      signal: mine.signal,
      onProgress: (progress) => (running.value = { name, progress }),
    });
    const done = { id: ++count, of, name, at: new Date(), result };
    all.value = [done, ...all.value].slice(0, MAX_RUNS);
    chosen.value = done.id;
    ended.value = {};
  } catch (error) {
    ended.value = mine.signal.aborted ? { isCancelled: true } : { error };
  } finally {
    running.value = undefined;
  }
}

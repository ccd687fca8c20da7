import { computed, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { ServedMemory, ServedSouvenir } from '../../../../src/client/index.ts';
import { asks, everyProject, memory } from '../../memory.ts';

export type Stats = Awaited<ReturnType<ServedSouvenir['stats']>>;

export interface Sample {
  /** Seconds, as plots count. */
  readonly at: number;
  readonly stats: Stats;
}

const EVERY_MS = 2000;
export const KEPT_SECONDS = 600;

const kept = signal<{ readonly of?: ServedMemory; readonly samples: readonly Sample[] }>({ samples: [] });
/** Of the memory looked at; they outlast a look at another view. */
export const samples = computed(() => (kept.value.of === memory.value ? kept.value.samples : []));
export const isPaused = signal(false);

function keep(of: ServedMemory, stats: Stats): void {
  const at = Date.now() / 1000;
  const before = kept.value.of === of ? kept.value.samples : [];
  kept.value = { of, samples: [...before.filter((sample) => sample.at > at - KEPT_SECONDS), { at, stats }] };
}

/** Asks again and again while the view stands on a page that can be seen; what fails is said until it works again. */
export function useSampling(): unknown {
  const [error, setError] = useState<unknown>();
  const handle = memory.value;
  useEffect(() => {
    if (isPaused.value) return undefined;
    const ended = new AbortController();
    let next: ReturnType<typeof setTimeout>;
    const ask = async () => {
      try {
        if (!document.hidden) keep(handle, await everyProject.value.perform('stats', {}, { signal: ended.signal }));
        setError(undefined);
      } catch (failure) {
        if (!ended.signal.aborted) setError(failure);
      }
      if (!ended.signal.aborted) next = setTimeout(ask, EVERY_MS);
    };
    void ask();
    return () => {
      ended.abort();
      clearTimeout(next);
    };
  }, [handle, asks.value, isPaused.value]);
  return error;
}

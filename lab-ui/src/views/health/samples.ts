import { computed, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { ServedMemory, ServedSouvenir } from '../../../../src/client/index.ts';
import { asks, everyProject, memory } from '../../memory.ts';

export type Stats = Awaited<ReturnType<ServedSouvenir['stats']>>;

export interface Sample {
  readonly at: number;
  readonly stats: Stats;
}

const EVERY_MS = 2000;
export const SAMPLE_SECONDS = 600;

const recorded = signal<{ readonly of?: ServedMemory; readonly samples: readonly Sample[] }>({ samples: [] });
/** Samples of the shown memory; they outlast a change of the view. */
export const samples = computed(() => (recorded.value.of === memory.value ? recorded.value.samples : []));
export const isPaused = signal(false);

function addSample(of: ServedMemory, stats: Stats): void {
  const at = Date.now() / 1000;
  const before = recorded.value.of === of ? recorded.value.samples : [];
  recorded.value = { of, samples: [...before.filter((sample) => sample.at > at - SAMPLE_SECONDS), { at, stats }] };
}

/** Samples while the view is open on a visible page; a failure is returned until the next success. */
export function useSampling(): unknown {
  const [error, setError] = useState<unknown>();
  const handle = memory.value;
  useEffect(() => {
    if (isPaused.value) return undefined;
    const ended = new AbortController();
    let next: ReturnType<typeof setTimeout>;
    const ask = async () => {
      try {
        if (!document.hidden)
          addSample(handle, await everyProject.value.perform('stats', {}, { signal: ended.signal }));
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

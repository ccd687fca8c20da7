import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer } from '../../../../src/client/index.ts';
import { asks, memory } from '../../memory.ts';
import { type Asked, useAsked } from '../../use-asked.ts';
import { base, change, merged } from './bench.ts';
import type { Change } from './rank.ts';

export type Settings = Answer<'settings.get'>;
export type Tests = Settings['tests'];

export interface KeptSettings {
  readonly asked: Asked<Settings>;
  readonly tests: Tests;
  /** What was said last: that it is saved, or why it is not. */
  readonly notice: string | undefined;
  readonly error: unknown;
  readonly changeTests: (changed: (tests: Tests) => Tests) => void;
  readonly save: () => void;
  readonly reset: () => void;
}

/** What is saved of the agent. Each change starts from what is held now, for another tab may have changed it. */
export function useSettings(): KeptSettings {
  const asked = useAsked((handle) => handle.settings.get(), []);
  const [shown, setShown] = useState<{ readonly notice?: string; readonly error?: unknown; readonly tests?: Tests }>(
    {},
  );
  // What was ticked is shown at once, until it is read back.
  useEffect(() => setShown(({ tests: _, ...said }) => said), [asked.value]);
  const waiting = useRef(Promise.resolve());
  const inTurn = (act: () => Promise<string>) => {
    waiting.current = waiting.current.then(act).then(
      (notice) => setShown(({ tests }) => ({ notice, ...(tests && { tests }) })),
      (error: unknown) => setShown({ error }),
    );
    waiting.current = waiting.current.then(asked.again);
  };
  const held = () => memory.value.settings.get();
  return {
    ...{ asked, notice: shown.notice, error: shown.error },
    tests: shown.tests ?? asked.value?.tests ?? [],
    changeTests: (changed) => {
      setShown(({ tests = asked.value?.tests ?? [] }) => ({ tests: changed(tests) }));
      inTurn(async () => {
        await memory.value.settings.set({ tests: [...changed((await held()).tests)] });
        return 'Test queries saved.';
      });
    },
    save: () =>
      inTurn(async () => {
        const { recall } = await held();
        if (JSON.stringify(recall) !== JSON.stringify(asked.value?.recall ?? {}))
          return 'Not saved: the configuration was changed elsewhere in the meantime. Look at it, then save again.';
        const tried: Change = change.value;
        await memory.value.settings.set({ recall: merged(recall, tried) });
        if (base.value !== undefined) base.value = merged(base.value, tried);
        change.value = {};
        return 'Saved: the agent recalls like this from now on.';
      }),
    reset: () =>
      inTurn(async () => {
        await memory.value.settings.set({ recall: null });
        base.value = undefined;
        asks.value++;
        return 'The agent recalls by default again.';
      }),
  };
}

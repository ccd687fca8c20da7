import { useEffect, useRef, useState } from 'preact/hooks';
import { type Answer, ServedError } from '../../../../src/client/index.ts';
import { asks, memory } from '../../memory.ts';
import { type Asked, useAsked } from '../../use-asked.ts';
import { base, change, merged } from './bench.ts';
import type { Change } from './rank.ts';

export type Settings = Answer<'settings.get'>;
export type Tests = Settings['tests'];

export interface AgentSettingsState {
  readonly asked: Asked<Settings>;
  readonly tests: Tests;
  readonly notice: string | undefined;
  readonly error: unknown;
  readonly changeTests: (changed: (tests: Tests) => Tests) => void;
  readonly save: () => void;
  readonly reset: () => void;
}

const UNREAD = 'Not saved: the saved settings are still loading. Save again in a moment.';
const CHANGED = 'Not saved: the configuration was changed in another window. Review it, then save again.';
const isConflict = (error: unknown): boolean => ServedError.is(error) && error.code === 'conflict';

/** Saved settings of the agent. Each change reads them first, because another tab may have changed them. */
export function useSettings(): AgentSettingsState {
  const asked = useAsked((handle) => handle.settings.get(), []);
  const [shown, setShown] = useState<{ readonly notice?: string; readonly error?: unknown; readonly tests?: Tests }>(
    {},
  );
  // Shows a ticked box at once, until settings are read back.
  useEffect(() => setShown(({ tests: _, ...said }) => said), [asked.value]);
  const waiting = useRef(Promise.resolve());
  const inTurn = (act: () => Promise<string>) => {
    waiting.current = waiting.current.then(act).then(
      (notice) => setShown(({ tests }) => ({ notice, ...(tests && { tests }) })),
      (error: unknown) => setShown({ error }),
    );
    waiting.current = waiting.current.then(asked.again);
  };
  /** Reads the stored tests first, and retries when another tab was faster. */
  const putTests = async (changed: (tests: Tests) => Tests): Promise<void> => {
    const { settings } = memory.value;
    const { tests, versions } = await settings.get();
    await settings.set({ tests: [...changed(tests)], versions }).catch((error: unknown) => {
      if (!isConflict(error)) throw error;
      return putTests(changed);
    });
  };
  /** Writes over the version shown; otherwise it is refused. */
  const putRecall = async (recall: Settings['recall'] | null, saved: () => string): Promise<string> => {
    if (asked.value === undefined) return UNREAD;
    try {
      await memory.value.settings.set({ recall, versions: asked.value.versions });
      return saved();
    } catch (error) {
      if (isConflict(error)) return CHANGED;
      throw error;
    }
  };
  return {
    ...{ asked, notice: shown.notice, error: shown.error },
    tests: shown.tests ?? asked.value?.tests ?? [],
    changeTests: (changed) => {
      setShown(({ tests = asked.value?.tests ?? [] }) => ({ tests: changed(tests) }));
      inTurn(async () => {
        await putTests(changed);
        return 'Test queries saved.';
      });
    },
    save: () =>
      inTurn(async () => {
        const tried: Change = change.value;
        return putRecall(merged(asked.value?.recall ?? {}, tried), () => {
          if (base.value !== undefined) base.value = merged(base.value, tried);
          change.value = {};
          return 'Saved: the agent now uses these recall settings.';
        });
      }),
    reset: () =>
      inTurn(() =>
        putRecall(null, () => {
          base.value = undefined;
          asks.value++;
          return 'The agent uses its default recall settings again.';
        }),
      ),
  };
}

import { useState } from 'preact/hooks';
import { asks } from '../memory.ts';
import { showToast } from './toast.tsx';

/** What was done, in words, and how it is taken back. */
export interface Done {
  readonly text: string;
  readonly undo?: () => Promise<unknown>;
}

export interface Acting {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Resolves to whether it was done. */
  readonly act: (work: () => Promise<Done>) => Promise<boolean>;
}

/** Does something on request, says so, offers to undo it, and has everything shown anew. */
export function useAct(): Acting {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const act = async (work: () => Promise<Done>): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      const { text, undo } = await work();
      showToast(text, undo && (() => undo().finally(() => asks.value++)));
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    } finally {
      setBusy(false);
      asks.value++;
    }
  };
  return { isBusy, error, act };
}

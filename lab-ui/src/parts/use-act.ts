import { useState } from 'preact/hooks';
import { asks } from '../memory.ts';
import { showToast } from './toast.tsx';

export interface Done {
  readonly text: string;
  readonly undo?: () => Promise<unknown>;
}

export interface Acting {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly act: (work: () => Promise<Done>) => Promise<boolean>;
}

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

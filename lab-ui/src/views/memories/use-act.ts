import { useState } from 'preact/hooks';
import { tell } from '../../parts/toast.tsx';
import type { Done } from './acts.ts';
import { changes } from './news.ts';

export interface Acting {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Resolves to whether it was done. */
  readonly act: (work: () => Promise<Done>) => Promise<boolean>;
}

/** Does something to a memory, says so, offers to undo it, and has everything shown anew. */
export function useAct(): Acting {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const act = async (work: () => Promise<Done>): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      const { text, undo } = await work();
      tell(text, undo && (() => undo().finally(() => changes.value++)));
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    } finally {
      setBusy(false);
      changes.value++;
    }
  };
  return { isBusy, error, act };
}

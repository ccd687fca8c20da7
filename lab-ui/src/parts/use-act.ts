import { useState } from 'preact/hooks';

export interface Act {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** What was done last, for people. */
  readonly done: string | undefined;
  readonly run: (work: () => Promise<string>) => void;
}

/** Something done on request, one at a time: `work` gives what to say when it is done. */
export function useAct(): Act {
  const [state, setState] = useState<Omit<Act, 'run'>>({ isBusy: false, error: undefined, done: undefined });
  return {
    ...state,
    run(work) {
      if (state.isBusy) return;
      setState({ isBusy: true, error: undefined, done: undefined });
      work().then(
        (done) => setState({ isBusy: false, error: undefined, done }),
        (error: unknown) => setState({ isBusy: false, error, done: undefined }),
      );
    },
  };
}

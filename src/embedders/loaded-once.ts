import { closedError } from './interruptions.ts';

/** Something costly that is loaded when it is first asked for, again only if that failed, and not after it was closed. */
export function loadedOnce<Loaded>(load: () => Promise<Loaded>, unload: (loaded: Loaded) => Promise<unknown>) {
  let closed = false;
  let loading: Promise<Loaded> | undefined;
  return {
    async get(): Promise<Loaded> {
      if (closed) throw closedError();
      loading ??= load();
      try {
        return await loading;
      } catch (error) {
        loading = undefined;
        throw error;
      }
    },
    /** Calling it twice is harmless. */
    async close(): Promise<void> {
      closed = true;
      const ending = loading;
      loading = undefined;
      await ending?.then(unload, () => {});
    },
  };
}

import type { Store } from '../../src/index.ts';

/** The same store, which tells of every moment just before and just after a write. */
export const countedStore = (inner: Store, passed: () => void): Store => ({
  ...inner,
  write: async (...args) => {
    passed();
    await inner.write(...args);
    passed();
  },
});

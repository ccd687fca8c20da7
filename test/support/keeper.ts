import type { Component } from '../../src/contracts/component.ts';

/** A component that keeps every episode as it is, in the category that its metadata names. */
export const keeper = (fields: Partial<Component> = {}): Component => ({
  name: 'keeper',
  consolidate: async ({ episodes }) => ({
    memories: episodes.map(({ id, content, importance, metadata }) => ({
      ...{ content, importance, episodeIds: [id] },
      category: String(metadata['category'] ?? 'note'),
    })),
  }),
  ...fields,
});

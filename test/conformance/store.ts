import { afterEach, beforeEach, describe } from 'vitest';
import type { Store } from '../../src/contracts/store.ts';
import { asOfCases } from './store/as-of.ts';
import { atomicityCases } from './store/atomicity.ts';
import { episodeCases } from './store/episodes.ts';
import { erasureCases } from './store/erasure.ts';
import { filterCases } from './store/filters.ts';
import { graphCases } from './store/graph.ts';
import { isolationCases } from './store/isolation.ts';
import { lifecycleCases } from './store/lifecycle.ts';
import { manyVectorCases } from './store/many-vectors.ts';
import { memoryCases } from './store/memories.ts';
import { modelCases } from './store/model.ts';
import { noteCases } from './store/notes.ts';
import { rankingCases } from './store/ranking.ts';
import type { MakeStore } from './store/samples.ts';
import { sessionCases } from './store/sessions.ts';
import { textCases } from './store/text.ts';
import { vectorCases } from './store/vectors.ts';
import { versionModelCases } from './store/version-model.ts';
import { versionCases } from './store/versions.ts';

/** What every store must do. `makeStore` returns a new, empty store that is not open yet. */
export function storeConformance(name: string, makeStore: MakeStore, options: { tags?: string[] } = {}): void {
  describe(`${name} as a store`, options, () => {
    let store: Store;

    beforeEach(async () => {
      store = await makeStore();
      await store.open();
    });
    afterEach(() => store.close());

    const current = () => store;
    describe('lifecycle', () => lifecycleCases(current));
    describe('episodes', () => episodeCases(current));
    describe('sessions and progress', () => sessionCases(current));
    describe('memories', () => memoryCases(current));
    describe('graph and links', () => graphCases(current));
    describe('text search', () => textCases(current));
    describe('vector search', () => vectorCases(current, makeStore));
    describe('vector search among many', () => manyVectorCases(current, async () => undefined));
    describe('ranking', () => rankingCases(current, makeStore));
    describe('versions', () => versionCases(current));
    describe('as of a moment', () => asOfCases(current));
    describe('notes', () => noteCases(current));
    describe('filters', () => filterCases(current));
    describe('erasure', () => erasureCases(current));
    describe('one owner', () => isolationCases(current));
    describe('one write', () => atomicityCases(current));
    describe('against a model', () => modelCases(makeStore));
    describe('against the past', () => versionModelCases(makeStore));
  });
}

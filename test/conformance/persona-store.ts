import { beforeEach, describe, expect, it } from 'vitest';
import type { PersonaStore } from '../../src/contracts/persona-store.ts';
import type { Owner } from '../../src/model/scope.ts';

const OWNER: Owner = { tenantId: 'acme', userId: 'ada', agentId: 'scout' };
const OTHER: Owner = { ...OWNER, userId: 'ben' };
const IDENTITY = 'I am Iris.';
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9, minute));

export interface PersonaUnderTest {
  readonly store: PersonaStore;
  /** Does what consolidation does: makes this text the persona, evolved from the identity. */
  evolve(owner: Owner, text: string, identity: string, at: Date): Promise<void>;
}

/** What every store of personas must do. */
export function personaStoreConformance(name: string, make: () => Promise<PersonaUnderTest>): void {
  describe(`${name} as a persona store`, () => {
    let store: PersonaStore;
    let evolve: PersonaUnderTest['evolve'];
    beforeEach(async () => {
      ({ store, evolve } = await make());
    });

    it('returns the identity until the persona changes', async () => {
      expect(await store.current(OWNER, IDENTITY)).toMatchObject({ text: IDENTITY, version: 0 });
      expect(await store.versions(OWNER)).toEqual([]);
    });

    it('returns the latest version of this identity and keeps others', async () => {
      await evolve(OWNER, 'I am Iris and like lists.', IDENTITY, at(1));
      await evolve(OWNER, 'I am Iris and love lists.', IDENTITY, at(2));
      expect(await store.current(OWNER, IDENTITY)).toMatchObject({ text: 'I am Iris and love lists.', version: 2 });
      expect(await store.current(OWNER, 'I am Otto.')).toMatchObject({ text: 'I am Otto.', version: 0 });
      expect((await store.versions(OWNER)).map(({ version }) => version)).toEqual([2, 1]);
    });

    it('restores any text or the identity as a new version', async () => {
      await evolve(OWNER, 'I am Iris and like lists.', IDENTITY, at(1));
      await evolve(OWNER, 'I am Iris and love lists.', IDENTITY, at(2));
      await store.rollback(OWNER, 1, IDENTITY, at(3));
      expect(await store.current(OWNER, IDENTITY)).toMatchObject({ text: 'I am Iris and like lists.', version: 3 });
      await store.rollback(OWNER, 0, IDENTITY, at(4));
      expect(await store.current(OWNER, IDENTITY)).toMatchObject({ text: IDENTITY, version: 4 });
      expect(await store.versions(OWNER)).toHaveLength(4);
      await expect(store.rollback(OWNER, 9, IDENTITY, at(5))).rejects.toMatchObject({ code: 'invalidInput' });
    });

    it('separates owners', async () => {
      await evolve(OWNER, 'I am Iris and like lists.', IDENTITY, at(1));
      expect(await store.versions(OTHER)).toEqual([]);
      expect(await store.current(OTHER, IDENTITY)).toMatchObject({ version: 0 });
    });
  });
}

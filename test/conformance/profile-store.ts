import { beforeEach, describe, expect, it } from 'vitest';
import type { ProfileChange, ProfileStore, ProfileUser } from '../../src/contracts/profile-store.ts';

const ANA: ProfileUser = { tenantId: 'acme', userId: 'ana' };
const STRANGERS: readonly ProfileUser[] = [
  { ...ANA, tenantId: 'other' },
  { ...ANA, userId: 'other' },
];
const minute = (count: number): Date => new Date(Date.UTC(2026, 0, 1) + count * 60_000);
const NOWHERE = { memoryIds: [], turnIds: [], episodeIds: [] };

const byHand = (name: string, value: ProfileChange['value'], rest: Partial<ProfileChange> = {}): ProfileChange => ({
  ...{ name, value, source: 'user', confidence: 1, provenance: NOWHERE },
  ...rest,
});
const learnt = (name: string, value: ProfileChange['value'], rest: Partial<ProfileChange> = {}): ProfileChange =>
  byHand(name, value, { source: 'consolidation', confidence: 0.8, ...rest });

/** What every profile store must do. `make` returns a new, empty one, and another writer to the same place. */
export function profileStoreConformance(
  name: string,
  make: () => Promise<{ one: ProfileStore; other: ProfileStore }>,
): void {
  describe(`${name} as a profile store`, () => {
    let one: ProfileStore;
    let other: ProfileStore;
    const values = async (user = ANA) =>
      Object.fromEntries((await one.fields(user)).map((field) => [field.name, field.value]));

    beforeEach(async () => {
      ({ one, other } = await make());
    });

    it('is empty at first', async () => {
      expect(await one.fields(ANA)).toEqual([]);
      expect(await one.history(ANA, 'name')).toEqual([]);
    });

    it.each([
      ['text', 'Ana'],
      ['a list', ['German', 'C++']],
      ['an empty list', []],
      ['an empty text', ''],
      ['a number', 0],
      ['a truth', false],
      ['nothing at all', null],
      ['an object', { depth: { of: [1, null, 'two'] } }],
      ['text of any script', 'Ã\u0000 \n 名前 🦜'],
    ])('returns %s as it was set', async (_, value) => {
      await one.set(ANA, [byHand('field', value)], minute(0));
      expect((await one.fields(ANA))[0]).toHaveProperty('value', value);
    });

    it('returns the source of a value', async () => {
      const change = learnt('languages', ['German'], {
        provenance: { memoryIds: ['m1', 'm2'], turnIds: ['t1'], episodeIds: ['e1'] },
        parts: [
          {
            confidence: 0.8,
            since: minute(-5),
            provenance: { memoryIds: ['m1', 'm2'], turnIds: ['t1'], episodeIds: [] },
          },
        ],
        reason: 'said so',
      });
      await one.set(ANA, [change], minute(1));
      expect(await one.fields(ANA)).toEqual([{ ...change, version: 1, since: minute(1) }]);
    });

    it('lists fields in the order of their names', async () => {
      await one.set(ANA, [byHand('name', 'Ana'), byHand('Name', 'x'), byHand('a name', 'y')], minute(0));
      await one.set(ANA, [byHand('level', 'B2')], minute(1));
      expect(Object.entries(await values())).toEqual([
        ['Name', 'x'],
        ['a name', 'y'],
        ['level', 'B2'],
        ['name', 'Ana'],
      ]);
    });

    it('accepts long field names', async () => {
      const names = [`${'n'.repeat(200)}1`, `${'n'.repeat(200)}2`, '__proto__', 'a/b c'];
      await one.set(
        ANA,
        names.map((each) => byHand(each, each)),
        minute(0),
      );
      expect((await one.fields(ANA)).map((field) => [field.name, field.value]).sort()).toEqual(
        names.map((each) => [each, each]).sort(),
      );
    });

    it('keeps every value with source and period, oldest first', async () => {
      await one.set(ANA, [learnt('level', 'A2', { reason: 'heard' })], minute(0));
      await one.set(ANA, [learnt('level', 'B1')], minute(1));
      await one.set(ANA, [byHand('level', undefined, { reason: 'no matter' })], minute(2));
      await one.set(ANA, [byHand('level', 'B2')], minute(3));
      const history = await one.history(ANA, 'level');
      expect(history).toMatchObject([
        { version: 1, value: 'A2', source: 'consolidation', confidence: 0.8, reason: 'heard' },
        { version: 2, value: 'B1', source: 'consolidation' },
        { version: 3, source: 'user', confidence: 1, reason: 'no matter' },
        { version: 4, value: 'B2', source: 'user' },
      ]);
      expect(history.map(({ since, until }) => [since, until])).toEqual(
        [0, 1, 2, 3].map((at) => [minute(at), at === 3 ? undefined : minute(at + 1)]),
      );
      expect(history[1]).not.toHaveProperty('reason');
      expect(history[2]).not.toHaveProperty('value');
    });

    it('keeps the order of values of the same or an earlier moment', async () => {
      for (const [at, value] of [5, 5, 3].entries()) await one.set(ANA, [byHand('name', at)], minute(value));
      const history = await one.history(ANA, 'name');
      expect(history.map(({ value }) => value)).toEqual([0, 1, 2]);
      expect(history.map(({ since }) => since)).toEqual([minute(5), minute(5), minute(5)]);
    });

    it('clears a field, and fills it again', async () => {
      await one.set(ANA, [byHand('name', 'Ana')], minute(0));
      await one.set(ANA, [byHand('name', undefined)], minute(1));
      const [cleared] = await one.fields(ANA);
      expect(cleared).toMatchObject({ name: 'name', version: 2, since: minute(1) });
      expect(cleared).not.toHaveProperty('value');
      await one.set(ANA, [learnt('name', 'Annie')], minute(2));
      expect(await values()).toEqual({ name: 'Annie' });
    });

    it('refuses a batch of consolidation that changes a value set by the user', async () => {
      await one.set(ANA, [byHand('name', 'Ana')], minute(0));
      for (const value of ['Anna', undefined])
        await expect(one.set(ANA, [learnt('level', 'B2'), learnt('name', value)], minute(1))).rejects.toMatchObject({
          code: 'conflict',
          message: expect.stringContaining('name'),
        });
      expect(await values()).toEqual({ name: 'Ana' });
      expect(await one.history(ANA, 'level')).toEqual([]);
    });

    it('refuses a batch with a change based on another version', async () => {
      await one.set(ANA, [learnt('level', 'A2', { from: 0 })], minute(0));
      await one.set(ANA, [learnt('level', 'B1', { from: 1 })], minute(1));
      for (const from of [0, 1, 3])
        await expect(
          one.set(ANA, [byHand('name', 'Ana'), learnt('level', 'C1', { from })], minute(2)),
        ).rejects.toMatchObject({ code: 'overtaken', message: expect.stringContaining('level') });
      expect(await values()).toEqual({ level: 'B1' });
    });

    it('refuses a field named twice', async () => {
      await expect(one.set(ANA, [byHand('name', 'a'), byHand('name', 'b')], minute(0))).rejects.toMatchObject({
        code: 'conflict',
      });
      expect(await one.fields(ANA)).toEqual([]);
    });

    it('keeps the changes of two concurrent writers', async () => {
      const writes = Array.from({ length: 12 }, (_, at) => {
        const writer = at % 2 === 0 ? one : other;
        return writer.set(ANA, [byHand(`field ${at}`, at), byHand('shared', at)], minute(0));
      });
      await Promise.all(writes);
      const { shared, ...own } = await values();
      expect(own).toEqual(Object.fromEntries(writes.map((_, at) => [`field ${at}`, at])));
      const history = await other.history(ANA, 'shared');
      expect(history.map(({ version }) => version)).toEqual(writes.map((_, at) => at + 1));
      expect(new Set(history.map(({ value }) => value))).toEqual(new Set(writes.map((_, at) => at)));
      expect(history.at(-1)?.value).toBe(shared);
    });

    it('accepts one of two changes based on the same version', async () => {
      const both = await Promise.allSettled(
        [one, other].map((writer, at) => writer.set(ANA, [learnt('goals', [at], { from: 0 })], minute(0))),
      );
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await one.history(ANA, 'goals')).toHaveLength(1);
    });

    it('separates users and tenants', async () => {
      await one.set(ANA, [byHand('name', 'Ana')], minute(0));
      for (const stranger of STRANGERS) {
        expect(await one.fields(stranger)).toEqual([]);
        expect(await one.history(stranger, 'name')).toEqual([]);
        await one.set(stranger, [learnt('name', 'Other')], minute(1));
      }
      expect(await values()).toEqual({ name: 'Ana' });
      expect(await one.history(ANA, 'name')).toHaveLength(1);
    });

    it('returns copies', async () => {
      const value = ['German'];
      await one.set(ANA, [byHand('languages', value)], minute(0));
      value.push('French');
      const [read] = (await one.fields(ANA)).map((field) => field.value as string[]);
      read?.push('Greek');
      expect(await values()).toEqual({ languages: ['German'] });
    });
  });
}

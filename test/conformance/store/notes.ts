import { expect, test } from 'vitest';
import type { Note, Store } from '../../../src/contracts/store.ts';
import { memory, OWNER, STRANGERS } from './samples.ts';

export function noteCases(current: () => Store): void {
  const note = (name: string, value: Note | undefined) => current().write(OWNER, { notes: [{ name, value }] });

  test.for<[string, Note]>([
    ['an object', { nested: { list: [1, 'two', null, false] } }],
    ['a text', 'as "it" is'],
    ['a number', 0],
    ['nothing', null],
  ])('come back with %s', async ([, value]) => {
    await note('step', value);
    expect(await current().noteOf(OWNER, 'step')).toStrictEqual(value);
  });

  test('are stored by name, the latest of each, until removed', async () => {
    expect(await current().noteOf(OWNER, 'one')).toBeUndefined();
    await note('one', 1);
    await note('two', 2);
    await note('one', 3);
    await note('missing', undefined);
    expect([await current().noteOf(OWNER, 'one'), await current().noteOf(OWNER, 'two')]).toEqual([3, 2]);
    await note('one', undefined);
    expect([await current().noteOf(OWNER, 'one'), await current().noteOf(OWNER, 'two')]).toEqual([undefined, 2]);
  });

  test('are compared with the expected value of a write', async () => {
    const count = (value: Note, was: Note | undefined) =>
      current().write(OWNER, {
        notes: [{ name: 'count', value, was }],
        memories: [memory(`m${JSON.stringify(value)}`)],
      });
    await expect(count(1, 0)).rejects.toMatchObject({ code: 'overtaken' });
    await count({ n: 1, of: ['a'] }, undefined);
    await expect(count(2, undefined)).rejects.toMatchObject({ code: 'overtaken' });
    await expect(count(2, { n: 1, of: ['b'] })).rejects.toMatchObject({ code: 'overtaken' });
    expect(await current().noteOf(OWNER, 'count')).toEqual({ n: 1, of: ['a'] });
    expect((await current().stats(OWNER)).memories.active).toBe(1);
    await count(2, { of: ['a'], n: 1 });
    expect(await current().noteOf(OWNER, 'count')).toBe(2);
  });

  test('are listed by name', async () => {
    expect(await current().listNotes(OWNER)).toEqual([]);
    for (const stranger of STRANGERS) await current().write(stranger, { notes: [{ name: 'a', value: 'theirs' }] });
    await note('b', { list: [1] });
    await note('Z', null);
    await note('gone', 1);
    await note('gone', undefined);
    expect(await current().listNotes(OWNER)).toEqual([
      { name: 'Z', value: null },
      { name: 'b', value: { list: [1] } },
    ]);
  });

  test('belong to one owner', async () => {
    for (const stranger of STRANGERS) await current().write(stranger, { notes: [{ name: 'one', value: 'theirs' }] });
    expect(await current().noteOf(OWNER, 'one')).toBeUndefined();
    await note('one', 'own');
    for (const stranger of STRANGERS) expect(await current().noteOf(stranger, 'one')).toBe('theirs');
  });

  test('are not changed through objects passed in or out', async () => {
    const value = { list: ['one'] };
    await note('step', value);
    value.list.push('two');
    ((await current().noteOf(OWNER, 'step')) as typeof value).list.push('three');
    expect(await current().noteOf(OWNER, 'step')).toEqual({ list: ['one'] });
  });
}

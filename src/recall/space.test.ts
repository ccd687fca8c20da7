import { expect, it } from 'vitest';
import { memory, OWNER } from '../../test/conformance/store/samples.ts';
import { filteredTo, isOpenIn, type Space } from './space.ts';

it.each<[Omit<Space, 'owner'>, boolean]>([
  [{}, true],
  [{ components: ['durable', 'task'] }, true],
  [{ components: ['task'] }, false],
  [{ components: [] }, false],
  [{ except: ['task'] }, true],
  [{ except: ['durable'] }, false],
  [{ components: ['durable'], except: ['durable'] }, false],
])('a durable memory in %j: %s', (space, expected) => {
  expect(isOpenIn(memory('m'), { owner: OWNER, ...space })).toBe(expected);
});

it.each<[string[] | undefined, string[] | undefined, string[] | undefined]>([
  [undefined, undefined, undefined],
  [['durable'], undefined, ['durable']],
  [undefined, ['durable'], ['durable']],
  [['durable', 'task'], ['task', 'tool'], ['task']],
  [['durable'], ['tool'], []],
])('a call for %j in a space of %j asks for %j', (asked, open, components) => {
  const filter = { types: ['semantic' as const], ...(asked && { components: asked }) };
  expect(filteredTo(filter, open)).toEqual({ ...filter, ...(components && { components }) });
});

import { expect, it } from 'vitest';
import { OWNER } from '../../test/conformance/store/samples.ts';
import { filteredTo } from './space.ts';

it.each<[string[] | undefined, string[] | undefined, string[] | undefined]>([
  [undefined, undefined, undefined],
  [['durable'], undefined, ['durable']],
  [undefined, ['durable'], ['durable']],
  [['durable', 'task'], ['task', 'tool'], ['task']],
  [['durable'], ['tool'], []],
])('a call for %j in a space of %j asks for %j', (asked, open, components) => {
  const filter = { types: ['semantic' as const], ...(asked && { components: asked }) };
  const space = { owner: OWNER, ...(open && { components: open }) };
  expect(filteredTo(filter, space)).toEqual({ ...filter, ...(components && { components }) });
});

it('what a space keeps to itself is not asked for', () => {
  expect(filteredTo({}, { owner: OWNER, except: ['durable'] })).toEqual({ exceptComponents: ['durable'] });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../model/primitives.ts';
import { canonicalText, storedParameters } from './tool-call.ts';

const json = fc.jsonValue() as fc.Arbitrary<Json>;
const retained = (parameters: Json) => canonicalText(storedParameters(parameters));

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reversed(each)]),
  );
}

describe('kept parameters', () => {
  it('are equal for any order of keys', () => {
    fc.assert(fc.property(json, (value) => retained(reversed(value)) === retained(value)));
  });

  it('are recognised from their stored form', () => {
    fc.assert(fc.property(json, (value) => canonicalText(JSON.parse(retained(value))) === retained(value)));
  });

  it('differ even if the difference is beyond the cut', () => {
    const long = (end: string) => ({ path: 'p', text: 'x'.repeat(10_000) + end });
    expect(retained(long('a'))).not.toBe(retained(long('b')));
    expect(retained(long('a')).length).toBeLessThan(1000);
    expect(storedParameters(long('a'))).toMatchObject({ path: 'p' });
  });
});

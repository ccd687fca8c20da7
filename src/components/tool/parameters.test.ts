import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../model/primitives.ts';
import { maskText } from '../../text/secrets.ts';
import { canonicalText, keptParameters } from './tool-call.ts';

const json = fc.jsonValue() as fc.Arbitrary<Json>;
const kept = (parameters: Json) => canonicalText(keptParameters(parameters));

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
  it('are the same in whatever order the keys come', () => {
    fc.assert(fc.property(json, (value) => kept(reversed(value)) === kept(value)));
  });

  it('are found again from what was kept', () => {
    fc.assert(fc.property(json, (value) => canonicalText(JSON.parse(kept(value))) === kept(value)));
  });

  it('tell apart what differs only beyond the cut', () => {
    const long = (end: string) => ({ path: 'p', text: 'x'.repeat(10_000) + end });
    expect(kept(long('a'))).not.toBe(kept(long('b')));
    expect(kept(long('a')).length).toBeLessThan(1000);
    expect(keptParameters(long('a'))).toMatchObject({ path: 'p' });
  });
});

describe('secrets', () => {
  it.each(['token', 'apiKey', 'API_KEY', 'x-api-key', 'client_secret', 'Authorization', 'dbPassword', 'credentials'])(
    'under %s are masked',
    (name) => {
      expect(kept({ deep: [{ [name]: 'hunter2' }] })).toBe(`{"deep":[{"${name}":"***"}]}`);
    },
  );

  it.each(['max_tokens', 'tokenize', 'key', 'author', 'passenger'])('are not under %s', (name) => {
    expect(kept({ [name]: 'hunter2' })).toContain('hunter2');
  });

  it('that are not set stay so', () => {
    expect(kept({ token: null, password: false })).toBe('{"password":false,"token":null}');
  });

  it.each([
    'curl -H "Authorization: Bearer hunter2hunter2"',
    'mysql --password=hunter2',
    'login --api-key hunter2',
    'API_KEY=hunter2 npm test',
    '{"token": "hunter2"}',
    'postgres://me:hunter2@db/x',
    'https://x.test/?token=hunter2&page=2',
    'password: hunter2',
    'use sk-hunter2hunter2hunter2',
  ])('in the text %s are masked', (text) => {
    expect(maskText(text)).not.toContain('hunter2');
    expect(maskText(text)).toContain('***');
  });

  it.each(['basic authentication failed', 'invalid token: expired', 'Unexpected token < in JSON', 'passed: 12 tests'])(
    'are not seen in %j',
    (text) => {
      expect(maskText(text)).toBe(text);
    },
  );
});

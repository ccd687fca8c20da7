import { describe, expect, it } from 'vitest';
import { redact } from './redact.ts';
import { redactAll, redactAllInSlices } from './redact-all.ts';

const clean = <Value>(value: Value): Value => redactAll(value, redact);

describe('redaction of plain data', () => {
  it.each([
    'token',
    'apiKey',
    'API_KEY',
    'x-api-key',
    'client_secret',
    'Authorization',
    'dbPassword',
    'credentials',
    'PIN',
  ])('masks the value of %s', (name) => {
    expect(clean({ deep: [{ [name]: 'hunter2' }] })).toEqual({ deep: [{ [name]: '[redacted: secret]' }] });
  });

  it.each(['max_tokens', 'tokenize', 'key', 'author', 'passenger', 'spin'])('keeps the value of %s', (name) => {
    expect(clean({ [name]: 'hunter2' })).toEqual({ [name]: 'hunter2' });
  });

  it('masks secrets in texts and keys', () => {
    expect(clean({ note: ['password: hunter2'], 'password: hunter2': 1 })).toEqual({
      note: ['password: [redacted: password]'],
      'password: [redacted: password]': 1,
    });
  });

  it('keeps harmless values and other objects', () => {
    const at = new Date(0);
    expect(clean({ token: null, password: false, at, count: 3 })).toEqual({
      token: null,
      password: false,
      at,
      count: 3,
    });
  });

  it('is idempotent', () => {
    const once = clean({ password: 'hunter2', said: 'my pin is 4471' });
    expect(clean(once)).toEqual(once);
  });

  it('is the same with pauses between texts', async () => {
    const given = { ids: ['a', 'pin: 4471', 'c'], deep: { token: 'hunter2', password: null }, at: new Date(0) };
    let [breaths, hidden] = [0, 0];
    const breathe = async () => {
      breaths += 1;
    };
    const onHidden = () => {
      hidden += 1;
    };
    expect(await redactAllInSlices(given, redact, breathe, onHidden)).toEqual(clean(given));
    expect(breaths).toBeGreaterThanOrEqual(given.ids.length);
    expect(hidden).toBe(1);
  });
});

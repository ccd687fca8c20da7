import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { harmless, reasonOf, SouvenirError } from './errors.ts';

const KEY = 'sk-proj-Abc123Def456Ghi789Jkl012Mno345';

describe('an error with a secret in its cause', () => {
  it.each([
    ['echoed by a server', `Incorrect API key provided: ${KEY}.`],
    ['in a header', `request failed, headers: { "authorization": "Bearer ${KEY}" }`],
    ['in an address', `https://models.example/v1/chat?key=${'plain-words-only'}&alt=json gave 400`],
  ])('shows no key that is %s', (_, text) => {
    const wrapped = new SouvenirError('llmFailed', text, { cause: new Error(text, { cause: { text } }) });
    for (const shown of [reasonOf(new Error(text)), inspect(wrapped, { depth: 9 }), wrapped.message])
      expect(shown).not.toMatch(/Ghi789|plain-words/);
  });

  it('keeps a cause without a secret unchanged', () => {
    const cause = Object.assign(new Error('no such model'), { statusCode: 404 });
    expect(new SouvenirError('llmFailed', 'failed', { cause }).cause).toBe(cause);
  });

  it('keeps name, text and numbers of causes at every depth', () => {
    const inner = Object.assign(new Error(`no ${KEY}`), { statusCode: 401, responseBody: KEY });
    const cause = Object.assign(new TypeError('again and again'), { lastError: inner, code: 'ERETRY' });
    const retained = harmless(cause) as typeof cause;
    expect(retained).toMatchObject({ name: 'TypeError', message: 'again and again', code: 'ERETRY' });
    expect(retained.lastError).toMatchObject({
      statusCode: 401,
      message: expect.stringContaining('no [redacted: key]'),
    });
    expect(inspect(retained, { depth: 9 })).not.toContain('Ghi789');
  });

  it('hides a key that is recognised by its form', () => {
    expect(inspect(harmless(new Error('tried hunter as the key'), ['hunter']))).not.toContain('hunter');
  });

  it('accepts a cause without a text', () => {
    const thrown = {
      toString() {
        throw new Error('no text');
      },
    };
    expect(reasonOf(thrown)).toBe('a value without text was thrown');
  });
});

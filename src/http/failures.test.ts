import { describe, expect, it } from 'vitest';
import { serverMessage } from './failures.ts';

const KEY = 'sk-very-secret';

describe('serverMessage', () => {
  it.each([
    ['OpenAI', '{"error":{"message":"no such model","type":"x","code":null}}'],
    ['Anthropic', '{"type":"error","error":{"type":"not_found_error","message":"no such model"}}'],
    ['Ollama', '{"error":"no such model"}'],
    ['vLLM', '{"object":"error","message":"no such model","code":404}'],
    ['a proxy', '<html><style>p { color: red }</style><body>\n<p>no such</p> <b>model</b></body></html>'],
    ['anybody', '  no such\n model '],
  ])('finds the message of %s', (_, body) => {
    expect(serverMessage(body, [])).toBe('no such model');
  });

  it('shows JSON without a message unchanged', () => {
    expect(serverMessage('{"ok": false}', [])).toBe('{"ok": false}');
  });

  it('is cut to 200 characters', () => {
    const message = serverMessage(JSON.stringify({ error: 'x'.repeat(5000) }), []);
    expect(message).toBe(`${'x'.repeat(199)}…`);
  });

  it.each([
    ['the message', 'x'.repeat(195)],
    ['the page', '<p>'.repeat(1331)],
  ])('hides a secret at the cut of %s', (_, before) => {
    expect(serverMessage(`${before}${KEY} is wrong`, [KEY])).not.toContain(KEY.slice(0, 3));
  });

  it('hides a secret in another JSON spelling', () => {
    expect(serverMessage('{"error":"key sk\\u002dvery-secret"}', [KEY])).toBe('key [secret]');
  });

  it('is fast for a page of open brackets', () => {
    expect(serverMessage('<'.repeat(2_000_000), [])).toHaveLength(200);
  });
});

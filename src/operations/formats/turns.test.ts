import { describe, expect, test } from 'vitest';
import { readTurns } from '../../../test/support/read-turns.ts';

const scope = { tenantId: 'default', userId: 'ana', agentId: 'default', sessionId: 'chat' };
const read = (text: string) => readTurns(text, undefined, scope);
const readObjects = async (...objects: unknown[]) =>
  (await read(objects.map((object) => JSON.stringify(object)).join('\n'))).turns;

describe('JSONL', () => {
  test('refuses endless nesting before parsing, but not brackets in a text', async () => {
    const brackets = `"\\${'[{'.repeat(2000)}`;
    expect((await readObjects({ content: brackets }))[0]?.content).toBe(brackets);
    const deep = `{"content":"hi","metadata":${'[{"a":'.repeat(2000)}1${'}]'.repeat(2000)}}`;
    await expect(read(deep)).rejects.toThrow('line 1: is nested deeper than 1000 levels');
  });

  test('accepts every spelling of a field', async () => {
    const plain = { content: 'hi', speaker: 'Bo', occurredAt: '2024-05-01', sessionId: 'a', turnId: '7' };
    const [first, ...others] = await readObjects(
      plain,
      { text: 'hi', name: 'Bo', timestamp: '2024-05-01T00:00Z', session: 'a', id: 7 },
      { text: 'hi', name: 'Bo', date: 1_714_521_600, session: 'a', metadata: { turnId: '7' }, role: null },
    );
    expect(first).toMatchObject({
      content: 'hi',
      speaker: 'Bo',
      role: 'user',
      sessionId: 'a',
      metadata: { turnId: '7' },
    });
    for (const other of others) expect({ ...other, sourceId: '' }).toEqual({ ...first, sourceId: '' });
  });

  test('accepts other names of a role, also as a speaker', async () =>
    expect(
      await readObjects(
        { role: 'human', text: 'a' },
        { speaker: 'AI', text: 'b' },
        { role: 'user', speaker: 'bot', text: 'c' },
      ),
    ).toMatchObject([{ role: 'user' }, { role: 'assistant' }, { role: 'user', speaker: 'bot' }]));

  test('accepts blank lines, a byte order mark and Windows line ends', async () =>
    expect((await read('\uFEFF{"text":"a"}\r\n\r\n{"text":"b"}\r\n')).turns.map(({ content }) => content)).toEqual([
      'a',
      'b',
    ]));

  test('reads the episodes of an export', async () =>
    expect(
      await readObjects(
        { kind: 'episode', text: 'a' },
        ...['memory', 'link', 'entity', 'relationship', 'to come'].map((kind) => ({ kind, content: 'a' })),
      ),
    ).toHaveLength(1));

  test.each([
    ['{"text":"a"}\n{"text":', /^line 2: /],
    ['{"text":"a"}\n\n[1]', /^line 3: is not a JSON object/],
    ['{"text":"  "}', /^line 1: content: is empty/],
    ['{"role":"user"}', /^line 1: content: /],
    ['{"text":"a","role":"wizard"}', /^line 1: role: /],
    ['{"text":"a","date":"soon"}', /^line 1: occurredAt: "soon" is not a date/],
    ['{"text":"a","metadata":"b"}', /^line 1: metadata: /],
    ['{"text":"a","importance":2}', /^line 1: importance: /],
    ['{"text":"a","userId":"eve"}', /^line 1: userId: is "eve", but this import is for "ana"/],
  ])('refuses %j', (text, message) => expect(read(text)).rejects.toThrow(message));
});

test('the import format is detected from the text', async () => {
  expect((await read('{"text":"a"}')).format).toBe('jsonl');
  expect((await read('Ana: hi')).format).toBe('transcript');
});

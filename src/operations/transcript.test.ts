import { describe, expect, test } from 'vitest';
import { readTurns } from '../../test/support/read-turns.ts';

const scope = { tenantId: 'default', userId: 'ana', agentId: 'default', sessionId: 'chat' };
const read = async (...lines: string[]) => (await readTurns(lines.join('\n'), 'transcript', scope)).turns;
const sessionsOf = async (...lines: string[]) => (await read(...lines)).map(({ sessionId }) => sessionId);

describe('the speakers of a transcript', () => {
  test('names are speakers, role words are roles', async () => {
    const turns = await read('Ana Maria: hello', 'Human: hi', 'AI: yes?', 'system: be brief', 'bob: me too');
    expect(turns.map(({ role, speaker }) => [role, speaker])).toEqual([
      ['user', 'Ana Maria'],
      ['user', undefined],
      ['assistant', undefined],
      ['system', undefined],
      ['user', 'bob'],
    ]);
  });

  test('Constructor is a name like any other', async () =>
    expect(await read('Constructor: hello')).toMatchObject([{ role: 'user', speaker: 'Constructor' }]));

  test('a sentence, a link or an indented line before a colon is not a name', async () => {
    const [turn, ...others] = await read('Ana: look', 'here it is:', 'https://example.org', '  Note: indented');
    expect(others).toEqual([]);
    expect(turn?.content).toBe('look\nhere it is:\nhttps://example.org\n  Note: indented');
  });

  test('a name inside a code fence is ignored', async () => {
    const turns = await read('Ana: my file', '```', 'version: 3', '', '2024-05-01', '```', 'Bot: thanks');
    expect(turns.map(({ content }) => content)).toEqual(['my file\n```\nversion: 3\n\n2024-05-01\n```', 'thanks']);
  });
});

describe('the times of a transcript', () => {
  test('time stamps precede names, with or without brackets', async () => {
    const turns = await read('[2024-05-01 10:00] Ana: hi', '2024-05-01 10:05 - Bob: hello');
    expect(turns.map(({ occurredAt }) => occurredAt?.toISOString())).toEqual([
      '2024-05-01T10:00:00.000Z',
      '2024-05-01T10:05:00.000Z',
    ]);
  });

  test('if the first turn has a time stamp, a line without one continues its turn', async () => {
    const turns = await read('[2024-05-01 10:00] Ana: a list', 'Milk: two', '[2024-05-01 10:01] Bob: fine');
    expect(turns.map(({ content }) => content)).toEqual(['a list\nMilk: two', 'fine']);
  });

  test('a date above turns dates them', async () => {
    const turns = await read('## 2024-05-01', 'Ana: hi', 'Bob: hello', '--- Session 2, 2024-06-02 ---', 'Ana: again');
    expect(turns.map(({ occurredAt }) => occurredAt?.toISOString().slice(0, 10))).toEqual([
      '2024-05-01',
      '2024-05-01',
      '2024-06-02',
    ]);
  });

  test('without dates turns have no time', async () =>
    expect((await read('Ana: hi'))[0]).not.toHaveProperty('occurredAt'));
});

describe('the sessions of a transcript', () => {
  test('one session keeps the name it was given', async () =>
    expect(await sessionsOf('Ana: a', 'Bob: b')).toEqual(['chat', 'chat']));

  test('dividers and dates separate sessions, and then blank lines do not', async () =>
    expect(await sessionsOf('Ana: a', '', 'Bob: b', '--- session ---', 'Ana: c', '2024-05-01', 'Bob: d')).toEqual([
      'chat-1',
      'chat-1',
      'chat-2',
      'chat-3',
    ]));

  test('blank lines separate sessions if most turns are adjacent', async () =>
    expect(await sessionsOf('Ana: a', 'Bob: b', 'Ana: c', '', 'Bob: d', 'Ana: e')).toEqual([
      'chat-1',
      'chat-1',
      'chat-1',
      'chat-2',
      'chat-2',
    ]));

  test('blank lines between all turns are spacing', async () =>
    expect(await sessionsOf('Ana: a', '', 'Bob: b', '', 'Ana: c')).toEqual(['chat', 'chat', 'chat']));

  test('a bare rule belongs to its turn', async () => expect(await read('Bot: one', '---', 'two')).toHaveLength(1));
});

test('many blank lines within a turn stay in it', async () => {
  const [turn] = await read('Ana: a', '\n'.repeat(300_000), 'b');
  expect(turn?.content).toHaveLength(300_004);
});

describe('invalid lines of a transcript', () => {
  test.each([
    [['Minutes of today', 'Ana: hi'], /^line 1: comes before/],
    [['Ana: hi', 'Bob:', 'Ana: hm'], /^line 2: says nothing/],
    [['[2024-02-30] Ana: hi'], /^line 1: 2024-02-30 is not a date/],
    [['Ana: hi', `${'Bo'.repeat(101)}: hi`], /^line 2: speaker: [^\n{]+$/],
    [['x y', 'z w'], /^line 1: .* \(and 1 more bad line\)$/],
  ])('%j', (lines, message) => expect(read(...lines)).rejects.toThrow(message));
});

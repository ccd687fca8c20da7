import { expect, test } from 'vitest';
import { isInToml, withEntryInToml, withoutEntryInToml } from './toml.ts';

const entry = { command: 'node "x"', args: ['C:\\mcp', '--db', 'a\u007fb'] };
const TABLE = '[mcp_servers.souvenir]\ncommand = "node \\"x\\""\nargs = ["C:\\\\mcp", "--db", "a\\u007fb"]\n';
const added = (text: string) => withEntryInToml(text, 'mcp_servers', 'souvenir', entry);
const isPresent = (text: string) => isInToml(text, 'mcp_servers', 'souvenir');

const MINE = `# mine
model = "o5" # [mcp_servers.souvenir]
note = """
[mcp_servers.souvenir] "quoted" \\"""
"""
path = 'C:\\'
list = [ # ]
  "]", { a = "}" },
]
"quoted key".'and another' = 2024-05-01T10:00:00Z

[[profiles]]
name = '''it's'''

[mcp_servers.other]
command = "x"
`;

test('a TOML edit adds a table at the end and keeps the rest', () => {
  expect(isPresent(MINE)).toBe(false);
  expect(added(MINE)).toBe(`${MINE}\n${TABLE}`);
  expect(added('')).toBe(TABLE);
  expect(added('a = 1')).toBe(`a = 1\n\n${TABLE}`);
  expect(added('a = 1\r\n')).toBe(`a = 1\r\n\r\n${TABLE.replaceAll('\n', '\r\n')}`);
});

test.each([
  '[mcp_servers.souvenir]\ncommand = "x"',
  '[ mcp_servers . "souvenir" ]\ncommand = "x"',
  '[mcp_servers]\nsouvenir = { command = "x" }',
  'mcp_servers.souvenir.command = "x"',
  '[mcp_servers.souvenir.env]\nA = "x"',
])('the TOML text %j already has the entry', (text) => expect(isPresent(text)).toBe(true));

test('a TOML edit replaces the tables of its entry and keeps comments of others', () => {
  const before = '[a]\nb = 1\n\n';
  const after = '\n# of c\n[c]\nd = 1\n';
  const old = '[mcp_servers.souvenir] # old\ncommand = "x"\n\n[mcp_servers.souvenir.env]\nA = "x"\n';
  expect(added(`${before}${old}${after}`)).toBe(`${before}${TABLE}\n${after}`);
});

test.each([MINE, '', 'a = 1\n', 'a = 1\r\n', '# mine\n\n[b]\n'])(
  'a table that is added to the TOML text %j and taken out again leaves the text as it was',
  (text) => expect(withoutEntryInToml(added(text), 'mcp_servers', 'souvenir')).toBe(text),
);

test('a TOML edit takes out every table of an entry and nothing else', () => {
  const text = `${added('a = 1\n')}\n[mcp_servers.souvenir.env]\nA = "x"\n\n# of c\n[c]\nd = 1\n`;
  expect(withoutEntryInToml(text, 'mcp_servers', 'souvenir')).toBe('a = 1\n\n\n# of c\n[c]\nd = 1\n');
  expect(withoutEntryInToml('a = 1\n', 'mcp_servers', 'souvenir')).toBe('a = 1\n');
});

test.each([
  ['mcp_servers = { other = { command = "x" } }', 'no table can be added to'],
  ['[[mcp_servers]]\na = 1', 'no table can be added to'],
  ['[mcp_servers]\nsouvenir = { command = "x" }', 'no table can be added to'],
  ['a = "open', 'line 1 is not TOML'],
  ['a = """open"', 'line 1 is not TOML'],
  ['a = 1\nb = [1,', 'line 2 is not TOML'],
  ['a = 1 ]', 'line 1 is not TOML'],
  ['a =', 'line 1 is not TOML'],
  ['just words', 'line 1 is not TOML'],
  ['[a', 'line 1 is not TOML'],
  ['[a] b = 1', 'line 1 is not TOML'],
])('the TOML text %j is refused', (text, message) => expect(() => added(text)).toThrow(message));

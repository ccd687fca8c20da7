import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueIn, withItem, withMember, withoutItems, withoutMember } from './jsonc.ts';

const entry = { command: 'node', args: ['mcp'] };
const added = (text: string) => withMember(text, ['servers', 'souvenir'], entry);
const isThere = (text: string) => valueIn(text, ['servers', 'souvenir']) !== undefined;
const lines = (...all: string[]) => `${all.join('\n')}\n`;

test('a JSONC edit creates an empty or missing file', () => {
  expect(JSON.parse(added(''))).toEqual({ servers: { souvenir: entry } });
  expect(added('\n')).toBe(added(''));
});

test('a JSONC edit keeps comments, trailing commas and spaces', () => {
  const text = lines(
    ...['// mine', '{', '\t"theme":   "dark", // not light', '\t"servers": {', '\t\t/* first */'],
    ...['\t\t"other": { "command": "x" }, // keep {', '\t\t// and this: }', '\t},', '\t"last": [1, 2,], // end', '}'],
  );
  expect(added(text)).toBe(
    lines(
      ...['// mine', '{', '\t"theme":   "dark", // not light', '\t"servers": {', '\t\t/* first */'],
      ...['\t\t"other": { "command": "x" }, // keep {', '\t\t// and this: }', '\t\t"souvenir": {'],
      ...['\t\t\t"command": "node",', '\t\t\t"args": [', '\t\t\t\t"mcp"', '\t\t\t]', '\t\t}', '\t},'],
      ...['\t"last": [1, 2,], // end', '}'],
    ),
  );
});

test('a JSONC edit puts the comma before the comment of the last member', () => {
  const text = lines('{', '  "theme": "dark" // not light', '}');
  expect(added(text)).toContain('"theme": "dark", // not light\n  "servers": {\n    "souvenir": {');
});

test('a JSONC edit keeps line ends and the byte order mark', () => {
  const text = '\ufeff{\r\n    "servers": {}\r\n}\r\n';
  const changed = added(text);
  expect(changed.startsWith('\ufeff{\r\n    "servers": {\r\n        "souvenir": {\r\n')).toBe(true);
  expect(changed.replaceAll('\r\n', '')).not.toContain('\n');
});

test('a JSONC edit replaces only the value of an existing entry', () => {
  const text = '{ "servers": { "souvenir": null, "other": 1 } } // mine';
  expect(isThere(text)).toBe(true);
  expect(isThere('{ "souvenir": { "servers": 1 } }')).toBe(false);
  const changed = added(text);
  expect(changed.startsWith('{ "servers": { "souvenir": {')).toBe(true);
  expect(changed.endsWith(', "other": 1 } } // mine')).toBe(true);
});

test.each([
  ['{', 'line 1 is not JSON'],
  ['{ "a": 1\n "b": 2 }', 'line 2 is not JSON'],
  ['{ "a": 1 } }', 'line 1 is not JSON'],
  ['{ "a": 1 /* open }', 'line 1 is not JSON'],
  ["{ 'a': 1 }", 'line 1 is not JSON'],
  ['// only this', 'line 1 is not JSON'],
  ['[]', 'the file is not a JSON object'],
  ['{ "servers": [] }', 'servers is not a JSON object'],
])('the settings text %j is refused', (text, message) => expect(() => added(text)).toThrow(message));

test('settings that are nested too deeply to read are refused', () =>
  expect(() => added('['.repeat(200_000))).toThrow('line 1 is not JSON'));

const spaced = fc.constantFrom('', ' ', '\n', '\t', ' // {"a": "}\n', ' /* , } */ ');
/** JSON with blanks and comments wherever they may stand. */
const jsoncOf = (value: unknown, blank: () => string): string => {
  if (typeof value !== 'object' || value === null) return `${blank()}${JSON.stringify(value)}${blank()}`;
  const comma = Object.keys(value).length > 0 && blank() === '' ? ',' : '';
  if (Array.isArray(value))
    return `${blank()}[${value.map((each) => jsoncOf(each, blank)).join(',')}${comma}${blank()}]`;
  const members = Object.entries(value).map(
    ([key, each]) => `${blank()}${JSON.stringify(key)}${blank()}:${jsoncOf(each, blank)}`,
  );
  return `${blank()}{${members.join(',')}${comma}${blank()}}${blank()}`;
};

test('a JSONC edit of any file keeps its data and characters and adds the entry', () => {
  const objects = fc.dictionary(fc.string(), fc.jsonValue());
  const files = fc.record({
    rest: objects,
    servers: fc.option(objects, { nil: undefined }),
    blanks: fc.infiniteStream(spaced),
  });
  fc.assert(
    fc.property(files, ({ rest, servers, blanks }) => {
      const before = JSON.parse(JSON.stringify({ ...rest, ...(servers && { servers }) })) as Record<string, object>;
      if (before['servers'] !== undefined && servers === undefined) return;
      const text = jsoncOf(before, () => blanks.next().value ?? '');
      if (isThere(text)) return;
      const changed = added(text);
      let at = 0;
      for (const unit of changed.split('')) if (unit === text[at]) at += 1;
      expect(at).toBe(text.length);
      expect(isThere(changed)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('an item is appended to a list, behind the comments of the items before it', () => {
  const text = lines('{', '  "hooks": {', '    "Stop": [', '      { "x": 1 } // mine', '    ]', '  }', '}');
  expect(withItem(text, ['hooks', 'Stop'], { y: 2 })).toBe(
    lines(
      ...[
        '{',
        '  "hooks": {',
        '    "Stop": [',
        '      { "x": 1 }, // mine',
        '      {',
        '        "y": 2',
        '      }',
        '    ]',
      ],
      ...['  }', '}'],
    ),
  );
  expect(JSON.parse(withItem('{}', ['hooks', 'Stop'], 1))).toEqual({ hooks: { Stop: [1] } });
  expect(() => withItem('{"hooks":{"Stop":{}}}', ['hooks', 'Stop'], 1)).toThrow('hooks.Stop is not a JSON list');
});

test('a removed member takes its comma and its line with it, and leaves comments', () => {
  const text = lines('{', '  "a": 1, // first', '  // of b', '  "b": 2', '}');
  expect(withoutMember(text, ['b'])).toBe(lines('{', '  "a": 1 // first', '  // of b', '}'));
  expect(withoutMember(text, ['a'])).toBe(lines('{ // first', '  // of b', '  "b": 2', '}'));
  expect(withoutMember('{ // x\n "a": 1 }', ['a'])).toBe('{ // x\n  }');
  expect(withoutMember('{ "a": { "b": 1 } }', ['a', 'b'])).toBe('{ "a": {} }');
  expect(withoutMember(text, ['c'])).toBe(text);
  expect(withoutMember('', ['c'])).toBe('');
});

test('only the items that fulfil the condition are taken out of a list', () => {
  const text = '{ "l": [1, 2, /* three */ 3, 2,] }';
  expect(withoutItems(text, ['l'], (item) => item === 2)).toBe('{ "l": [1, /* three */ 3,] }');
  expect(withoutItems(text, ['m'], () => true)).toBe(text);
});

test('an entry that is added to any file and taken out again leaves its data and characters', () => {
  const files = fc.record({
    rest: fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
    blanks: fc.infiniteStream(spaced),
  });
  fc.assert(
    fc.property(files, ({ rest, blanks }) => {
      const data = JSON.parse(JSON.stringify(rest)) as Record<string, unknown>;
      if ('servers' in data) return;
      const text = jsoncOf(data, () => blanks.next().value ?? '');
      const removed = withoutMember(added(text), ['servers']);
      expect(valueIn(removed, [])).toEqual(valueIn(text, []));
      const signs = (all: string) => all.replace(/[\s,]/g, '');
      expect(signs(removed)).toBe(signs(text));
    }),
    { numRuns: 100 },
  );
});

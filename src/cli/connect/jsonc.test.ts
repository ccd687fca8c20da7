import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInJson, withEntryInJson } from './jsonc.ts';

const entry = { command: 'node', args: ['mcp'] };
const added = (text: string) => withEntryInJson(text, 'servers', 'souvenir', entry);
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
  expect(isInJson(text, 'servers', 'souvenir')).toBe(true);
  expect(isInJson('{ "souvenir": { "servers": 1 } }', 'servers', 'souvenir')).toBe(false);
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
  [`${'['.repeat(5000)}${']'.repeat(5000)}`, 'line 1 is not JSON'],
])('the settings text %j is refused', (text, message) => expect(() => added(text)).toThrow(message));

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
      if (isInJson(text, 'servers', 'souvenir')) return;
      const changed = added(text);
      let at = 0;
      for (const unit of changed.split('')) if (unit === text[at]) at += 1;
      expect(at).toBe(text.length);
      expect(isInJson(changed, 'servers', 'souvenir')).toBe(true);
    }),
    { numRuns: 100 },
  );
});

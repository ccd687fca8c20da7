import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from './lenient-json.ts';

const ITEM = { text: 'Ana keeps bees.', from: [1], importance: 0.5 };
const ANSWER = { facts: [ITEM] };
const JSON_TEXT = JSON.stringify(ANSWER);

describe('readJson', () => {
  it.each<[string, string, unknown]>([
    ['JSON', JSON_TEXT, ANSWER],
    ['indented JSON', JSON.stringify(ANSWER, null, 2), ANSWER],
    ['a list', '[1, 2]', [1, 2]],
    ['a fence', `\`\`\`json\n${JSON_TEXT}\n\`\`\``, ANSWER],
    ['a fence that is never closed', `\`\`\`\n${JSON_TEXT}`, ANSWER],
    ['prose around', `Sure! Here it is:\n\n${JSON_TEXT}\n\nLet me know if you need more.`, ANSWER],
    ['prose with brackets and quotes before it', `As {you} asked [sic], the 5" one: ${JSON_TEXT}`, ANSWER],
    ['thoughts', `<think>\nMaybe {"facts":[]}? No.\n</think>\n${JSON_TEXT}`, ANSWER],
    ['thoughts with a quote left open', `<think>I write {"facts": ["hm\n</think>\n${JSON_TEXT}`, ANSWER],
    ['thoughts that hold all there is', `<think>So: ${JSON_TEXT}</think>\nDone.`, ANSWER],
    ['thoughts that never end', `<think>So: ${JSON_TEXT}`, ANSWER],
    ['the mark of thoughts in a string', '{"a":"ends with </think> or {"}', { a: 'ends with </think> or {' }],
    ['the mark in a string before a list', '{"a":"the </think> tag","b":[1]}', { a: 'the </think> tag', b: [1] }],
    ['a draft before it', `{"facts":["draft"]}\nBetter:\n${JSON_TEXT}`, ANSWER],
    ['nothing after it', `${JSON_TEXT} Relations: []`, ANSWER],
    ['trailing commas', '{"a":[1,2,],"b":{"c":1,},}', { a: [1, 2], b: { c: 1 } }],
    ['commas too many', '{"a":[1,,2],,"b":3}', { a: [1, 2], b: 3 }],
    ['a missing comma', '{"a":1\n"b":[{"c":2}{"c":3}]}', { a: 1, b: [{ c: 2 }, { c: 3 }] }],
    ['a comment to the end of the line', '{"a":1, // one\n"b":"http://x"}', { a: 1, b: 'http://x' }],
    ['a comment after a string', '{"a":"x" // why\n}', { a: 'x' }],
    ['a comment between', '{/* so */"a":/* is */1}', { a: 1 }],
    ['a comment of Python', '{"a": 1, # one\n"b": 2}', { a: 1, b: 2 }],
    ['single quotes', "{'a':'b','c':'it\\'s'}", { a: 'b', c: "it's" }],
    [
      'an apostrophe in single quotes',
      "{'a':'Ana's dog','b':'the dogs' bowl'}",
      { a: "Ana's dog", b: "the dogs' bowl" },
    ],
    ['a dictionary of Python', "{'a': True, 'b': False, 'c': None}", { a: true, b: false, c: null }],
    ['typographic quotes', '{“a”: “b”, ‘c’: ‘d’}', { a: 'b', c: 'd' }],
    ['quotes nobody escaped', '{"a":"He said "no" to it","b":1}', { a: 'He said "no" to it', b: 1 }],
    ['a string over lines', '{"a":"one\ntwo\tthree"}', { a: 'one\ntwo\tthree' }],
    ['escapes', String.raw`{"a":"\u00e9\n\t\"\\\/\q\u12"}`, { a: 'é\n\t"\\/qu12' }],
    ['keys without quotes', '{a: 1, b_c: "x"}', { a: 1, b_c: 'x' }],
    ['words without quotes', '{type: semantic, ok: yes}', { type: 'semantic', ok: 'yes' }],
    ['odd numbers', '[+1, .5, 5., -0.25, 1e2, NaN]', [1, 0.5, 5, -0.25, 100, null]],
    ['a number that is none', '{"importance": 0-1}', { importance: '0-1' }],
    ['a list closed by the brace around it', '{"a":[1,2}', { a: [1, 2] }],
    ['an object closed by the bracket around it', '[{"a":1]', [{ a: 1 }]],
    ['a bracket too much', '{"a":[1]]}', { a: [1] }],
    ['no last brackets', '{"facts":[{"a":1}', { facts: [{ a: 1 }] }],
    [
      'a key that is a trap',
      '{"__proto__":{"a":1},"constructor":2}',
      JSON.parse('{"__proto__":{"a":1},"constructor":2}'),
    ],
    ['a word that is a trap', '[constructor, __proto__]', ['constructor', '__proto__']],
    ['spaces of other scripts', '\uFEFF{\u00A0"a"\u2003:\u30001}', { a: 1 }],
    ['objects one after another, the last first', '{"a":1}\n{"a":2}', { a: 2 }],
  ])('reads %s', (_, text, value) => {
    const [first] = readJson(text);
    expect(first).toEqual({ value });
    expect(Object.getPrototypeOf(first?.value)).toBe(Object.getPrototypeOf(value));
  });

  it.each<[string, string, unknown]>([
    ['in a string', '{"facts":[{"a":1},{"a":2},{"a":"th', { facts: [{ a: 1 }, { a: 2 }] }],
    ['after a member', '{"facts":[{"a":1},{"a":2,"b":3', { facts: [{ a: 1 }] }],
    ['in a list of an item', '{"facts":[{"a":1},{"b":[1,', { facts: [{ a: 1 }] }],
    ['in a number', '[1, 2, 3', [1, 2]],
    ['after a comma', '[1, 2,', [1, 2]],
    ['after a colon', '{"a":1,"b":', { a: 1 }],
    ['after a key', '{"a":1,"b"', { a: 1 }],
    ['in a comment', '{"a":[{"b":1}, /* and', { a: [{ b: 1 }] }],
    ['at the first bracket', '[', []],
  ])('keeps the whole parts of an answer that is cut off %s', (_, text, value) => {
    const [read, ...more] = readJson(text);
    expect(read).toEqual({ value, lost: `it breaks off here: ${text.slice(-40)}`, open: expect.any(Set) });
    expect(more).toEqual([]);
  });

  it('keeps the whole parts before an unreadable part, and reports its position', () => {
    const [, read] = readJson('{"facts":[{"a":1},{"a":;},{"a":3}]}');
    expect(read).toEqual({
      value: { facts: [{ a: 1 }] },
      lost: 'it cannot be read beyond here: ;},{"a":3}]}',
      open: expect.any(Set),
    });
  });

  it('reports which lists and objects lost something', () => {
    const [read] = readJson('{"a":[1],"b":{"c":[2,');
    expect([...(read?.open ?? [])]).toEqual([[2], { c: [2] }, { a: [1], b: { c: [2] } }]);
  });

  it('ignores the thoughts before an answer', () => {
    expect(readJson('<think>{"a":0}</think>{"a":1}{"a":2}')).toEqual([{ value: { a: 2 } }, { value: { a: 1 } }]);
    expect(readJson('<think>{"a":[0]}</think>{"a":[1,')).toMatchObject([{ value: { a: [1] } }]);
  });

  it('finds no JSON in a text without JSON', () => {
    for (const text of ['', 'There is nothing to keep.', '"a"', '}]', '</think>']) expect(readJson(text)).toEqual([]);
  });

  it('reads valid JSON unchanged', () => {
    const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(value, fc.boolean(), (given, isIndented) => {
        const text = JSON.stringify(given, null, isIndented ? 2 : 0);
        expect(readJson(text)).toContainEqual({ value: JSON.parse(text) });
      }),
    );
  });

  it('reads a prefix of a list as its first items', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), fc.nat(), (items, length) => {
        const text = JSON.stringify({ items });
        const cut = text.slice(0, 11 + (length % (text.length - 10)));
        const { value } = readJson(cut).at(0) ?? {};
        const read = (value as { items: unknown[] }).items;
        expect(read).toEqual(JSON.parse(JSON.stringify(items.slice(0, read.length))));
      }),
    );
  });

  it.each<[string, string]>([
    ...['[', '{', '"', "'", '["', '{"', '[/*', '[//', '{"a":', '[" ', '{a ', '[]', '{}', '[1,', '\\"', '["\\'].map(
      (piece): [string, string] => [piece, piece],
    ),
    ['</think>[', '</think>['],
    ['spaces after a quote', `["${' '.repeat(100)}`],
  ])('takes linear time for a hostile text: %s', (_, piece) => {
    const text = (length: number) => piece.repeat(length / piece.length);
    readJson(text(100_000));
    const start = performance.now();
    expect(readJson(text(1_000_000)).length).toBeLessThanOrEqual(1000);
    // In the square of it, this would take minutes.
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});

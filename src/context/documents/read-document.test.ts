import { describe, expect, test } from 'vitest';
import { documentText } from '../../../test/support/documents.ts';
import { guessMediaType, readDocument } from './read-document.ts';

const read = (text: string, mediaType: 'text/markdown' | 'text/html' | 'text/plain') => readDocument(text, mediaType);
const outlineOf = async (text: string, mediaType: 'text/markdown' | 'text/html') =>
  (await read(text, mediaType)).blocks.map(({ kind, headings, text: own }) => [headings.join('/'), kind, own]);

describe('Markdown', () => {
  test('headings of both kinds nest by their level', async () => {
    const text = 'Guide\n=====\nintro\n\nSetup\n-----\none\n\n### Linux ###\ntwo\n\n# Other\nthree';
    expect(await outlineOf(text, 'text/markdown')).toEqual([
      ['Guide', 'prose', 'intro'],
      ['Guide/Setup', 'prose', 'one'],
      ['Guide/Setup/Linux', 'prose', 'two'],
      ['Other', 'prose', 'three'],
    ]);
  });

  test('a heading inside code is code', async () => {
    const text =
      '# A\n```sh\n# not a heading\n```\n\n1. step\n   ```\n   # nor this\n   ```\n2. next\n\n~~~\n# open to the end';
    expect(await outlineOf(text, 'text/markdown')).toEqual([
      ['A', 'code', '```sh\n# not a heading\n```'],
      ['A', 'list', '1. step\n   ```\n   # nor this\n   ```\n2. next'],
      ['A', 'code', '~~~\n# open to the end'],
    ]);
  });

  test('lists and tables are separate blocks', async () => {
    const text = 'before\n\n- a\n- b\n\n  more of b\n- c\n\nafter\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\nend';
    expect((await outlineOf(text, 'text/markdown')).map(([, kind, own]) => [kind, own])).toEqual([
      ['prose', 'before'],
      ['list', '- a\n- b\n\n  more of b\n- c'],
      ['prose', 'after'],
      ['table', '| x | y |\n|---|---|\n| 1 | 2 |'],
      ['prose', 'end'],
    ]);
  });

  test('front matter gives the title and is not part of the text', async () => {
    const { title, metadata, blocks } = await read(
      '---\ntitle: "Field guide"\ntags:\n  - a\nby: Ana\n---\nBody.',
      'text/markdown',
    );
    expect({ title, metadata }).toEqual({ title: 'Field guide', metadata: { title: 'Field guide', by: 'Ana' } });
    expect(blocks.map(({ text }) => text)).toEqual(['Body.']);
    expect((await read('---\n\nOnly a line.\n\n---', 'text/markdown')).blocks[0]?.text).toBe('Only a line.');
  });

  test('an empty heading is kept, and one that is too long is a paragraph', async () => {
    const long = 'word '.repeat(60).trim();
    expect(await outlineOf(`# A\n## B\n## C\ntext\n# ${long}\n`, 'text/markdown')).toEqual([
      ['A', 'prose', 'B'],
      ['A/C', 'prose', 'text'],
      ['A/C', 'prose', long],
    ]);
  });

  test('comments are dropped, and an unclosed one is text', async () => {
    expect(await outlineOf('<!-- a\nb -->\nseen\n\n<!-- open', 'text/markdown')).toEqual([
      ['', 'prose', 'seen'],
      ['', 'prose', '<!-- open'],
    ]);
  });

  test('text after a comment on the same line is read', async () => {
    const text =
      '<!-- a --> The fee is five euros.\n\n<!-- b\nc --><!-- d --> more\nof it\n\n<!-- e --> <!-- open\n\nend';
    expect((await outlineOf(text, 'text/markdown')).map(([, , own]) => own)).toEqual([
      'The fee is five euros.',
      'more\nof it',
      '<!-- open',
      'end',
    ]);
  });

  test('inline code at the start of a line opens no code block', async () => {
    const text = '```npm i``` installs it.\n\n- a\n  ```b``` c\n\n# Next\n\n```sh\n# code\n```';
    expect(await outlineOf(text, 'text/markdown')).toEqual([
      ['', 'prose', '```npm i``` installs it.'],
      ['', 'list', '- a\n  ```b``` c'],
      ['Next', 'code', '```sh\n# code\n```'],
    ]);
  });
});

describe('HTML', () => {
  test('a manual becomes readable text', async () => {
    const { blocks, title } = await read(documentText('coffee-machine.html'), 'text/html');
    expect(title).toBe('Moka Nova 3 – User Manual');
    const all = blocks.map(({ text }) => text).join('\n');
    expect(all).toContain('Moka Nova 3. Read this manual before the first cup & keep it.');
    expect(all).not.toMatch(/cookies|color: brown|Log in|Imprint/);
    const table = blocks.find(({ kind }) => kind === 'table');
    expect(table?.headings).toEqual(['Moka Nova 3', 'Lights and faults']);
    expect(table?.lead).toBe('Light | Meaning | What to do');
    expect(table?.text.split('\n')).toHaveLength(5);
    expect(blocks.find(({ kind }) => kind === 'list')?.text).toBe(
      '- Power: 1450 W\n- Pump pressure: 15 bar\n- Weight: 9.2 kg\n- Bean hopper: 280 g',
    );
  });

  test('lists within lists, preformatted text, entities and line breaks', async () => {
    const text = '<ol><li>one<ul><li>a &lt; b</li></ul></li><li>two</li></ol><pre>x\n  y</pre><p>l&eacute;<br>m</p>';
    expect((await outlineOf(text, 'text/html')).map(([, kind, own]) => [kind, own])).toEqual([
      ['list', '1. one\n  - a < b\n2. two'],
      ['code', 'x\n  y'],
      ['prose', 'lé\nm'],
    ]);
  });

  test('unclosed elements are read', async () => {
    const text = '<h1>T</h1><p>one<p>two<ul><li>a<li>b<h2>U</h2>three<table><tr><th>k<th>v<tr><td>1<td>2';
    expect(await outlineOf(text, 'text/html')).toEqual([
      ['T', 'prose', 'one'],
      ['T', 'prose', 'two'],
      ['T', 'list', '- a\n- b'],
      ['T/U', 'prose', 'three'],
      ['T/U', 'table', 'k | v\n1 | 2'],
    ]);
  });

  test('navigation is read if the page has nothing else', async () => {
    expect(await outlineOf('<nav>Everything is in here.', 'text/html')).toEqual([
      ['', 'prose', 'Everything is in here.'],
    ]);
    expect((await read('<script>never shown', 'text/html')).blocks).toEqual([]);
  });

  test('a hidden element is hidden to its end', async () => {
    expect(await outlineOf('<div hidden><div>no</div>no</div><p>yes</p>', 'text/html')).toEqual([['', 'prose', 'yes']]);
  });

  test.each([
    'hidden',
    'aria-hidden="true"',
    'style="display:none"',
    'style="color: red; DISPLAY : none !important"',
    "style='visibility:hidden'",
  ])('invisible elements are not read: %s', async (attribute) => {
    const text = `<p>one</p><p ${attribute}>no<p>two<br ${attribute}>three <span ${attribute}>no</span></p>`;
    expect((await outlineOf(text, 'text/html')).map(([, , own]) => own)).toEqual(['one', 'twothree']);
  });

  test('other styles do not hide elements', async () => {
    const text = '<p style="display:block">one</p><p style="background:url(x?display:none)">two</p>';
    expect((await outlineOf(text, 'text/html')).map(([, , own]) => own)).toEqual(['one', 'two']);
  });
});

test('plain text becomes paragraphs without unprintable characters', async () => {
  const { blocks } = await read('\ufeffone\0\r\nline\r\n\r\n \ntwo\u0007', 'text/plain');
  expect(blocks.map(({ text }) => text)).toEqual(['one\nline', 'two']);
});

test.each([
  ['x', 'a/b.MD', 'text/markdown'],
  ['# x', 'https://a.example/page.html?x=1#y.md', 'text/html'],
  ['<p>Hello</p>', undefined, 'text/html'],
  ['# Title\n\ntext', undefined, 'text/markdown'],
  ['Title\n=====\n', 'https://a.example/', 'text/markdown'],
  ['a < b and b > c', undefined, 'text/plain'],
  ['# x', 'notes.txt', 'text/plain'],
])('%j from %s is %s', (content, source, expected) => {
  expect(guessMediaType(content, source)).toBe(expected);
});

test('HTML whitespace between tags collapses to one space, and none next to a line end', async () => {
  const { blocks } = await readDocument(
    '<p> a <b> b</b> <br> c<br> <br>d <i> </i></p><pre>x  y\n z</pre>',
    'text/html',
  );
  expect(blocks.map(({ text }) => text)).toEqual(['a b\nc\n\nd', 'x  y\n z']);
});

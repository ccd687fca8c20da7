import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { jsonLines } from './json-lines.ts';

const path = join(temporaryFolder(), 'lines.jsonl');

async function read(text: string | Uint8Array) {
  writeFileSync(path, text);
  const lines: [place: string, content: unknown][] = [];
  for await (const line of jsonLines(path)) lines.push([line.place, 'value' in line ? line.value : line.reason]);
  return lines;
}

test('Lines are values with their number, whatever ends them, and empty ones are passed over', async () => {
  expect(await read('{"a":1}\r\n\n{"b":"ä"}\n3')).toEqual([
    ['line 1', { a: 1 }],
    ['line 3', { b: 'ä' }],
    ['line 4', 3],
  ]);
  expect(await read('')).toEqual([]);
});

test('A last line without an end that is no JSON is named as unfinished', async () => {
  expect(await read('{"a":1}\n{"b":')).toEqual([
    ['line 1', { a: 1 }],
    ['line 2', 'is not complete: the program may still be writing it'],
  ]);
});

test('Bytes that are no text, and values nested too deep, are named, and the next line is read', async () => {
  const deep = '['.repeat(100_000);
  expect(await read(Buffer.concat([Buffer.from([0xff, 0xfe, 0]), Buffer.from(`\n${deep}\n{"a":1}\n`)]))).toEqual([
    ['line 1', expect.stringContaining('JSON')],
    ['line 2', 'is nested deeper than 1000 levels'],
    ['line 3', { a: 1 }],
  ]);
});

test('A line that is too long is named, and the next one is read', { tags: ['long'] }, async () => {
  expect(await read(`{"a":"${'x'.repeat(33_000_000)}"}\n{"a":1}\n`)).toEqual([
    ['line 1', 'is longer than 32 million characters'],
    ['line 2', { a: 1 }],
  ]);
});

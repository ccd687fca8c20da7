import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { withPalette } from './png-palette.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(name: string, body: Buffer): Buffer {
  const framed = Buffer.concat([Buffer.alloc(4), Buffer.from(name), body, Buffer.alloc(4)]);
  framed.writeUInt32BE(body.length, 0);
  framed.writeUInt32BE(crc32(framed.subarray(4, -4)), framed.length - 4);
  return framed;
}

/** A picture of two pixels a row, each row filtered another way; every row shows red, then blue. */
function filteredPng(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(2, 0);
  header.writeUInt32BE(5, 4);
  header.set([8, 2], 8);
  const rows = [
    [0, 255, 0, 0, 0, 0, 255],
    [1, 255, 0, 0, 1, 0, 255],
    [2, 0, 0, 0, 0, 0, 0],
    [3, 128, 0, 0, 129, 0, 128],
    [4, 0, 0, 0, 0, 0, 0],
  ];
  const data = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

it('keeps the colours of a picture however its rows were filtered, in a palette', () => {
  const png = withPalette(filteredPng());
  const at = (name: string) => png.indexOf(name) + 4;
  expect(png.subarray(0, 8)).toEqual(SIGNATURE);
  expect(png[at('IHDR') + 9]).toBe(3);
  const palette = png.subarray(at('PLTE'), at('PLTE') + png.readUInt32BE(at('PLTE') - 8));
  const indexed = inflateSync(png.subarray(at('IDAT'), at('IDAT') + png.readUInt32BE(at('IDAT') - 8)));
  const colours = [...indexed].map((place, column) =>
    column % 3 === 0 ? '' : palette.subarray(place * 3, place * 3 + 3).toString('hex'),
  );
  expect(colours).toEqual(Array.from({ length: 5 }, () => ['', 'ff0000', '0000ff']).flat());
  const body = png.subarray(at('PLTE') - 4, at('PLTE') + palette.length);
  expect(png.readUInt32BE(at('PLTE') + palette.length)).toBe(crc32(body));
});

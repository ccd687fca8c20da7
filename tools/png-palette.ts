import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE_BYTES = 8;
const MAX_COLOURS = 256;

/** A PNG of 8 bits a channel as one with a palette of its commonest colours: a fourth of the size for a picture of a page. */
export function withPalette(png: Buffer): Buffer {
  const { header, data } = partsOf(png);
  const [width, height, channels] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] === 6 ? 4 : 3];
  const pixels = unfiltered(inflateSync(data), width * channels, height, channels);
  const counts = new Map<number, number>();
  const colourAt = (at: number): number => pixels.readUIntBE(at * channels, 3);
  for (let at = 0; at < width * height; at++) counts.set(colourAt(at), (counts.get(colourAt(at)) ?? 0) + 1);
  const palette = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_COLOURS)
    .map(([colour]) => colour);
  const places = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  // Every row begins with the number of its filter: none.
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < width * height; at++)
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = places.get(colourAt(at)) as number;
  const indexed = Buffer.from(header);
  indexed[9] = 3;
  return Buffer.concat([
    png.subarray(0, SIGNATURE_BYTES),
    chunk('IHDR', indexed),
    chunk('PLTE', Buffer.from(palette.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const channelsOf = (colour: number): [number, number, number] => [colour >> 16, (colour >> 8) & 255, colour & 255];

function nearest(palette: readonly number[], colour: number): number {
  const [red, green, blue] = channelsOf(colour);
  const distances = palette.map((each) => {
    const [r, g, b] = channelsOf(each);
    return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
  });
  return distances.indexOf(Math.min(...distances));
}

function partsOf(png: Buffer): { readonly header: Buffer; readonly data: Buffer } {
  const data: Buffer[] = [];
  let header: Buffer = Buffer.alloc(0);
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 8, at + 8 + length);
    const name = png.toString('latin1', at + 4, at + 8);
    if (name === 'IHDR') header = body;
    if (name === 'IDAT') data.push(body);
    at += length + 12;
  }
  return { header, data: Buffer.concat(data) };
}

/** The five filters of the format: each byte is told by how it differs from those to the left and above. */
function unfiltered(rows: Buffer, bytes: number, height: number, step: number): Buffer {
  const pixels = Buffer.alloc(bytes * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (bytes + 1)];
    for (let x = 0; x < bytes; x++) {
      const at = y * bytes + x;
      const left = x < step ? 0 : (pixels[at - step] as number);
      const above = y === 0 ? 0 : (pixels[at - bytes] as number);
      const corner = x < step || y === 0 ? 0 : (pixels[at - bytes - step] as number);
      const guess = [0, left, above, (left + above) >> 1, filter === 4 ? paeth(left, above, corner) : 0][filter ?? 0];
      pixels[at] = (rows[y * (bytes + 1) + 1 + x] as number) + (guess as number);
    }
  }
  return pixels;
}

function paeth(left: number, above: number, corner: number): number {
  const sum = left + above - corner;
  const [a, b, c] = [left, above, corner].map((each) => Math.abs(sum - each)) as [number, number, number];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { SouvenirError } from '../../errors.ts';
import { bytesOf, decodeUtf8, type ImportPart } from './bytes.ts';

/** Exports have one file of conversations, or several with numbers. */
const CONVERSATIONS = /(?:^|\/)conversations(?:-\d{1,6})?\.json$/;
const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const END_SIZE = 22;
const MAX_COMMENT_BYTES = 65_535;
const MAX_DIRECTORY_BYTES = 64_000_000;
/** Limits the unpacked bytes in all, and per packed byte once there are more than a few: conversations pack to a tenth. */
const MAX_UNPACKED_BYTES = 2_000_000_000;
const MAX_RATIO = 200;
const MIN_RATIO_BYTES = 10_000_000;

interface ZipEntry {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

export async function isZip(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return bytesRead === 4 && [LOCAL, END].includes(buffer.readUInt32LE());
}

/** The conversations of an archive, unpacked as they are read; its paths are never written to or followed. */
export async function* readZip(file: FileHandle, path: string): AsyncGenerator<ImportPart> {
  const { size } = await file.stat();
  const entries = (await readDirectory(file, size, path)).filter(({ name }) => CONVERSATIONS.test(name));
  if (entries.length === 0)
    throw refusal(
      `${path} has no conversations.json in it`,
      'give an export of ChatGPT or Claude as it was downloaded',
    );
  const budget = { left: MAX_UNPACKED_BYTES };
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1)))
    yield { name: entry.name, text: decodeUtf8(unpack(file, size, entry, budget), entry.name) };
}

async function readDirectory(file: FileHandle, size: number, path: string): Promise<ZipEntry[]> {
  const tail = await bytesAt(file, Math.max(0, size - END_SIZE - MAX_COMMENT_BYTES), size, path);
  let end = tail.length - END_SIZE;
  while (end >= 0 && (tail.readUInt32LE(end) !== END || tail.readUInt16LE(end + 20) > tail.length - end - END_SIZE))
    end--;
  if (end < 0) throw damaged(path);
  const [count, length, offset] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ];
  if (count === 0xffff || offset === 0xffffffff)
    throw refusal(`${path} is an archive of more than 4 GB`, 'unpack it and import its conversations.json');
  if (length > MAX_DIRECTORY_BYTES || offset + length > size) throw damaged(path);
  const bytes = await bytesAt(file, offset, offset + length, path);
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count; ) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) throw damaged(path);
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    if (nameEnd > bytes.length) throw damaged(path);
    entries.push({
      name: bytes.toString('utf8', at + 46, nameEnd),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      ...{ method: bytes.readUInt16LE(at + 10), checksum: bytes.readUInt32LE(at + 16) },
      ...{
        packed: bytes.readUInt32LE(at + 20),
        size: bytes.readUInt32LE(at + 24),
        offset: bytes.readUInt32LE(at + 42),
      },
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** Counts the unpacked bytes, since the sizes in the archive may be wrong. */
async function* unpack(
  file: FileHandle,
  size: number,
  { name, isEncrypted, method, checksum, packed, size: declaredSize, offset }: ZipEntry,
  budget: { left: number },
): AsyncGenerator<Uint8Array> {
  if (isEncrypted) throw refusal(`${name} is encrypted`, 'unpack the archive with its password and import the file');
  if (method !== 0 && method !== 8) throw refusal(`${name} has an unknown compression`, 'unpack the archive');
  if (declaredSize > budget.left) throw bomb(name);
  const header = await bytesAt(file, offset, offset + 30, name);
  const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (header.readUInt32LE() !== LOCAL || start + packed > size) throw damaged(name);
  const raw = Readable.from(bytesOf(file, start, start + packed));
  const content = method === 0 ? raw : raw.pipe(createInflateRaw());
  raw.on('error', (error) => content.destroy(error));
  let bytes = 0;
  let sum = 0;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      budget.left -= chunk.length;
      if (budget.left < 0 || (bytes > MIN_RATIO_BYTES && bytes > packed * MAX_RATIO)) throw bomb(name);
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (cause) {
    throw SouvenirError.is(cause) ? cause : damaged(name, cause);
  } finally {
    raw.destroy();
  }
  if (sum !== checksum || bytes !== declaredSize) throw damaged(name);
}

async function bytesAt(file: FileHandle, from: number, to: number, name: string): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
  if (bytesRead < to - from) throw damaged(name);
  return buffer;
}

const refusal = (message: string, advice: string, cause?: unknown): SouvenirError =>
  new SouvenirError('invalidInput', message, { advice: `nothing was imported; ${advice}`, cause });
const damaged = (name: string, cause?: unknown): SouvenirError =>
  refusal(`${name} is a damaged archive`, 'download it again', cause);
const bomb = (name: string): SouvenirError =>
  refusal(`${name} unpacks to more data than an export has`, 'unpack it by hand if you trust it');

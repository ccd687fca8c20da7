import type { FileHandle } from 'node:fs/promises';
import { SouvenirError } from '../../errors.ts';

/** A named text within a source, such as a file of an archive. */
export interface ImportPart {
  readonly name: string;
  readonly text: AsyncIterable<string>;
}

const CHUNK_BYTES = 65_536;

/** The bytes of a file between two positions. The file stays open. */
export async function* bytesOf(file: FileHandle, from = 0, to = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(CHUNK_BYTES, to - at)), { position: at });
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

export async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new SouvenirError('invalidInput', `${name} is not UTF-8 text`, { cause });
    }
  };
  for await (const chunk of bytes) yield decode(chunk);
  yield decode();
}

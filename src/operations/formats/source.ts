import { type FileHandle, open } from 'node:fs/promises';
import { reasonOf, SouvenirError } from '../../errors.ts';
import { bytesOf, decodeUtf8, type ImportPart } from './bytes.ts';
import { isZip, readZip } from './zip.ts';

/** An import reads its source twice: first to find all issues, then to store it. */
export interface ImportSource {
  parts(): AsyncIterable<ImportPart>;
}

const CHARACTERS = 65_536;

export const textSource = (text: string): ImportSource => ({
  async *parts() {
    async function* chunks() {
      for (let at = 0; at < text.length; at += CHARACTERS) yield text.slice(at, at + CHARACTERS);
    }
    yield { name: 'the text', text: chunks() };
  },
});

/** A file, or the conversations in an archive. Reads only this file. */
export const fileSource = (path: string): ImportSource => ({
  async *parts() {
    let file: FileHandle | undefined;
    try {
      file = await open(path);
      const stat = await file.stat();
      if (!stat.isFile()) throw new Error('it is not a file');
      if (await isZip(file)) yield* readZip(file, path);
      else if (path.toLowerCase().endsWith('.zip'))
        throw new SouvenirError('invalidInput', `${path} is not a zip archive`, {
          advice: 'download it again, or rename it if it is a text',
        });
      else yield { name: path, text: decodeUtf8(bytesOf(file), path) };
    } catch (cause) {
      if (SouvenirError.is(cause)) throw cause;
      throw new SouvenirError('notFound', `cannot read ${path}: ${reasonOf(cause)}`, { cause });
    } finally {
      await file?.close();
    }
  },
});

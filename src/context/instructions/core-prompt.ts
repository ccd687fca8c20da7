import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { reasonOf, SouvenirError } from '../../errors.ts';
import { parse } from '../../model/parse.ts';
import { sha256 } from '../../text/sha256.ts';

const sourceSchema = z.union([z.string(), z.strictObject({ file: z.string().min(1) })], {
  error: 'must be a text or { file }',
});

/** A core prompt, read once. */
export interface CorePrompt {
  readonly text: string;
  /** SHA-256 of the text in UTF-8, as hex. */
  readonly hash: string;
  readonly file?: string;
  /**
   * Compares the file with the text that was read; a changed file is not adopted. A text given directly never differs.
   */
  verify(): Promise<CorePromptCheck>;
}

export interface CorePromptCheck {
  readonly isSame: boolean;
  /** Hash of the file now; absent when it cannot be read. */
  readonly hash?: string;
}

/**
 * Reads the core prompt of an agent, or its identity: `defineAgent({ identity: core.text })`.
 * @example const agent = defineAgent({ core: await corePromptOf({ file: 'prompts/core.md' }) });
 */
export async function corePromptOf(input: string | { readonly file: string }): Promise<CorePrompt> {
  const source = parse(sourceSchema, input, 'corePrompt');
  const file = typeof source === 'string' ? undefined : source.file;
  const text = typeof source === 'string' ? source : await read(source.file);
  const hash = sha256(text);
  return Object.freeze({
    ...{ text, hash },
    ...(file !== undefined && { file }),
    async verify() {
      if (file === undefined) return { isSame: true, hash };
      const now = await readFile(file, 'utf8').catch(() => undefined);
      return now === undefined ? { isSame: false } : { isSame: sha256(now) === hash, hash: sha256(now) };
    },
  });
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new SouvenirError('invalidInput', `corePrompt.file: ${file} cannot be read: ${reasonOf(error)}`, {
      advice: 'Check the path and who may read it.',
      cause: error,
    });
  }
}

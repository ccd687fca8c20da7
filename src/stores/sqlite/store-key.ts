import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { SouvenirError } from '../../errors.ts';

const KEY_BYTES = 32;
const HEX_KEY = /^[0-9a-f]{64}$/i;
const LINE_END = /\r?\n$/;

/** Some builds of SQLite take a URL for a path, and a URL may contain a key. */
export const filePathSchema = z
  .string()
  .min(1, 'is empty: name a file')
  .refine((path) => !path.startsWith('file:'), 'is a URL: name a file');

/** A passphrase, 32 bytes or their 64 hexadecimal digits, or a file or environment variable with one of these. */
export type StoreKey = string | Uint8Array | { readonly file: string } | { readonly env: string };

const formSchema = z.union([
  z.string().min(1),
  z.instanceof(Uint8Array).refine(({ length }) => length === KEY_BYTES),
  z.strictObject({ file: z.string().min(1) }),
  z.strictObject({ env: z.string().min(1) }),
]);
export const storeKeySchema = z.custom<StoreKey>(
  (value) => formSchema.safeParse(value).success,
  `must be a passphrase, ${KEY_BYTES} bytes, { file } or { env }`,
);

export interface Secret {
  readonly bytes: Buffer;
  readonly isRaw: boolean;
}

/** Its errors contain nothing of the key. */
export async function readSecret(key: StoreKey): Promise<Secret> {
  if (typeof key === 'string') return secretOf(key);
  if (key instanceof Uint8Array) return { bytes: Buffer.from(key), isRaw: true };
  if ('file' in key) return readSecretFile(key.file);
  const text = process.env[key.env];
  if (text) return secretOf(text);
  throw new SouvenirError('invalidInput', `key: the environment variable ${key.env} is not set`);
}

async function readSecretFile(file: string): Promise<Secret> {
  const bytes = await readFile(file).catch(({ code }) => {
    throw new SouvenirError('invalidInput', `key: ${file} cannot be read: ${code}`);
  });
  const text = textOf(bytes);
  if (text !== undefined && text !== '') return secretOf(text);
  if (bytes.length === KEY_BYTES) return { bytes, isRaw: true };
  throw new SouvenirError('invalidInput', `key: ${file} is empty, or neither text nor ${KEY_BYTES} bytes`);
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(LINE_END, '');
  } catch {
    return undefined;
  }
}

const secretOf = (text: string): Secret =>
  HEX_KEY.test(text) ? { bytes: Buffer.from(text, 'hex'), isRaw: true } : { bytes: Buffer.from(text), isRaw: false };

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fieldsOf, textOf } from './fields.ts';
import { type ProjectLocation, settingsFileOf } from './project.ts';

/** Keeps texts beside an encrypted memory as unreadable as the memory is. */
export interface Seal {
  seal(text: string): string;
  /** Throws without the key of the text. */
  open(sealed: string): string;
}

export const PLAIN: Seal = { seal: (text) => text, open: (text) => text };
const refuse = (): never => {
  throw new Error('the memory is encrypted, and hooks have no key: set SOUVENIR_KEY, or keyFile in the settings');
};
const LOCKED: Seal = { seal: refuse, open: refuse };
const ALGORITHM = 'aes-256-gcm';
const [IV_BYTES, TAG_BYTES] = [12, 16];

/** The seal of the files beside a memory: by the key of hooks, if there is one. It is read without the schema of the settings, which takes longer than a capture may. */
export function sealOf({ db, folder }: Pick<ProjectLocation, 'db' | 'folder'>): Seal {
  const secret = secretOf(folder);
  if (secret === undefined) return isEncrypted(db) ? LOCKED : PLAIN;
  const key = new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), 'souvenir hooks', 32));
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv);
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64');
    },
    open(text) {
      // What was written before the memory had a key.
      if (text.startsWith('{')) return text;
      const sealed = Buffer.from(text, 'base64');
      const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/** Broken settings, or a key file that is gone, are as good as none. */
function secretOf(folder: string): Uint8Array | undefined {
  const settings = settingsFileOf(folder);
  try {
    const keyFile = settings && textOf(fieldsOf(JSON.parse(readFileSync(settings, 'utf8')))['keyFile']);
    if (settings && keyFile) return readFileSync(resolve(dirname(settings), keyFile));
  } catch {
    return undefined;
  }
  const key = process.env['SOUVENIR_KEY'];
  return key ? Buffer.from(key) : undefined;
}

const PLAIN_BEGINNING = 'SQLite format 3';

/** A file of SQLite that is not encrypted begins with its name. */
function isEncrypted(db: string): boolean {
  const bytes = Buffer.alloc(PLAIN_BEGINNING.length);
  let file: number;
  try {
    file = openSync(db, 'r');
  } catch {
    return false;
  }
  try {
    return readSync(file, bytes) === bytes.length && bytes.toString('latin1') !== PLAIN_BEGINNING;
  } finally {
    closeSync(file);
  }
}

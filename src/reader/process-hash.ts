import { createHmac, createSecretKey, randomBytes } from 'node:crypto';

/** In OpenSSL's memory: a heap snapshot lacks it, a dump of the whole process has it. */
const KEY = createSecretKey(randomBytes(32));

/** A hash for this process alone: without its key nobody can test it against a text. */
export const processHash = (text: string): string => createHmac('sha256', KEY).update(text).digest('base64');

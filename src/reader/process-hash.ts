import { createHmac, createSecretKey, randomBytes } from 'node:crypto';

/** In memory of OpenSSL: a snapshot of the heap lacks it, a dump of the whole process has it. */
const KEY = createSecretKey(randomBytes(32));

/** A hash that is of use in this process alone: without its key nobody can try which text it is of. */
export const processHash = (text: string): string => createHmac('sha256', KEY).update(text).digest('base64');

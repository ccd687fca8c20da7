import type { Secret } from './rule.ts';
import { TOKEN_RULES } from './tokens.ts';

type FindSecrets = (text: string) => readonly Secret[];

const UNSEEN = /\u034f|[\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]/;
const EACH_UNSEEN = new RegExp(UNSEEN, 'g');

const PIECES = /(?<![\w-])([A-Za-z][\w-]{5,100}) (?=([\w-]{6,100})(?![\w-]))/g;
const isMixed = (piece: string): boolean => /\d/.test(piece) && /[A-Za-z]/.test(piece);

const ENCODED = /(?<![\w+/=-])[\w+/-]{24,}={0,2}(?![\w+/=-])/g;
const MAX_DECODED_CHARS = 20_000;
/** Enough bytes to see whether it is text. */
const PROBE_CHARS = 24;
const PRINTED = /^[\t\n\r -~]+$/;

/** Disguised secrets: with invisible characters inside, split by a space, in base64. */
export const hiddenIn = (text: string, find: FindSecrets): Secret[] => [
  ...withUnseenIn(text, find),
  ...splitIn(text),
  ...encodedIn(text, find),
];

function withUnseenIn(text: string, find: FindSecrets): Secret[] {
  if (!UNSEEN.test(text)) return [];
  const gaps = Array.from(text.matchAll(EACH_UNSEEN), ({ index }) => index);
  // Each gap is one unit, so an offset in the shorter text grows by the number of gaps before it.
  const before = gaps.map((gap, at) => gap - at);
  let passed = 0;
  const origin = (position: number) => {
    while ((before[passed] ?? Number.POSITIVE_INFINITY) <= position) passed += 1;
    return position + passed;
  };
  return find(text.replace(EACH_UNSEEN, '')).map(({ kind, start, end }) => ({
    ...{ kind, start: origin(start), end: origin(end - 1) + 1 },
  }));
}

function splitIn(text: string): Secret[] {
  return Array.from(text.matchAll(PIECES)).flatMap(({ 1: first = '', 2: second = '', index: start }) => {
    if (!isMixed(first) || !isMixed(second)) return [];
    for (const rule of TOKEN_RULES) {
      const secret = rule.find(`${first}${second}`, 0);
      if (secret !== undefined && secret.end > first.length)
        return [{ kind: secret.kind, start, end: start + secret.end + 1 }];
    }
    return [];
  });
}

function encodedIn(text: string, find: FindSecrets): Secret[] {
  return Array.from(text.matchAll(ENCODED)).flatMap(({ 0: encoded, index: start }) => {
    if (!PRINTED.test(Buffer.from(encoded.slice(0, PROBE_CHARS), 'base64').toString('latin1'))) return [];
    const decoded = Buffer.from(encoded.slice(0, MAX_DECODED_CHARS), 'base64').toString('latin1');
    const [secret] = PRINTED.test(decoded) ? find(decoded) : [];
    return secret === undefined ? [] : [{ kind: secret.kind, start, end: start + encoded.length }];
  });
}

export function merged(secrets: readonly Secret[]): readonly Secret[] {
  const whole: Secret[] = [];
  for (const secret of secrets.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = whole.at(-1);
    if (last === undefined || secret.start >= last.end) whole.push(secret);
    else if (secret.end > last.end) whole[whole.length - 1] = { ...last, end: secret.end };
  }
  return whole;
}

import type { Secret, TextSpan } from './rule.ts';
import { TOKEN_RULES } from './tokens.ts';

type FindSecrets = (text: string) => readonly Secret[];

/** Characters without a shape of their own, which a prompt leaves out. */
const UNSEEN = /(?![\t\n\v\f\r\u0085])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const PLAIN = /^[\t-\r -~]*$/;
const EACH_UNSEEN = new RegExp(UNSEEN, 'gu');

const PIECES = /(?<![\w-])([A-Za-z][\w-]{5,100}) (?=([\w-]{6,100})(?![\w-]))/g;
const isMixed = (piece: string): boolean => /\d/.test(piece) && /[A-Za-z]/.test(piece);

/** A long word, with the lines after it that are a word each. */
const ENCODED = /(?<![\w+/=-])[\w+/-]{24,}(?:\r?\n[ \t]*[\w+/-]{4,}(?=={0,2}$))*={0,2}(?![\w+/=-])/gm;
const WORD = /[\w+/=-]+/g;
/** Text between bytes that are none. */
const READABLE = /(?:(?!\ufffd)[\P{Cc}\t\n\r]){12,}/gu;

/** Disguised secrets: with invisible characters inside, split by a space, in base64. */
export const hiddenIn = (text: string, find: FindSecrets): Secret[] => [
  ...withUnseenIn(text, find),
  ...splitIn(text),
  ...encodedIn(text, find),
];

function withUnseenIn(text: string, find: FindSecrets): Secret[] {
  if (PLAIN.test(text) || !UNSEEN.test(text)) return [];
  let removed = 0;
  const gaps = Array.from(text.matchAll(EACH_UNSEEN), ({ 0: { length }, index }) => {
    const at = index - removed;
    removed += length;
    return { at, removed };
  });
  let passed = 0;
  const origin = (position: number) => {
    while ((gaps[passed]?.at ?? Number.POSITIVE_INFINITY) <= position) passed += 1;
    return position + (gaps[passed - 1]?.removed ?? 0);
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
  return Array.from(text.matchAll(ENCODED)).flatMap(({ 0: run, index }) =>
    blocksIn(run).flatMap(({ start, end }) => {
      const secret = decodedSecret(run.slice(start, end).replace(/\s+/g, ''), find);
      return secret === undefined ? [] : [{ kind: secret.kind, start: index + start, end: index + end }];
    }),
  );
}

/** Lines of one length, and a shorter last one that ends whole bytes, are one block. */
function blocksIn(run: string): readonly TextSpan[] {
  const blocks: { start: number; end: number; width: number }[] = [];
  for (const { 0: line, index: start } of run.matchAll(WORD)) {
    const block = blocks.at(-1);
    const { length } = line;
    const isShorter = length < (block?.width ?? 0);
    if (block === undefined || length > block.width || (isShorter && length % 4 !== 0))
      blocks.push({ start, end: start + length, width: length });
    else Object.assign(block, { end: start + length, width: isShorter ? 0 : length });
  }
  return blocks;
}

/** A word may begin before its encoded part, so it is decoded from each of four beginnings. */
function decodedSecret(encoded: string, find: FindSecrets): Secret | undefined {
  for (let from = 0; from < 4; from++)
    for (const [readable] of Buffer.from(encoded.slice(from), 'base64').toString('utf8').matchAll(READABLE)) {
      const [secret] = find(readable);
      if (secret !== undefined) return secret;
    }
  return undefined;
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

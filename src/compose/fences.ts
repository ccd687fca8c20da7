import { foldSign } from '../text/fold-sign.ts';

/** Characters that look like the brackets, the slash and the dash of a tag, and are not folded to these. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ...Array.from('<‹〈⟨˂ᐸᚲ❮❬❰⧼《≪⋖≺≮𝈶', (sign): [string, string] => [sign, '<']),
  ...Array.from('>›〉⟩˃ᐳ❯❭❱⧽》≫⋗≻≯𝈷𖼿', (sign): [string, string] => [sign, '>']),
  ...Array.from('⁄∕⧸╱\\⧵∖', (sign): [string, string] => [sign, '/']),
  ...Array.from('ー一ㅡᅳ➖۔⎯─', (sign): [string, string] => [sign, '-']),
]);
/** Text without one of these contains no tag. */
const OPENING = /[<‹〈⟨˂ᐸᚲ❮❬❰⧼《≪⋖≺≮𝈶＜﹤〈]/u;

/** Fences of souvenir itself, also spaced out or left open. */
const FENCE = String.raw`(souvenir(?!\p{L})(?:\s{0,9}[\p{Pd}_]\s{0,9}\p{L}*)?)(?:\s{0,9}>)?`;
const PART = 'prompt|message|reminder|instructions?|notice|note|calls?|results?|outputs?|use|response|error';
const ROLE = 'system|developer|assistant|user|human';
/** Tags by which agent programs mark texts of the system, a tool or a speaker. */
const NAME = `(?:${ROLE}|tool|function|custom)[-_](?:${PART})|invoke|function_calls|${ROLE}|instructions?`;
const MARK = new RegExp(
  String.raw`<([\s\u2800/]*)(?:${FENCE}|((?:[a-z]{1,20}:)?(?:${NAME}))(?:[\s/]*|\s[^<>]*)>)`,
  'giu',
);
const TYPE_PARAMETER = /^\w<[A-Z][a-z]+>$/;

/** Text that cannot open or close a fence, nor pose as a tag of the system, a tool or a speaker: such tags become words in brackets. */
export function withoutFences(text: string): string {
  if (!OPENING.test(text)) return text;
  const { folded, origins } = foldText(text);
  const pieces: string[] = [];
  let done = 0;
  for (const { 0: mark, 1: before = '', 2: fence, 3: tag = '', index } of folded.matchAll(MARK)) {
    const originOf = (length: number) => origins[index + length] ?? text.length;
    const [start, end] = [originOf(0), originOf(mark.length)];
    if (TYPE_PARAMETER.test(text.slice(start - 1, end))) continue;
    const name = `${before}${fence ?? tag}`;
    const rest = text.slice(originOf(1 + name.length), originOf(mark.length - (mark.endsWith('>') ? 1 : 0)));
    pieces.push(text.slice(done, start), `[${name}${rest}]`);
    done = end;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done);
}

function foldText(text: string): { readonly folded: string; readonly origins: readonly number[] } {
  const origins: number[] = [];
  let [folded, at] = ['', 0];
  for (const sign of text) {
    const plain = plainOf(sign);
    folded += plain;
    for (let unit = 0; unit < plain.length; unit++) origins.push(at);
    at += sign.length;
  }
  origins.push(text.length);
  return { folded, origins };
}

const plainOf = (sign: string): string =>
  LOOKALIKES.get(sign) ?? (sign <= '~' ? sign : (LOOKALIKES.get(foldSign(sign)) ?? foldSign(sign)));

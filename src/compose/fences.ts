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

const BEFORE = String.raw`<([\s\u2800/]{0,40}`;
/** Fences of souvenir itself, also spaced out or left open. */
const FENCE = String.raw`${BEFORE}souvenir(?!\p{L})(?:\s{0,9}[\p{Pd}_]\s{0,9}\p{L}*)?)\s{0,9}>?`;
const PART = 'prompt|message|reminder|instructions?|notice|note|calls?|results?|outputs?|use|response|error';
const ATTRIBUTES = String.raw`(?:[\s/]{0,9}|\s[^<>\n]{0,80})`;
/** Tags by which agent programs mark texts of the system, a tool or a speaker. */
const TAG = `${BEFORE}(?:[a-z]{1,20}:)?(?:(?:system|developer|assistant|user|human|tool|function|custom)[-_](?:${PART})|invoke|function_calls)${ATTRIBUTES})>`;
/** A single word may be a type parameter, as in List<User>. */
const ROLE = String.raw`(?<![\p{L}\p{N}_])${BEFORE}(?:[a-z]{1,20}:)?(?:system|developer|assistant|user|human|instructions?)${ATTRIBUTES})>`;
const MARK = new RegExp(`${FENCE}|${TAG}|${ROLE}`, 'giu');

/** Text that cannot open or close a fence, nor pose as a tag of the system, a tool or a speaker: such tags become words in brackets. */
export function withoutFences(text: string): string {
  if (!OPENING.test(text)) return text;
  const { seen, origins } = asSeen(text);
  const pieces: string[] = [];
  let done = 0;
  for (const { 0: mark, index, ...inner } of seen.matchAll(MARK)) {
    const [start, end] = [origins[index] ?? 0, origins[index + mark.length] ?? text.length];
    pieces.push(text.slice(done, start), `[${inner[1] ?? inner[2] ?? inner[3]}]`);
    done = end;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done);
}

function asSeen(text: string): { readonly seen: string; readonly origins: readonly number[] } {
  const origins: number[] = [];
  let [seen, at] = ['', 0];
  for (const sign of text) {
    const plain = plainOf(sign);
    seen += plain;
    for (let unit = 0; unit < plain.length; unit++) origins.push(at);
    at += sign.length;
  }
  origins.push(text.length);
  return { seen, origins };
}

const plainOf = (sign: string): string =>
  LOOKALIKES.get(sign) ?? (sign <= '~' ? sign : (LOOKALIKES.get(foldSign(sign)) ?? foldSign(sign)));

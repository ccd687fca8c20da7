import type { Guardrail, Violation } from '../contracts/guardrail.ts';

export interface FormatLimits {
  /** In UTF-16 units. */
  readonly maxLength?: number;
  readonly maxLines?: number;
  /** The longest stretch of Latin letters, digits and signs without a space. */
  readonly maxUnbroken?: number;
}

const MAX_LENGTH = 4000;
const MAX_LINES = 120;
const MAX_UNBROKEN = 250;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+/g;
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
const INVISIBLE =
  /[\u200b\u2060-\u2064\u206a-\u206f\u180e\ufffe\ufff9-\ufffb\u{e0001}-\u{e007f}\u115f\u1160\u3164\uffa0]+|(?<=\p{Script=Latin})[\u200c\u200d](?=\p{Script=Latin})|(?<!^)\ufeff/gu;
const BROKEN = /\p{Cs}|\ufffd|\p{Co}/gu;
const UNBROKEN = /[\p{Script=Latin}\p{N}\p{Pd}\p{Po}\p{Pc}\p{S}]+/gu;
const STACKED_MARKS = /\p{M}{4,}/gu;
const SCRIPT =
  /<\s*(?:\/\s*)?(?:script|iframe|object|embed|applet|meta|link|base|form|input|svg|math|style|frame|frameset|body|html|video|audio|source|template|textarea|button)\b[^>]*>?|\b(?:javascript|vbscript)\s*:\s*\S|\bdata:[a-z]+\/[a-z0-9.+-]+[;,]|<!--(?:[^-]|-(?!->))*(?:-->)?|<!\[CDATA\[|<\?(?:php|xml|=)|<!doctype\b|<%(?:(?!<%)[\s\S]){0,200}?%>|\{%(?:(?!\{%)[\s\S]){0,200}?%\}|\$\{(?:(?!\$\{)[^}\n]){0,80}\(|\{\{(?=[^}\n({|]{0,80}[({|])(?:(?!\{\{)[^}\n]){0,160}\}\}|!\[(?:(?!!\[)[^\]\n]){0,200}\]\(\s*https?:[^)]*\)?/gi;
const TAG = /<[a-z][^>]*>?/gi;
const ACTING = /\s(?:on[a-z]{3,20}|style|src|href|srcset|formaction|xlink:href)\s*=/i;
const MENTIONED = /^[`'"]?\s*(?:tags?|elements?|blocks?|attributes?)\b/i;

export function sizeRule({ maxLength = MAX_LENGTH, maxLines = MAX_LINES }: FormatLimits = {}): Guardrail {
  return {
    name: 'format',
    isDecisive: true,
    check(text) {
      if (text.trim() === '') return [violation('is empty', 0, text.length)];
      const lines = lineStart(text, maxLines);
      return [
        ...(text.length > maxLength
          ? [violation(`is longer than ${maxLength} characters`, maxLength, text.length)]
          : []),
        ...(lines === undefined ? [] : [violation(`has more than ${maxLines} lines`, lines, text.length)]),
      ].sort((a, b) => a.start - b.start);
    },
  };
}

/** Refuses text with invisible characters or active markup. */
export function formatRule({ maxUnbroken = MAX_UNBROKEN }: FormatLimits = {}): Guardrail {
  return {
    name: 'format',
    check(read) {
      return [
        ...violationsFor(read, CONTROL, 'holds control characters'),
        ...violationsFor(read, DIRECTION, 'holds characters that turn the direction of writing'),
        ...violationsFor(read, INVISIBLE, 'holds characters that cannot be seen'),
        ...violationsFor(read, BROKEN, 'holds broken or private characters'),
        ...violationsFor(read, STACKED_MARKS, 'has stacked accents'),
        ...violationsFor(read, UNBROKEN, `runs on for more than ${maxUnbroken} characters without a space`).filter(
          ({ start, end }) => [...read.slice(start, end)].length > maxUnbroken,
        ),
        ...markup(read).filter(({ end }) => !MENTIONED.test(read.slice(end))),
      ].sort((a, b) => a.start - b.start);
    },
  };
}

/** An active tag hides the other violations in it. */
function markup(text: string): Violation[] {
  const reason = 'holds markup or a script';
  const tags = violationsFor(text, TAG, reason).filter(({ start, end }) => ACTING.test(text.slice(start, end)));
  return [...tags, ...violationsFor(text, SCRIPT, reason)]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start }, at, all) => start >= (all[at - 1]?.end ?? 0));
}

const violation = (reason: string, start: number, end: number): Violation => ({ rule: 'format', reason, start, end });

const violationsFor = (text: string, pattern: RegExp, reason: string): Violation[] =>
  [...text.matchAll(pattern)].map(({ 0: match, index }) => violation(reason, index, index + match.length));

function lineStart(text: string, number: number): number | undefined {
  let at = -1;
  for (let line = 0; line < number; line++) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return undefined;
  }
  return at + 1;
}

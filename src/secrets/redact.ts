import { FORM_RULES } from './forms.ts';
import { hiddenIn, merged } from './hidden.ts';
import { NAMED_RULES } from './named.ts';
import { NATIONAL_RULES, numberAt } from './numbers.ts';
import { Openings } from './openings.ts';
import { PHRASE_RULES } from './phrases.ts';
import { MARK, matchesAt, type Secret } from './rule.ts';
import { TOKEN_RULES } from './tokens.ts';

/** Built for the first text, so that a process without any does not wait for it. */
let openings: Openings | undefined;
const openingsOfRules = (): Openings => {
  openings ??= new Openings([...FORM_RULES, ...PHRASE_RULES, ...NATIONAL_RULES, ...TOKEN_RULES, ...NAMED_RULES]);
  return openings;
};

/** Secret names in one text that can be checked within 50 ms: far more than a text has. */
const MAX_NAMES = 10_000;

const OPENS_MARK = '['.charCodeAt(0);
const [ZERO, NINE] = [48, 57];

class SecretScanner {
  readonly secrets: Secret[] = [];
  readonly #openings = openingsOfRules();
  readonly #text: string;
  readonly #maxNames: number;
  #names = 0;
  #at = 0;
  #digitsUntil = 0;

  constructor(text: string, maxNames: number) {
    this.#text = text;
    this.#maxNames = maxNames;
  }

  get at(): number {
    return this.#at;
  }

  readUntil(limit: number): boolean {
    const text = this.#text;
    const openings = this.#openings;
    const last = text.length - 1;
    const until = Math.min(limit, last);
    let at = this.#at;
    let code = text.charCodeAt(at);
    let next = text.charCodeAt(at + 1);
    for (; at < until; at++) {
      const third = text.charCodeAt(at + 2);
      const isOpening = openings.mayStart(code, next, third);
      if (isOpening || code === OPENS_MARK || (code >= ZERO && code <= NINE && at >= this.#digitsUntil)) {
        at = this.#look(at, code, isOpening);
        code = text.charCodeAt(at + 1);
        next = text.charCodeAt(at + 2);
      } else {
        code = next;
        next = third;
      }
    }
    this.#at = at;
    return at < last;
  }

  #look(at: number, code: number, isOpening: boolean): number {
    const text = this.#text;
    let secret: Secret | undefined;
    // No secret begins within a run of one character.
    if (text.charCodeAt(at - 1) === code && text.charCodeAt(at + 1) === code && (code < ZERO || code > NINE)) return at;
    if (code === OPENS_MARK) return matchesAt(MARK, text, at) ? MARK.lastIndex - 1 : at;
    if (code >= ZERO && code <= NINE && at >= this.#digitsUntil) {
      const number = numberAt(text, at);
      this.#digitsUntil = number.end;
      secret = number.secret;
    }
    if (secret === undefined && isOpening) secret = this.#secretAt(at);
    if (secret === undefined || secret.start < (this.secrets.at(-1)?.end ?? 0)) return at;
    this.secrets.push(secret);
    return Math.max(at, secret.end - 1);
  }

  #secretAt(at: number): Secret | undefined {
    const text = this.#text;
    for (const rule of this.#openings.rulesAt(text, at)) {
      if (rule.isSlow && ++this.#names > this.#maxNames) continue;
      const secret = rule.find(text, at);
      if (secret !== undefined) return secret;
    }
    return undefined;
  }
}

const scanOnce = (text: string, maxNames: number, until: number): readonly Secret[] => {
  const scanner = new SecretScanner(text, maxNames);
  scanner.readUntil(until);
  return scanner.secrets;
};

const asWritten = (text: string): readonly Secret[] => scanOnce(text, Number.POSITIVE_INFINITY, text.length);

export function secretsIn(text: string): readonly Secret[] {
  const hidden = hiddenIn(text, asWritten);
  const plain = asWritten(text);
  return hidden.length === 0 ? plain : merged([...plain, ...hidden]);
}

function withMarks(text: string, secrets: readonly Secret[]): string {
  let redacted = '';
  let done = 0;
  for (const { kind, start, end } of secrets) {
    redacted += `${text.slice(done, start)}[redacted: ${kind}]`;
    done = end;
  }
  return redacted + text.slice(done);
}

/** A mark can reveal a neighbouring secret, so a text is scanned until none is left, in a bounded number of rounds. */
const MAX_ROUNDS = 4;

/**
 * The text with a mark such as `[redacted: password]` in place of every secret.
 * @example const safe = redact('The wifi password is horse7staple.');
 */
export function redact(text: string): string {
  let redacted = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const secrets = secretsIn(redacted);
    if (secrets.length === 0) break;
    redacted = withMarks(redacted, secrets);
  }
  return redacted;
}

/** Characters that are scanned to the end within 50 ms in any text. */
export const READ_AT_ONCE = 20_000;

/** Characters after which a single synchronous scan stops. */
const MAX_AT_ONCE_CHARS = 200_000;

/**
 * `redact` within 50 ms for any text: of a longer one the beginning is scanned once, with a bounded number of secret
 * names.
 */
export const redactAtOnce = (text: string): string =>
  text.length <= READ_AT_ONCE ? redact(text) : withMarks(text, scanOnce(text, MAX_NAMES, MAX_AT_ONCE_CHARS));

/** Replaces the part that was not scanned. */
export const REST = '[and more, not read yet]';

/** The part of a text that can be shown without waiting: the beginning, if it is not scanned to the end. */
export function shownAtOnce(text: string): string {
  if (text.length <= MAX_AT_ONCE_CHARS) return text;
  const scanner = new SecretScanner(text, MAX_NAMES);
  scanner.readUntil(READ_AT_ONCE);
  return `${withMarks(text.slice(0, scanner.at), scanner.secrets)}${REST}`;
}

/** Characters scanned before the event loop gets its turn. */
const SLICE = 10_000;

/** A disguised secret that begins in one stretch is read this far into the next. */
const OVERLAP = 1000;

/** The next stretch that is scanned for disguised secrets, up to a line's end or a space if there is one. */
function nextStretch(text: string, from: number): string {
  const slice = text.slice(from, from + SLICE);
  if (from + SLICE >= text.length) return slice;
  const end = slice.lastIndexOf('\n') + 1 || slice.lastIndexOf(' ') + 1;
  return end > 0 ? slice.slice(0, end) : slice;
}

/** `redact` with turns for the event loop: for texts that may be long. */
export async function redactInSlices(text: string, breathe: () => Promise<void>): Promise<string> {
  let redacted = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const scanner = new SecretScanner(redacted, Number.POSITIVE_INFINITY);
    for (let until = SLICE; scanner.readUntil(until); until += SLICE) await breathe();
    const hidden: Secret[] = [];
    for (let from = 0; from < redacted.length; ) {
      const stretch = nextStretch(redacted, from);
      for (const { kind, start, end } of hiddenIn(redacted.slice(from, from + stretch.length + OVERLAP), asWritten))
        if (start < stretch.length) hidden.push({ kind, start: from + start, end: from + end });
      from += stretch.length;
      await breathe();
    }
    const secrets = merged([...scanner.secrets, ...hidden]);
    if (secrets.length === 0) break;
    redacted = withMarks(redacted, secrets);
  }
  return redacted;
}

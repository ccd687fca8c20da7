import { FORM_RULES } from './forms.ts';
import { hiddenIn, merged } from './hidden.ts';
import { NAMED_RULES } from './named.ts';
import { NATIONAL_RULES, numberAt } from './numbers.ts';
import { Openings } from './openings.ts';
import { PHRASE_RULES } from './phrases.ts';
import { MARK, matchesAt, type Secret } from './rule.ts';
import { TOKEN_RULES } from './tokens.ts';

/** Made when a text is first read: a process that reads none does not wait for it. */
let openings: Openings | undefined;
const openingsOfRules = (): Openings => {
  openings ??= new Openings([...FORM_RULES, ...PHRASE_RULES, ...NATIONAL_RULES, ...TOKEN_RULES, ...NAMED_RULES]);
  return openings;
};

/** Names of secrets in one text that can be read within 50 ms: far more than a text has. */
const MAX_NAMES = 10_000;

const OPENS_MARK = '['.charCodeAt(0);
const [ZERO, NINE] = [48, 57];

/** Reads a text from front to back, as far as it is told to at a time. */
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

  /** Before this nothing is left to find. */
  get at(): number {
    return this.#at;
  }

  /** Whether there is more to read. */
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

  /** The last character that needs no further look. */
  #look(at: number, code: number, isOpening: boolean): number {
    const text = this.#text;
    let secret: Secret | undefined;
    // Within a run of one character nothing begins.
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

/** Every secret in a text, in order. */
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

/** A mark can make clear what stands beside it: a text is read until nothing is found, but not for ever. */
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

/** So much is read to its end within 50 ms, whatever it is. */
export const READ_AT_ONCE = 20_000;

/** Where reading once, without waiting, ends. */
const MAX_AT_ONCE_CHARS = 200_000;

/** The same within 50 ms, whatever the text: of a longer one once, its beginning, and only so many names of secrets. */
export const redactAtOnce = (text: string): string =>
  text.length <= READ_AT_ONCE ? redact(text) : withMarks(text, scanOnce(text, MAX_NAMES, MAX_AT_ONCE_CHARS));

/** Stands for what was not read at once. */
export const REST = '[and more, not read yet]';

/** What of a text may be shown at once: of one that is not read to its end, the beginning. */
export function shownAtOnce(text: string): string {
  if (text.length <= MAX_AT_ONCE_CHARS) return text;
  const scanner = new SecretScanner(text, MAX_NAMES);
  scanner.readUntil(READ_AT_ONCE);
  return `${withMarks(text.slice(0, scanner.at), scanner.secrets)}${REST}`;
}

/** How much is read between two moments at which others are let in. */
const SLICE = 10_000;

/** From a place on, so much as is looked through at once for what is hidden, up to a line's end or a space where there is one. */
function nextStretch(text: string, from: number): string {
  const slice = text.slice(from, from + SLICE);
  if (from + SLICE >= text.length) return slice;
  const end = slice.lastIndexOf('\n') + 1 || slice.lastIndexOf(' ') + 1;
  return end > 0 ? slice.slice(0, end) : slice;
}

/** The same, letting others in while it reads: for texts that may be long. */
export async function redactInSlices(text: string, breathe: () => Promise<void>): Promise<string> {
  let redacted = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const scanner = new SecretScanner(redacted, Number.POSITIVE_INFINITY);
    for (let until = SLICE; scanner.readUntil(until); until += SLICE) await breathe();
    const hidden: Secret[] = [];
    for (let from = 0; from < redacted.length; ) {
      const stretch = nextStretch(redacted, from);
      for (const { kind, start, end } of hiddenIn(stretch, asWritten))
        hidden.push({ kind, start: from + start, end: from + end });
      from += stretch.length;
      await breathe();
    }
    const secrets = merged([...scanner.secrets, ...hidden]);
    if (secrets.length === 0) break;
    redacted = withMarks(redacted, secrets);
  }
  return redacted;
}

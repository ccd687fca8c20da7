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
const MOST_NAMES = 10_000;

const OPENS_MARK = '['.charCodeAt(0);
const [ZERO, NINE] = [48, 57];

/** Reads a text from front to back, as far as it is told to at a time. */
class Reading {
  readonly secrets: Secret[] = [];
  readonly #openings = openingsOfRules();
  readonly #text: string;
  readonly #mostNames: number;
  #names = 0;
  #at = 0;
  #digitsUntil = 0;

  constructor(text: string, mostNames: number) {
    this.#text = text;
    this.#mostNames = mostNames;
  }

  /** Before this nothing is left to find. */
  get at(): number {
    return this.#at;
  }

  /** Whether there is more to read. */
  readUntil(most: number): boolean {
    const text = this.#text;
    const openings = this.#openings;
    const last = text.length - 1;
    const until = Math.min(most, last);
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
    let found: Secret | undefined;
    // Within a run of one character nothing begins.
    if (text.charCodeAt(at - 1) === code && text.charCodeAt(at + 1) === code && (code < ZERO || code > NINE)) return at;
    if (code === OPENS_MARK) return matchesAt(MARK, text, at) ? MARK.lastIndex - 1 : at;
    if (code >= ZERO && code <= NINE && at >= this.#digitsUntil) {
      const number = numberAt(text, at);
      this.#digitsUntil = number.end;
      found = number.secret;
    }
    if (found === undefined && isOpening) found = this.#foundAt(at);
    if (found === undefined || found.start < (this.secrets.at(-1)?.end ?? 0)) return at;
    this.secrets.push(found);
    return Math.max(at, found.end - 1);
  }

  #foundAt(at: number): Secret | undefined {
    const text = this.#text;
    for (const rule of this.#openings.rulesAt(text, at)) {
      if (rule.isSlow && ++this.#names > this.#mostNames) continue;
      const found = rule.find(text, at);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

const readOnce = (text: string, mostNames: number, until: number): readonly Secret[] => {
  const reading = new Reading(text, mostNames);
  reading.readUntil(until);
  return reading.secrets;
};

const asWritten = (text: string): readonly Secret[] => readOnce(text, Number.POSITIVE_INFINITY, text.length);

/** Every secret in a text, in order. */
export function secretsIn(text: string): readonly Secret[] {
  const hidden = hiddenIn(text, asWritten);
  const plain = asWritten(text);
  return hidden.length === 0 ? plain : merged([...plain, ...hidden]);
}

function marked(text: string, secrets: readonly Secret[]): string {
  let told = '';
  let done = 0;
  for (const { kind, start, end } of secrets) {
    told += `${text.slice(done, start)}[redacted: ${kind}]`;
    done = end;
  }
  return told + text.slice(done);
}

/** A mark can make clear what stands beside it: a text is read until nothing is found, but not for ever. */
const MOST_ROUNDS = 4;

/**
 * The text with a mark such as `[redacted: password]` in place of every secret.
 * @example const safe = redact('The wifi password is horse7staple.');
 */
export function redact(text: string): string {
  let told = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const secrets = secretsIn(told);
    if (secrets.length === 0) break;
    told = marked(told, secrets);
  }
  return told;
}

/** So much is read to its end within 50 ms, whatever it is. */
export const READ_AT_ONCE = 20_000;

/** Where reading once, without waiting, ends. */
const MOST_AT_ONCE = 200_000;

/** The same within 50 ms, whatever the text: of a longer one once, its beginning, and only so many names of secrets. */
export const redactAtOnce = (text: string): string =>
  text.length <= READ_AT_ONCE ? redact(text) : marked(text, readOnce(text, MOST_NAMES, MOST_AT_ONCE));

/** Stands for what was not read at once. */
export const REST = '[and more, not read yet]';

/** What of a text may be shown at once: of one that is not read to its end, the beginning. */
export function shownAtOnce(text: string): string {
  if (text.length <= MOST_AT_ONCE) return text;
  const reading = new Reading(text, MOST_NAMES);
  reading.readUntil(READ_AT_ONCE);
  return `${marked(text.slice(0, reading.at), reading.secrets)}${REST}`;
}

/** How much is read between two moments at which others are let in. */
const SLICE = 10_000;

/** From a place on, so much as is looked through at once for what is hidden, up to a line's end or a space where there is one. */
function nextStretch(text: string, from: number): string {
  const most = text.slice(from, from + SLICE);
  if (from + SLICE >= text.length) return most;
  const end = most.lastIndexOf('\n') + 1 || most.lastIndexOf(' ') + 1;
  return end > 0 ? most.slice(0, end) : most;
}

/** The same, letting others in while it reads: for texts that may be long. */
export async function redactInSlices(text: string, breathe: () => Promise<void>): Promise<string> {
  let told = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const reading = new Reading(told, Number.POSITIVE_INFINITY);
    for (let until = SLICE; reading.readUntil(until); until += SLICE) await breathe();
    const hidden: Secret[] = [];
    for (let from = 0; from < told.length; ) {
      const stretch = nextStretch(told, from);
      for (const { kind, start, end } of hiddenIn(stretch, asWritten))
        hidden.push({ kind, start: from + start, end: from + end });
      from += stretch.length;
      await breathe();
    }
    const secrets = merged([...reading.secrets, ...hidden]);
    if (secrets.length === 0) break;
    told = marked(told, secrets);
  }
  return told;
}

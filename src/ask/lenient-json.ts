export interface ParsedJson {
  readonly value: unknown;
  /** Why the value is incomplete: text from here on was unreadable, and was dropped with the item it was in. */
  readonly lost?: string;
  readonly open?: ReadonlySet<unknown>;
}

/** Deeper than answers need, safe for the stack. */
const MAX_DEPTH = 100;
/** For texts full of brackets; the last ones are kept. */
const MAX_VALUES = 1000;
const EXCERPT_CHARS = 40;
const THOUGHT_END = '</think>';

/**
 * Reads the JSON values of a model's answer, in fences or prose. The last value is the likeliest and comes first, empty ones come
 * last; values in the reasoning count only if none follows it. Tolerates comments, other quotes, bare words, trailing or missing
 * commas and missing brackets. Takes time in proportion to the text.
 */
export function readJson(text: string): ParsedJson[] {
  const thought = text.lastIndexOf(THOUGHT_END);
  const all = allIn(text);
  const afterThoughts = thought < 0 ? [] : allIn(text.slice(thought + THOUGHT_END.length));
  const isInString = ({ value, lost }: ParsedJson) => lost === undefined && JSON.stringify(value).includes(THOUGHT_END);
  const parsed = (afterThoughts.length === 0 || all.some(isInString) ? all : afterThoughts).reverse();
  return [...parsed.filter(({ value }) => !isEmpty(value)), ...parsed.filter(({ value }) => isEmpty(value))];
}

const isEmpty = (value: unknown): boolean => Object.keys(Object(value)).length === 0;

function allIn(text: string): ParsedJson[] {
  const parser = new LenientParser(text);
  const parsed: ParsedJson[] = [];
  for (let read = parser.next(); read !== undefined; read = parser.next()) {
    parsed.push(read);
    if (parsed.length > 2 * MAX_VALUES) parsed.splice(0, MAX_VALUES);
  }
  return parsed.slice(-MAX_VALUES);
}

const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’' };
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...([
    ['true', true],
    ['false', false],
  ] as const),
  ...['null', 'none', 'undefined', 'nan'].map((word) => [word, null] as const),
]);
const WORD = /[\p{L}\p{N}_$.+%-]+/uy;
const BRACKET = /[{[]/g;

/** Never backtracks, so its time is in proportion to the text. */
class LenientParser {
  readonly #text: string;
  #at = 0;
  #isOver = false;
  #lost: string | undefined;
  #open = new Set<unknown>();

  constructor(text: string) {
    this.#text = text;
  }

  next(): ParsedJson | undefined {
    BRACKET.lastIndex = this.#at;
    const start = BRACKET.exec(this.#text)?.index;
    if (start === undefined) return undefined;
    [this.#at, this.#isOver, this.#lost, this.#open] = [start, false, undefined, new Set()];
    const value = this.#value(0);
    return { value, ...(this.#lost !== undefined && { lost: this.#lost, open: this.#open }) };
  }

  /** Undefined if incomplete; an incomplete list or object has its complete items. */
  #value(depth: number): unknown {
    const character = this.#text[this.#at] as string;
    if (depth > MAX_DEPTH) return this.#stop();
    if (character === '[') return this.#list(depth);
    if (character === '{') return this.#object(depth);
    return character in QUOTES ? this.#string() : this.#wordValue();
  }

  #list(depth: number): unknown[] {
    const items: unknown[] = [];
    this.#at += 1;
    for (let isExpected = true; this.#hasMore(']', isExpected); isExpected = this.#passComma()) {
      const item = this.#value(depth + 1);
      // Incomplete items are dropped.
      if (this.#isOver) {
        this.#stop();
        break;
      }
      items.push(item);
    }
    if (this.#isOver) this.#open.add(items);
    return items;
  }

  #object(depth: number): object {
    const members: [string, unknown][] = [];
    this.#at += 1;
    for (let isExpected = true; this.#hasMore('}', isExpected); isExpected = this.#passComma()) {
      const key = (this.#text[this.#at] as string) in QUOTES ? this.#string() : this.#word();
      this.#skip();
      if (key === undefined || this.#text[this.#at] !== ':') {
        this.#stop();
        break;
      }
      this.#at += 1;
      this.#skip();
      const value = this.#at < this.#text.length ? this.#value(depth + 1) : this.#stop();
      if (value !== undefined) members.push([key, value]);
      if (this.#isOver) break;
    }
    // Not by assignment: a key may be `__proto__`.
    const made = Object.fromEntries(members);
    if (this.#isOver) this.#open.add(made);
    return made;
  }

  /** Whether another item precedes the closing bracket. A bracket of the enclosing value also closes, and is not consumed. */
  #hasMore(closing: ']' | '}', isExpected: boolean): boolean {
    this.#skip();
    const character = this.#text[this.#at];
    if (character === undefined) {
      this.#isOver = true;
      if (isExpected) this.#stop();
      return false;
    }
    if (character !== ']' && character !== '}') return true;
    if (character === closing) this.#at += 1;
    return false;
  }

  #passComma(): boolean {
    this.#skip();
    const start = this.#at;
    while (this.#text[this.#at] === ',') {
      this.#at += 1;
      this.#skip();
    }
    return this.#at > start;
  }

  #string(): string | undefined {
    const text = this.#text;
    const closing = QUOTES[text[this.#at] as string];
    const parts: string[] = [];
    let from = ++this.#at;
    for (; this.#at < text.length; this.#at++) {
      const character = text[this.#at];
      if (character === '\\') {
        parts.push(text.slice(from, this.#at), this.#escaped());
        from = this.#at + 1;
      } else if (character === closing && this.#endsString()) {
        parts.push(text.slice(from, this.#at));
        this.#at += 1;
        return parts.join('');
      }
    }
    return this.#stop();
  }

  #escaped(): string {
    const character = this.#text[++this.#at] ?? '';
    if (character !== 'u') return ESCAPED[character] ?? character;
    const code = this.#text.slice(this.#at + 1, this.#at + 5);
    if (!/^[\da-f]{4}$/i.test(code)) return character;
    this.#at += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  /** A quote ends a string only before a separator, bracket, comment or line end: models forget to escape inner quotes. */
  #endsString(): boolean {
    let at = this.#at + 1;
    for (; isSpace(this.#text[at]); at++) if (this.#text[at] === '\n') return true;
    const character = this.#text[at];
    return character === undefined || ',:]}'.includes(character) || /^\/[/*]/.test(this.#text.slice(at, at + 2));
  }

  #wordValue(): unknown {
    const word = this.#word();
    if (word === undefined) return undefined;
    const known = WORDS.get(word.toLowerCase());
    if (known !== undefined) return known;
    const number = Number(word);
    return Number.isFinite(number) ? number : word;
  }

  #word(): string | undefined {
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#text)?.[0];
    if (word === undefined) return this.#stop();
    this.#at += word.length;
    // A word at the end of the text may be cut off.
    return this.#at < this.#text.length ? word : this.#stop();
  }

  #skip(): void {
    for (;;) {
      while (isSpace(this.#text[this.#at])) this.#at += 1;
      const end = COMMENTS[this.#text.slice(this.#at, this.#at + 2)];
      if (end === undefined) return;
      const closed = this.#text.indexOf(end, this.#at + 2);
      this.#at = closed < 0 ? this.#text.length : closed + end.length;
    }
  }

  #stop(): undefined {
    this.#isOver = true;
    this.#lost ??=
      this.#at < this.#text.length
        ? `it cannot be read beyond here: ${this.#text.slice(this.#at, this.#at + EXCERPT_CHARS)}`
        : `it breaks off here: ${this.#text.slice(-EXCERPT_CHARS)}`;
  }
}

const COMMENTS: Readonly<Record<string, string>> = { '//': '\n', '/*': '*/', '# ': '\n' };

const isSpace = (character: string | undefined): boolean => character !== undefined && /\s/.test(character);

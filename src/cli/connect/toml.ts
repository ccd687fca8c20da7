import { SouvenirError } from '../../errors.ts';
import type { ServerEntry } from './jsonc.ts';

/** A header or an assignment, with the path of the key it sets. */
interface TomlStatement {
  readonly path: readonly string[];
  readonly isTable: boolean;
  readonly start: number;
  readonly end: number;
}

const BLANK = /\s+/y;
const COMMENT = /#[^\n]*/y;
const SPACE = /[ \t]*/y;
const REST_OF_LINE = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const BARE = /[\w-]+/y;
const BASIC = /"(?!"")(?:[^"\\\n]|\\.)*"/y;
const LITERAL = /'(?!'')[^'\n]*'/y;

/** Reads the statements of a TOML text. Values are skipped: only their ends matter. */
class TomlParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  statements(): TomlStatement[] {
    const parsed: TomlStatement[] = [];
    let table: readonly string[] = [];
    for (this.#skip(); !this.#isAtEnd(); this.#skip()) {
      const start = this.#at;
      const isTable = this.#takes('[');
      const isArray = isTable && this.#takes('[');
      const keys = this.#path();
      if (isTable && !(this.#takes(']') && (!isArray || this.#takes(']')))) throw this.#refusal();
      if (!isTable) this.#value();
      if (this.#match(REST_OF_LINE) === undefined) throw this.#refusal();
      const path = isTable ? keys : [...table, ...keys];
      if (isTable) table = keys;
      // An array of tables cannot be reopened, like a value.
      parsed.push({ path, isTable: isTable && !isArray, start, end: this.#at });
    }
    return parsed;
  }

  #path(): string[] {
    const keys: string[] = [];
    do {
      this.#match(SPACE);
      const quoted = this.#match(BASIC) ?? this.#match(LITERAL);
      const key = quoted?.slice(1, -1) ?? this.#match(BARE);
      if (key === undefined) throw this.#refusal();
      keys.push(key);
      this.#match(SPACE);
    } while (this.#takes('.'));
    return keys;
  }

  #value(): void {
    if (!this.#takes('=')) throw this.#refusal();
    this.#match(SPACE);
    const start = this.#at;
    for (let depth = 0; !this.#isAtEnd(); ) {
      const sign = this.#text[this.#at] ?? '';
      if (depth === 0 && (sign === '\n' || sign === '#')) break;
      if (sign === '#') this.#match(COMMENT);
      else if (sign === '"' || sign === "'") {
        if (!this.#string()) throw this.#refusal();
      } else {
        if ('[{'.includes(sign)) depth += 1;
        if (']}'.includes(sign)) depth -= 1;
        if (depth < 0) throw this.#refusal();
        this.#at += 1;
      }
      if (depth > 0 && this.#isAtEnd()) throw this.#refusal();
    }
    if (this.#text.slice(start, this.#at).trim() === '') throw this.#refusal();
  }

  #string(): boolean {
    const quote = ['"""', "'''"].find((each) => this.#takes(each));
    if (quote === undefined) return (this.#match(BASIC) ?? this.#match(LITERAL)) !== undefined;
    while (!this.#isAtEnd()) {
      if (this.#takes(quote)) {
        // The string may end with two quotes of its own.
        while (this.#takes(quote.slice(-1)));
        return true;
      }
      if (quote.startsWith('"')) this.#takes('\\');
      this.#at += 1;
    }
    return false;
  }

  #isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  #takes(sign: string): boolean {
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  #match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const [matched] = expression.exec(this.#text) ?? [];
    this.#at += matched?.length ?? 0;
    return matched;
  }

  #refusal(): SouvenirError {
    const line = this.#text.slice(0, this.#at).split('\n').length;
    return new SouvenirError('invalidInput', `line ${line} is not TOML`, { advice: 'fix the file by hand first' });
  }

  #skip(): void {
    while ((this.#match(BLANK) ?? this.#match(COMMENT)) !== undefined);
  }
}

const isWithin = (path: readonly string[], outer: readonly string[]): boolean =>
  outer.every((key, at) => path[at] === key);

export const isInToml = (text: string, section: string, name: string): boolean =>
  new TomlParser(text).statements().some(({ path }) => isWithin(path, [section, name]));

export function withEntryInToml(text: string, section: string, name: string, entry: ServerEntry): string {
  const statements = new TomlParser(text).statements();
  const newline = newlineOf(text);
  const table = `${tableOf(section, name, entry).join(newline)}${newline}`;
  const own = statements.filter(({ path }) => isWithin(path, [section, name]));
  const isClosed = statements.some(({ path, isTable }) => path.length === 1 && path[0] === section && !isTable);
  const [first] = own;
  if (isClosed || first?.isTable === false)
    throw new SouvenirError('invalidInput', `${section} has a form that no table can be added to`, {
      advice: 'add the entry that --print prints by hand',
    });
  if (first === undefined) {
    const gap = text.trim() === '' ? '' : newline;
    return `${text}${text === '' || text.endsWith('\n') ? '' : newline}${gap}${table}`;
  }
  const remaining = without(text, own);
  return remaining.slice(0, first.start) + table + remaining.slice(first.start);
}

/** Takes an entry out, with the blank line that stands before its table. */
export function withoutEntryInToml(text: string, section: string, name: string): string {
  const own = new TomlParser(text).statements().filter(({ path }) => isWithin(path, [section, name]));
  const [first] = own;
  if (first === undefined) return text;
  const remaining = without(text, own);
  const before = remaining.slice(0, first.start);
  const gap = `${newlineOf(text)}${newlineOf(text)}`;
  return before.endsWith(gap) || before.trim() === ''
    ? before.slice(0, before.length - newlineOf(text).length) + remaining.slice(first.start)
    : remaining;
}

/** The tables of an entry, as they are written. */
export const textInToml = (text: string, section: string, name: string): string =>
  new TomlParser(text)
    .statements()
    .filter(({ path }) => isWithin(path, [section, name]))
    .map(({ start, end }) => text.slice(start, end))
    .join('');

const without = (text: string, statements: readonly TomlStatement[]): string =>
  statements.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text);

const newlineOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

export const tableOf = (section: string, name: string, entry: ServerEntry): string[] => [
  `[${section}.${name}]`,
  ...Object.entries(entry).map(([key, value]) => `${key} = ${tomlOf(value)}`),
];

/** Strings and lists of strings are written in TOML as in JSON, except for U+007F. */
const tomlOf = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(tomlOf).join(', ')}]` : JSON.stringify(value).replaceAll('\u007f', '\\u007f');

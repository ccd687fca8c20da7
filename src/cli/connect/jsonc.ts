import { isDeepStrictEqual } from 'node:util';
import { SouvenirError } from '../../errors.ts';
import { Scanner } from './scanner.ts';

/** A value with its position in the text, so that an edit leaves the rest of the text unchanged. */
interface JsonNode {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  readonly members?: readonly { readonly key: string; readonly node: JsonNode }[];
  readonly endsWithComma?: boolean;
}

const SPACE = /\s+/y;
const LINE_COMMENT = /\/\/[^\n\r]*/y;
const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const MAX_DEPTH = 200;

class JsonParser extends Scanner {
  constructor(text: string) {
    super(text, 'JSON');
  }

  parse(): JsonNode {
    const node = this.#value(0);
    this.#skip();
    if (!this.isAtEnd()) throw this.refusal();
    return node;
  }

  #value(depth: number): JsonNode {
    this.#skip();
    const start = this.at;
    if (depth > MAX_DEPTH) throw this.refusal();
    if (this.takes('{')) return this.#object(start, depth);
    if (this.takes('[')) return this.#list(start, depth);
    const scalar = this.match(STRING) ?? this.match(SCALAR);
    if (scalar === undefined) throw this.refusal();
    return { start, end: this.at, value: JSON.parse(scalar) };
  }

  #object(start: number, depth: number): JsonNode {
    const members: { key: string; node: JsonNode }[] = [];
    const endsWithComma = this.#items('}', () => {
      const key = this.match(STRING);
      if (key === undefined) throw this.refusal();
      this.#skip();
      if (!this.takes(':')) throw this.refusal();
      members.push({ key: JSON.parse(key), node: this.#value(depth + 1) });
    });
    const value = Object.fromEntries(members.map(({ key, node }) => [key, node.value]));
    return { start, end: this.at, value, members, endsWithComma };
  }

  #list(start: number, depth: number): JsonNode {
    const value: unknown[] = [];
    this.#items(']', () => value.push(this.#value(depth + 1).value));
    return { start, end: this.at, value };
  }

  /** Whether a comma follows the last item. */
  #items(close: string, item: () => void): boolean {
    for (let isFirst = true; ; isFirst = false) {
      this.#skip();
      if (this.takes(close)) return !isFirst;
      item();
      this.#skip();
      if (this.takes(close)) return false;
      if (!this.takes(',')) throw this.refusal();
    }
  }

  #skip(): void {
    for (;;) {
      if (this.takes('/*')) {
        if (!this.passes('*/')) throw this.refusal();
      } else if ((this.match(SPACE) ?? this.match(LINE_COMMENT)) === undefined) return;
    }
  }
}

export type ServerEntry = Readonly<Record<string, unknown>>;

export const isInJson = (text: string, section: string, name: string): boolean =>
  text.trim() !== '' && memberOf(sectionIn(new JsonParser(text).parse(), section), name) !== undefined;

export function withEntryInJson(text: string, section: string, name: string, entry: ServerEntry): string {
  if (text.trim() === '') return `${JSON.stringify({ [section]: { [name]: entry } }, undefined, 2)}\n`;
  const root = new JsonParser(text).parse();
  const servers = sectionIn(root, section);
  const existing = memberOf(servers, name);
  const style = styleOf(text, root);
  const changed =
    servers === undefined
      ? insertMember(text, root, section, { [name]: entry }, style)
      : existing === undefined
        ? insertMember(text, servers, name, entry, style)
        : text.slice(0, existing.start) +
          serialise(entry, indentAt(text, existing.start), style) +
          text.slice(existing.end);
  const expected = {
    ...(root.value as object),
    [section]: { ...(servers?.value as object | undefined), [name]: entry },
  };
  if (!isDeepStrictEqual(new JsonParser(changed).parse().value, expected))
    throw new SouvenirError('invalidInput', 'the file has a form that cannot be edited safely', {
      advice: 'add the entry that --print prints by hand',
    });
  return changed;
}

function sectionIn(root: JsonNode, section: string): JsonNode | undefined {
  const member = memberOf(root, section);
  const wrong = root.members === undefined ? 'the file' : member && member.members === undefined ? section : undefined;
  if (wrong !== undefined) throw new SouvenirError('invalidInput', `${wrong} is not a JSON object`);
  return member;
}

/** The last of several members counts, as in JSON.parse. */
const memberOf = (object: JsonNode | undefined, name: string): JsonNode | undefined =>
  object?.members?.findLast(({ key }) => key === name)?.node;

interface Style {
  readonly newline: string;
  readonly unit: string;
}

function styleOf(text: string, { members = [] }: JsonNode): Style {
  const [first] = members;
  const unit = first === undefined ? '' : indentAt(text, first.node.start);
  return { newline: text.includes('\r\n') ? '\r\n' : '\n', unit: unit || '  ' };
}

const indentAt = (text: string, at: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))?.[0] ?? '';

const serialise = (value: unknown, indent: string, { newline, unit }: Style): string =>
  JSON.stringify(value, undefined, unit).replaceAll('\n', `${newline}${indent}`);

/** Inserts the last member on a line of its own, after a comment that belongs to the member before it. */
function insertMember(text: string, object: JsonNode, key: string, value: unknown, style: Style): string {
  const { members = [], start, end, endsWithComma } = object;
  const last = members.at(-1)?.node;
  const outer = indentAt(text, start);
  const indent = `${outer}${style.unit}`;
  const contentEnd = text.slice(0, end - 1).trimEnd().length;
  const lastEnd = last?.end ?? contentEnd;
  return [
    ...[text.slice(0, lastEnd), last === undefined || endsWithComma ? '' : ',', text.slice(lastEnd, contentEnd)],
    ...[style.newline, indent, JSON.stringify(key), ': ', serialise(value, indent, style)],
    text.slice(contentEnd, end - 1).includes('\n') ? '' : `${style.newline}${outer}`,
    text.slice(contentEnd),
  ].join('');
}

import { isDeepStrictEqual } from 'node:util';
import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { SouvenirError } from '../../errors.ts';

export type ServerEntry = Readonly<Record<string, unknown>>;

/** The keys from the outermost object inwards. */
export type JsonPath = readonly string[];

/** The value at a path of a settings file with comments; `undefined` where there is none. */
export const valueIn = (text: string, path: JsonPath): unknown =>
  text.trim() === '' ? undefined : readNode(nodeAt(parse(text), path));

/** Sets a member, with the objects around it that are missing. Everything else keeps its bytes. */
export function withMember(text: string, path: JsonPath, value: unknown): string {
  if (text.trim() === '') return `${JSON.stringify(nested(path, value), undefined, 2)}\n`;
  const root = parse(text);
  const { node, missing } = deepest(root, path);
  if (missing.length > 0) {
    const [key = '', ...rest] = missing;
    return checked(insertInto(text, node, styleOf(text, root), nested(rest, value), key), path, value);
  }
  const { offset } = node;
  const changed = serialise(value, indentAt(text, offset), styleOf(text, root));
  return checked(text.slice(0, offset) + changed + text.slice(offset + node.length), path, value);
}

/** Appends to a list, which is made if it is missing. */
export function withItem(text: string, path: JsonPath, item: unknown): string {
  const list = valueIn(text, path);
  if (list === undefined) return withMember(text, path, [item]);
  if (!Array.isArray(list)) throw notA('list', path);
  const root = parse(text);
  const node = nodeAt(root, path) as Node;
  return checked(insertInto(text, node, styleOf(text, root), item), path, [...list, item]);
}

/** Takes out a member and the comma and line that came with it. */
export function withoutMember(text: string, path: JsonPath): string {
  const value = text.trim() === '' ? undefined : nodeAt(parse(text), path)?.parent;
  return value?.parent === undefined ? text : checked(removeFrom(text, value.parent, value), path, undefined);
}

/** Takes the items that fulfil a condition out of a list. */
export function withoutItems(text: string, path: JsonPath, isOurs: (item: unknown) => boolean): string {
  const list = valueIn(text, path);
  if (!Array.isArray(list)) return text;
  const at = list.findLastIndex(isOurs);
  if (at < 0) return text;
  const node = nodeAt(parse(text), path) as Node;
  const changed = removeFrom(text, node, node.children?.[at] as Node);
  return withoutItems(checked(changed, path, list.toSpliced(at, 1)), path, isOurs);
}

function parse(text: string): Node {
  const errors: ParseError[] = [];
  // The parser takes a byte order mark for a sign of its own.
  const marked = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
  let root: Node | undefined;
  try {
    root = parseTree(marked, errors, { allowTrailingComma: true });
  } catch (cause) {
    throw refusal(1, cause);
  }
  const [error] = errors;
  if (error !== undefined || root === undefined) throw refusal(marked.slice(0, error?.offset).split('\n').length);
  if (root.type !== 'object') throw new SouvenirError('invalidInput', 'the file is not a JSON object');
  return root;
}

const refusal = (line: number, cause?: unknown): SouvenirError =>
  new SouvenirError('invalidInput', `line ${line} is not JSON`, { advice: 'fix the file by hand first', cause });

const notA = (kind: string, path: JsonPath): SouvenirError =>
  new SouvenirError('invalidInput', `${path.join('.')} is not a JSON ${kind}`, {
    advice: 'fix the file by hand first',
  });

/** An edit must change one value and nothing else, however the file is written. */
function checked(text: string, path: JsonPath, value: unknown): string {
  if (isDeepStrictEqual(valueIn(text, path), value)) return text;
  throw new SouvenirError('invalidInput', 'the file has a form that cannot be edited safely', {
    advice: 'add what --print prints by hand',
  });
}

/** The last of several members counts, as in JSON.parse. */
const memberOf = (object: Node, key: string): Node | undefined =>
  object.type === 'object'
    ? object.children?.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1]
    : undefined;

function nodeAt(root: Node, path: JsonPath): Node | undefined {
  const { node, missing } = deepest(root, path);
  return missing.length === 0 ? node : undefined;
}

/** The innermost value on the way to a path. */
function deepest(root: Node, path: JsonPath): { readonly node: Node; readonly missing: JsonPath } {
  let node = root;
  for (const [at, key] of path.entries()) {
    if (node.type !== 'object') throw notA('object', path.slice(0, at));
    const next = memberOf(node, key);
    if (next === undefined) return { node, missing: path.slice(at) };
    node = next;
  }
  return { node, missing: [] };
}

function readNode(node: Node | undefined): unknown {
  if (node?.type === 'array') return node.children?.map(readNode) ?? [];
  if (node?.type !== 'object') return node?.value;
  return Object.fromEntries(
    node.children?.map(({ children }) => [children?.[0]?.value, readNode(children?.[1])]) ?? [],
  );
}

const nested = (path: JsonPath, value: unknown): unknown => path.reduceRight((inner, key) => ({ [key]: inner }), value);

interface Style {
  readonly newline: string;
  readonly unit: string;
}

function styleOf(text: string, { children: [first] = [] }: Node): Style {
  const unit = first === undefined ? '' : indentAt(text, first.offset);
  return { newline: text.includes('\r\n') ? '\r\n' : '\n', unit: unit || '  ' };
}

const indentAt = (text: string, at: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))?.[0] ?? '';

const serialise = (value: unknown, indent: string, { newline, unit }: Style): string =>
  JSON.stringify(value, undefined, unit).replaceAll('\n', `${newline}${indent}`);

const endOf = ({ offset, length }: Node): number => offset + length;

/** Inserts the last member or item on a line of its own, after a comment that belongs to the one before it. */
function insertInto(text: string, outer: Node, style: Style, value: unknown, key?: string): string {
  const last = outer.children?.at(-1);
  const outerIndent = indentAt(text, outer.offset);
  const indent = `${outerIndent}${style.unit}`;
  const end = endOf(outer) - 1;
  const contentEnd = text.slice(0, end).trimEnd().length;
  const lastEnd = last === undefined ? contentEnd : endOf(last);
  const needsComma = last !== undefined && commaAfter(text, last) === undefined;
  return [
    ...[text.slice(0, lastEnd), needsComma ? ',' : '', text.slice(lastEnd, contentEnd), style.newline, indent],
    ...(key === undefined ? [] : [JSON.stringify(key), ': ']),
    serialise(value, indent, style),
    text.slice(contentEnd, end).includes('\n') ? '' : `${style.newline}${outerIndent}`,
    text.slice(contentEnd),
  ].join('');
}

/** Where the comma behind a member or item stands. */
function commaAfter(text: string, each: Node): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(endOf(each));
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === ',' ? at : undefined;
}

/** The reverse of an insertion. Comments of others stay. */
function removeFrom(text: string, outer: Node, each: Node): string {
  const before = outer.children?.[outer.children.indexOf(each) - 1];
  const own = commaAfter(text, each);
  const previous = before === undefined || own !== undefined ? undefined : commaAfter(text, before);
  const start = text.slice(0, each.offset).trimEnd().length;
  const end = endOf(each);
  const left =
    previous === undefined ? text.slice(0, start) : text.slice(0, previous) + text.slice(previous + 1, start);
  const right = own === undefined ? text.slice(end) : text.slice(end, own) + text.slice(own + 1);
  const isAlone = outer.children?.length === 1 && start === outer.offset + 1;
  if (isAlone) return left + right.trimStart();
  // A line comment before it must not reach into what follows.
  const needsLine =
    !/^[ \t]*\r?\n/.test(right) &&
    isInLineComment(text, before === undefined ? outer.offset + 1 : endOf(before), start);
  return left + (needsLine ? text.slice(start, each.offset) : '') + right;
}

/** Whether a line comment ends where blanks begin. */
function isInLineComment(text: string, from: number, blanks: number): boolean {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let last = from;
  while (scanner.scan() && scanner.getTokenOffset() < blanks) last = scanner.getTokenOffset();
  return text.startsWith('//', last);
}

import { SouvenirError } from '../../errors.ts';
import { isYieldDue, yieldToEventLoop } from '../../yield-to-event-loop.ts';

export interface TextPiece {
  /** Such as "line 3" or "item 3". */
  readonly place: string;
  /** Counted from 1 over the file, including unreadable values. */
  readonly at: number;
  /** The name of the list that contains it, if an object holds lists. */
  readonly list?: string;
  readonly text: string;
}

/** How values are laid out: an array, an object with arrays, an object per line, or none of these. */
export type Layout = 'array' | 'object' | 'lines' | 'text';

const HEAD_CHARS = 65_536;
/** No message, and hardly a conversation, is longer; a longer value would block the process while it is parsed. */
const MAX_CHARS = 32_000_000;
const LISTS = ['results', 'memories', 'items', 'messages', 'conversations', 'entities', 'relations'];
const LIST = new RegExp(`^\\s*\\{(?:[^[{]{0,1000},)?\\s*"(?:${LISTS.join('|')})"\\s*:\\s*\\[`);
const ITEMS = /^\s*\[\s*[{\]]/;

/** A bracket alone does not make an array: a transcript may begin with a time in brackets. */
export function layoutOf(head: string): Layout {
  if (ITEMS.test(head)) return 'array';
  if (!/^\s*\{/.test(head)) return 'text';
  return LIST.test(head) && !hasObjectLines(head) ? 'object' : 'lines';
}

function hasObjectLines(head: string): boolean {
  const [first = '', ...rest] = head.trimStart().split('\n');
  return first.trimEnd().endsWith('}') && rest.join('\n').trimStart().startsWith('{');
}

export async function withHead(
  chunks: AsyncIterable<string>,
): Promise<{ head: string; text: AsyncGenerator<string, void, void> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head = '';
  while (head.length < HEAD_CHARS) {
    const next = await iterator.next();
    if (next.done) break;
    head += head === '' ? next.value.replace(/^\uFEFF/, '') : next.value;
  }
  async function* text() {
    yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      await yieldToEventLoop();
      yield next.value;
    }
  }
  return { head: head.slice(0, HEAD_CHARS), text: text() };
}

/** Deeper values take many times as long to parse, and no export has any. */
export const MAX_DEPTH = 1000;

export function isTooDeep(text: string): boolean {
  let [depth, isString] = [0, false];
  if (text.length <= MAX_DEPTH) return false;
  for (let index = 0; index < text.length && depth <= MAX_DEPTH; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) isString = !isString;
    else if (isString) index += code === BACKSLASH ? 1 : 0;
    else if (code === OPEN || code === OPEN_LIST) depth += 1;
    else if (code === CLOSE || code === CLOSE_LIST) depth -= 1;
  }
  return depth > MAX_DEPTH;
}

/** Lines without their ends, counted from 1. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<TextPiece> {
  let at = 0;
  let rest: string[] = [];
  const line = (end: string): TextPiece => {
    const whole = rest.length === 0 ? end : [...rest, end].join('');
    rest = [];
    return { place: `line ${++at}`, at, text: whole.endsWith('\r') ? whole.slice(0, -1) : whole };
  };
  for await (const chunk of text) {
    const ends = chunk.split('\n');
    const last = ends.pop() ?? '';
    for (const end of ends) {
      if (isYieldDue()) await yieldToEventLoop();
      yield line(end);
    }
    rest.push(last);
    refuseLong(rest, `line ${at + 1}`);
  }
  if (rest.some((part) => part !== '')) yield line('');
}

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = Array.from('"\\,{}[]', (each) =>
  each.charCodeAt(0),
);

/** The values of an array, or of the arrays in an object, parsed one by one: the file may be larger than memory. */
export async function* itemsOf(text: AsyncIterable<string>, layout: 'array' | 'object'): AsyncGenerator<TextPiece> {
  const listDepth = layout === 'array' ? 1 : 2;
  let depth = 0;
  let at = 0;
  let isString = false;
  let isEscaped = false;
  let isEnded = false;
  let key = '';
  let list: string | undefined;
  let parts: string[] = [];
  const isInList = () => depth >= listDepth && (layout === 'array' || list !== undefined);
  const item = (end: string): TextPiece[] => {
    const whole = [...parts, end].join('');
    parts = [];
    if (whole.trim() === '') return [];
    at += 1;
    return [{ at, place: `item ${at}${list === undefined ? '' : ` of ${list}`}`, ...(list && { list }), text: whole }];
  };
  for await (const chunk of text) {
    let from = 0;
    for (let index = 0; index < chunk.length; index++) {
      const code = chunk.charCodeAt(index);
      if (isString) {
        if (isEscaped) isEscaped = false;
        else if (code === BACKSLASH) isEscaped = true;
        else if (code === QUOTE) {
          isString = false;
          if (layout === 'object' && depth === 1) key = (parts.join('') + chunk.slice(from, index)).slice(-100);
        }
      } else if (code === QUOTE) {
        isString = true;
        if (layout === 'object' && depth === 1) {
          parts = [];
          from = index + 1;
        }
      } else if (code === OPEN || code === OPEN_LIST) {
        depth += 1;
        if (depth === listDepth && code === OPEN_LIST) {
          if (layout === 'object') list = key;
          parts = [];
          from = index + 1;
        }
      } else if (code === CLOSE || code === CLOSE_LIST) {
        if (depth === listDepth && isInList()) {
          yield* item(chunk.slice(from, index));
          from = index + 1;
          list = undefined;
        }
        depth -= 1;
        if (depth === 0) {
          isEnded = true;
          parts = [];
          from = index + 1;
        }
      } else if (code === COMMA && depth === listDepth && isInList()) {
        yield* item(chunk.slice(from, index));
        from = index + 1;
      }
    }
    const isKey = isString && depth === 1 && layout === 'object';
    if (isInList() || isEnded || isKey) parts.push(chunk.slice(from));
    refuseLong(parts, `item ${at + 1}`);
  }
  // A file that was cut off ends within an item; text after its end is an item that cannot be read.
  if (isInList() || parts.some((part) => part.trim() !== '')) yield* item('');
}

function refuseLong(parts: readonly string[], place: string): void {
  if (parts.reduce((sum, part) => sum + part.length, 0) <= MAX_CHARS) return;
  throw new SouvenirError('invalidInput', `${place}: is longer than ${MAX_CHARS / 1e6} million characters`, {
    advice: 'nothing was imported; a file has one conversation per line or item',
  });
}

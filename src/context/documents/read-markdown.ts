import { isYieldDue, yieldToEventLoop } from '../../yield-to-event-loop.ts';
import { linesOf } from './lines.ts';
import { Outline, type ParsedDocument } from './outline.ts';

/** Backticks followed by more backticks are inline code. */
const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const UNDERLINE = /^ {0,3}(?:(=+)|-+)[ \t]*$/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\S/;
const INDENTED = /^(?: {2,}|\t)/;
const TABLE_RULE = /^[ \t]*(?:\|[ \t]*)?:?-[ \t|:-]*$/;
const COMMENT_END = '-->';
const MAX_RULE_CHARS = 1000;

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';
const isTableRule = (line = ''): boolean =>
  line.length <= MAX_RULE_CHARS && line.includes('|') && TABLE_RULE.test(line);
const isRule = (line: string): boolean => line.length <= MAX_RULE_CHARS && RULE.test(line);

export async function readMarkdown(text: string): Promise<ParsedDocument> {
  const lines = await linesOf(text);
  const { fields, lines: begin } = readFrontMatter(lines);
  const outline = new Outline();
  const lastEnd = lines.findLastIndex((line) => line.includes(COMMENT_END));
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) outline.add('prose', paragraph.join('\n'));
    paragraph = [];
  };
  for (let at = begin; at < lines.length; ) {
    if (isYieldDue()) await yieldToEventLoop();
    const line = lines[at] ?? '';
    const heading = HEADING.exec(line);
    const fence = FENCE.exec(line)?.[1];
    const underline = paragraph.length > 0 ? UNDERLINE.exec(line) : null;
    let next = at + 1;
    if (fence !== undefined) {
      flush();
      next = await endOfCode(lines, at, fence);
      outline.add('code', lines.slice(at, next).join('\n'));
    } else if (heading !== null) {
      flush();
      outline.heading(heading[1]?.length ?? 1, headingText(line.slice(heading[0].length)));
    } else if (underline !== null) {
      outline.heading(underline[1] === undefined ? 2 : 1, paragraph.join(' '));
      paragraph = [];
    } else if (isBlank(line) || isRule(line)) {
      flush();
    } else if (line.trimStart().startsWith('<!--') && (at < lastEnd || line.includes(COMMENT_END))) {
      flush();
      next = takeComment(lines, at);
    } else if (line.includes('|') && isTableRule(lines[at + 1])) {
      flush();
      next = await endOfTable(lines, at);
      outline.add('table', lines.slice(at, next).join('\n'), lines.slice(at, at + 2).join('\n'));
    } else if (paragraph.length === 0 && ITEM.test(line)) {
      next = await endOfList(lines, at);
      outline.add('list', lines.slice(at, next).join('\n'));
    } else {
      paragraph.push(line);
    }
    at = next;
  }
  flush();
  const { blocks, heading } = outline.end();
  const title = fields['title'] ?? heading;
  return { blocks, metadata: fields, ...(title !== undefined && { title }) };
}

function headingText(written: string): string {
  const text = written.trim();
  let end = text.length;
  while (text[end - 1] === '#') end--;
  return end === 0 || /\s/.test(text[end - 1] ?? '') ? text.slice(0, end).trim() : text;
}

async function endOfCode(lines: readonly string[], at: number, fence: string): Promise<number> {
  for (let next = at + 1; next < lines.length; next++) {
    if (isYieldDue()) await yieldToEventLoop();
    const line = (lines[next] ?? '').trim();
    if (line.startsWith(fence) && line === (line[0] ?? '').repeat(line.length)) return next + 1;
  }
  return lines.length;
}

function takeComment(lines: string[], at: number): number {
  let end = at;
  while (lines[end]?.includes(COMMENT_END) === false) end++;
  const line = lines[end] ?? '';
  const rest = line.slice(line.indexOf(COMMENT_END) + COMMENT_END.length);
  if (isBlank(rest)) return end + 1;
  lines[end] = rest;
  return end;
}

async function endOfTable(lines: readonly string[], at: number): Promise<number> {
  let next = at + 2;
  for (; lines[next]?.includes('|') && !isBlank(lines[next]); next++) if (isYieldDue()) await yieldToEventLoop();
  return next;
}

async function endOfList(lines: readonly string[], at: number): Promise<number> {
  let next = at + 1;
  for (; next < lines.length; next++) {
    if (isYieldDue()) await yieldToEventLoop();
    const line = lines[next] ?? '';
    const after = lines[next + 1] ?? '';
    if (isBlank(line) ? !ITEM.test(after) && !(INDENTED.test(after) && !isBlank(after)) : endsList(line)) break;
    const fence = FENCE.exec(line)?.[1];
    if (fence !== undefined) next = (await endOfCode(lines, next, fence)) - 1;
  }
  return next;
}

const endsList = (line: string): boolean =>
  HEADING.test(line) || isRule(line) || (FENCE.test(line) && !INDENTED.test(line));

const FRONT_FENCE = /^---[ \t]*$/;
const FRONT_END = /^(?:---|\.\.\.)[ \t]*$/;
const FIELD = /^([A-Za-z][\w -]{0,60}):[ \t]+(\S.*)$/;
const MAX_FRONT_MATTER_LINES = 200;

interface FrontMatter {
  readonly fields: Readonly<Record<string, string>>;
  readonly lines: number;
}

/** Front matter: plain `name: value` lines between two fences at the top. Nested values are skipped. */
function readFrontMatter(lines: readonly string[]): FrontMatter {
  const none = { fields: {}, lines: 0 };
  if (!FRONT_FENCE.test(lines[0] ?? '')) return none;
  const end = lines.slice(1, MAX_FRONT_MATTER_LINES).findIndex((line) => FRONT_END.test(line)) + 1;
  if (end === 0) return none;
  const inside = lines.slice(1, end);
  // A document may begin with a horizontal rule.
  if (inside.every((line) => !FIELD.test(line))) return none;
  const fields = inside.flatMap((line) => {
    const [, name = '', value = ''] = FIELD.exec(line) ?? [];
    return name === '' ? [] : [[name.trim(), unquoted(value.trim())] as const];
  });
  return { fields: Object.fromEntries(fields), lines: end + 1 };
}

const unquoted = (value: string): string => (/^(["']).*\1$/.test(value) ? value.slice(1, -1) : value);

import { reasonOf } from '../../errors.ts';

/** An item of a list: a stored memory, or a new one without an id. */
export interface MarkdownItem {
  readonly id: string | undefined;
  readonly text: string;
  readonly heading: string | undefined;
  readonly line: number;
}

const MARKED = /^- <!-- ([^ ]{1,800}) -->(?: (.*))?$/s;

/** Normalises a text so that files and editors do not change it. */
export const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();

/** Indents the text so that nothing in it looks like another item. The id comes first. */
export function itemText(id: string, text: string): string {
  const [first, ...rest] = plain(text).split('\n');
  const lines = rest.map((line) => (line === '' ? '' : `  ${line}`));
  return [`- <!-- ${encodeURIComponent(id)} --> ${first}`, ...lines].join('\n');
}

/** The text on one line, so that it is a single heading. */
export const headingText = (name: string): string => `## ${plain(name).replace(/\s+/gu, ' ')}`;

export function readItems(text: string): MarkdownItem[] {
  const items: { id: string | undefined; lines: string[]; heading: string | undefined; line: number }[] = [];
  let heading: string | undefined;
  let blanks = 0;
  for (const [at, line] of plain(text.replace(/^\uFEFF/, ''))
    .split('\n')
    .entries()) {
    const item = items.at(-1);
    if (line === '') blanks += 1;
    else if (line.startsWith('  ') && item !== undefined)
      item.lines.push(...Array<string>(blanks).fill(''), line.slice(2));
    else if (line.startsWith('#')) heading = line.startsWith('## ') ? line.slice(3).trim() : undefined;
    else if (line.startsWith('- ')) {
      const [, id, content = ''] = MARKED.exec(line) ?? [];
      const decoded = id === undefined ? undefined : idIn(id, at + 1);
      items.push({ id: decoded, lines: [decoded === undefined ? line.slice(2) : content], heading, line: at + 1 });
    } else throw new Error(`line ${at + 1}: is neither an item ("- …"), nor indented by two spaces, nor a heading`);
    if (line !== '') blanks = 0;
  }
  return items.map(({ lines, ...item }) => {
    const content = plain(lines.join('\n'));
    if (content === '') throw new Error(`line ${item.line}: says nothing; remove the whole item to have it forgotten`);
    return { ...item, text: content };
  });
}

function idIn(text: string, line: number): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new Error(`line ${line}: ${reasonOf(error)}`);
  }
}

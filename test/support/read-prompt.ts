import { FENCED, type FencedSection, fenceOf } from '../../src/model/memory-block.ts';

interface ReadSection {
  readonly name: FencedSection;
  readonly notice: string;
  /** Each with the lines that are set in below it. */
  readonly items: readonly string[];
}

/** Any line end that a model, an editor or a terminal knows. */
const LINE = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Reads a prompt back by its lines alone; throws where a line stands that the composer would not have put there. */
export function readPrompt(text: string, core: string, message: string): ReadSection[] {
  const end = `${core}` === '' ? `Message:\n${message}` : `\n\nMessage:\n${message}`;
  if (!text.startsWith(core) || !text.endsWith(end)) throw new Error('core or message is not where it belongs');
  const lines = text.slice(core.length, text.length - end.length).split(LINE);
  const sections: ReadSection[] = [];
  let at = 0;
  const next = (): string => lines[at++] ?? '';
  while (at < lines.length) {
    const opening = next();
    if (opening === '') continue;
    const name = FENCED.find((each) => fenceOf(each).open === opening);
    if (name === undefined) throw new Error(`outside of any fence: ${JSON.stringify(opening)}`);
    const notice = next();
    const items: string[] = [];
    for (let line = next(); line !== fenceOf(name).close; line = next()) {
      if (at >= lines.length) throw new Error(`${name} is not closed`);
      const isSetIn = line.startsWith('  ');
      if (!isSetIn && !line.startsWith('- ')) throw new Error(`loose in ${name}: ${JSON.stringify(line)}`);
      if (isSetIn && items.length > 0) items.push(`${items.pop()}\n${line}`);
      else items.push(line);
    }
    sections.push({ name, notice, items });
  }
  return sections;
}

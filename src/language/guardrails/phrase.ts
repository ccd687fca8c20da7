/**
 * A pattern over folded text: `{name}` is any of the words of that name, a space any white space, and `~` up to so many words that do
 * not end a sentence.
 */
export function phrase(template: string, words: Readonly<Record<string, string>>, gap = 5): RegExp {
  const source = template
    .replace(/\{(\w+)\}/g, (_, name: string) => `(?:${known(words, name)})`)
    .replaceAll(' ~ ', `(?:[\\s,:"'(]+[^\\s.!?;]+){0,${gap}}?[\\s,:"'(]+`)
    .replaceAll(' ?', '\\s*')
    .replaceAll(' ', '\\s+');
  return new RegExp(`(?<![a-z0-9])(?:${source})(?![a-z0-9])`, 'g');
}

function known(words: Readonly<Record<string, string>>, name: string): string {
  const found = words[name];
  if (found === undefined) throw new TypeError(`no words are called ${name}`);
  return found.trim().replace(/\s*\n\s*/g, '');
}

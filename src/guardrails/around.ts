/** A match, and its sentence before and after it. */
export interface Around {
  readonly found: string;
  readonly before: string;
  readonly after: string;
}

const SENTENCE_END = /[.!?](?=["')\]]*(?:\s|$))|\n\s*\n|\n(?=\s*(?:[-*>#]|\d+[.)]))/g;

export function aroundOf(text: string, start: number, found: string): Around {
  const end = start + found.length;
  let [from, to] = [0, text.length];
  for (const match of text.matchAll(SENTENCE_END)) {
    const after = match.index + match[0].length;
    if (after <= start) from = after;
    else if (match.index >= end) {
      to = match.index;
      break;
    }
  }
  return { found, before: text.slice(from, start), after: text.slice(end, to) };
}

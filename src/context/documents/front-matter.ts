const FENCE = /^---[ \t]*$/;
const END = /^(?:---|\.\.\.)[ \t]*$/;
const FIELD = /^([A-Za-z][\w -]{0,60}):[ \t]+(\S.*)$/;
const MOST_LINES = 200;

export interface FrontMatter {
  readonly fields: Readonly<Record<string, string>>;
  /** How many lines it takes. */
  readonly lines: number;
}

/** The plain `name: value` lines between two fences at the top; what is nested is passed over. */
export function readFrontMatter(lines: readonly string[]): FrontMatter {
  const none = { fields: {}, lines: 0 };
  if (!FENCE.test(lines[0] ?? '')) return none;
  const end = lines.slice(1, MOST_LINES).findIndex((line) => END.test(line)) + 1;
  if (end === 0) return none;
  const inside = lines.slice(1, end);
  // A document may begin with a line across the page.
  if (inside.every((line) => !FIELD.test(line))) return none;
  const fields = inside.flatMap((line) => {
    const [, name = '', value = ''] = FIELD.exec(line) ?? [];
    return name === '' ? [] : [[name.trim(), unquoted(value.trim())] as const];
  });
  return { fields: Object.fromEntries(fields), lines: end + 1 };
}

const unquoted = (value: string): string => (/^(["']).*\1$/.test(value) ? value.slice(1, -1) : value);

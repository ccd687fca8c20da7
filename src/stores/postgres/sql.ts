export class Sql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }

  get text(): string {
    return this.strings.reduce((text, string, index) => `${text}$${index}${string}`);
  }
}

/** Interpolations become parameters, never text, except for other parts. */
export function sql(template: readonly string[], ...parts: readonly unknown[]): Sql {
  const strings = [template[0] ?? ''];
  const values: unknown[] = [];
  const append = (text: string) => strings.push(`${strings.pop()}${text}`);
  for (const [index, part] of parts.entries()) {
    if (part instanceof Sql) {
      append(part.strings[0] ?? '');
      strings.push(...part.strings.slice(1));
      values.push(...part.values);
    } else {
      values.push(part);
      strings.push('');
    }
    append(template[index + 1] ?? '');
  }
  return new Sql(strings, values);
}

/** For text of the program, such as the name of a table. */
export const raw = (text: string): Sql => new Sql([text], []);

export const NOTHING: Sql = raw('');

export const joined = (parts: readonly Sql[], separator: string): Sql =>
  parts.reduce((all, part) => sql`${all}${raw(separator)}${part}`);

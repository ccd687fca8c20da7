export type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = {};

/** The fields of a JSON object; none of any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : NONE;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The text of a field; `undefined` if it is empty or anything else. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** An id as a text. Programs of other versions may send numbers. */
export const idOf = (value: unknown): string | undefined => textOf(typeof value === 'number' ? String(value) : value);

/** Only the fields that have a value, as optional properties want them. */
export const given = <Values extends Record<string, unknown>>(
  values: Values,
): { [Name in keyof Values]?: Exclude<Values[Name], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>;
  };

/** JSON that a program sends as a text within JSON; the text itself if it is none. */
export function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

import { isObject, type Json } from './parameters.ts';

/** Whether a value holds all that the pattern asks for: of an object its keys, of a list its items, of a text what `*` leaves open. */
export function matchesPattern(value: Json, pattern: Json): boolean {
  if (typeof pattern === 'string') return typeof value === 'string' && matchesWildcards(value, pattern);
  if (Array.isArray(pattern))
    return Array.isArray(value) && pattern.every((item) => value.some((each) => matchesPattern(each, item)));
  if (!isObject(pattern)) return value === pattern;
  return (
    isObject(value) &&
    Object.entries(pattern).every(
      ([key, part]) => Object.hasOwn(value, key) && matchesPattern(value[key] as Json, part),
    )
  );
}

function matchesWildcards(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}

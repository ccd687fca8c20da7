import type { Note } from '../../contracts/store.ts';

/** A value as a person reads it: a list one after the other, an object as its JSON. */
export function readable(value: Note): string {
  if (Array.isArray(value)) return value.map(readable).join('; ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/\s+/g, ' ').trim();
}

const MAX_REMEMBERED = 5_000;
/** Longer texts are rarely met again, and are read as nothing. */
const LONGEST_REMEMBERED = 400;

/** The same reader, which does not read again what it has just read. */
export function remembered<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, { readonly value: Value }>();
  return (text) => {
    const found = known.get(text);
    if (found) return found.value;
    const value = read(text);
    if (text.length <= LONGEST_REMEMBERED) {
      if (known.size >= MAX_REMEMBERED) known.clear();
      known.set(text, { value });
    }
    return value;
  };
}

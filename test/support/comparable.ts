const LEFT_OUT = /^(hash|stableHash|accessCount|lastAccessedAt|\w*Ms)$/;

/** Ids are random, what was made in one moment is listed by them, and who has been read is counted a little later. */
export function comparable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{26,}/g, 'ID');
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value))
    return value.map(comparable).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  const retained = Object.entries(value).filter(([name, each]) => !LEFT_OUT.test(name) && each !== undefined);
  return Object.fromEntries(retained.map(([name, each]) => [name, comparable(each)]).sort());
}

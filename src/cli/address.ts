/** Where a memory is kept: the address of a PostgreSQL database, or the path of a file. */
export const isAddress = (location: string): boolean => /^[a-z]+:\/\//i.test(location);

/** An address as it may be told, and written into settings: whatever may be a password is left out. */
export function withoutPassword(location: string): string {
  if (!isAddress(location)) return location;
  const url = URL.parse(location);
  // An unescaped sign in a password ends it where the address is read.
  if (url === null || `${url.pathname}${url.search}${url.hash}`.includes('@'))
    return `${location.slice(0, location.indexOf(':'))}://…`;
  url.password = '';
  for (const name of [...url.searchParams.keys()]) if (/password/i.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** In texts of others, which may name what was typed. */
export const withoutPasswords = (text: string): string =>
  text
    .split(/(['"\s])/)
    .map((part) => withoutPassword(part))
    .join('');

/** What `--store` takes; a file is named otherwise, so that a slip makes none. */
export const isDatabase = (location: string): boolean => /^postgres(?:ql)?:\/\//.test(location);
export const NO_DATABASE = 'It must begin with postgres:// or postgresql://; a file is named with --db.';

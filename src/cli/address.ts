export const isAddress = (location: string): boolean => /^[a-z]+:\/\//i.test(location);

/** An address without its password, to be shown and written into settings. */
export function withoutPassword(location: string): string {
  if (!isAddress(location)) return location;
  const url = URL.parse(location);
  // An unescaped sign in a password ends the password for the URL parser.
  if (url === null || `${url.pathname}${url.search}${url.hash}`.includes('@'))
    return `${location.slice(0, location.indexOf(':'))}://…`;
  url.password = '';
  for (const name of [...url.searchParams.keys()]) if (/password/i.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** Hides passwords in texts of others, which may quote an address. */
export const withoutPasswords = (text: string): string =>
  text
    .split(/(['"\s])/)
    .map((part) => withoutPassword(part))
    .join('');

/** `--store` takes databases only, so that a typo creates no file. */
export const isDatabase = (location: string): boolean => /^postgres(?:ql)?:\/\//.test(location);
export const NO_DATABASE = 'It must begin with postgres:// or postgresql://. Use --db for a file.';

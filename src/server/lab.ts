import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';

/** The folder of the built page: next to the compiled server, or in `dist` of a checkout. */
const FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/lab-ui/' : '../lab-ui/', import.meta.url),
);
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Allows the server's own files and nothing inline, so that the text of a memory cannot become a script. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the page of the Lab, which contains no data and calls the API like any client; nothing if it was not built. */
export function lab(): Hono {
  const app = new Hono();
  const files = builtFiles();
  if (files.length === 0) return app;
  for (const path of ['/', '/lab'])
    app.get(path, (context) => context.redirect(`/lab/${new URL(context.req.url).search}`));
  for (const name of files) {
    const body = readFileSync(join(FOLDER, name));
    const path = name === 'index.html' ? '/lab/' : `/lab/${name.replaceAll('\\', '/')}`;
    const headers = { 'content-type': TYPES[extname(name)] as string, 'content-security-policy': POLICY };
    app.get(path, (context) => context.body(new Uint8Array(body), 200, headers));
  }
  return app;
}

export const isLabBuilt = (): boolean => builtFiles().length > 0;

function builtFiles(): string[] {
  try {
    const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => extname(name) in TYPES);
  } catch {
    return [];
  }
}

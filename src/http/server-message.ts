import { z } from 'zod';

const LONGEST = 200;
/** Of a page; beyond it nobody looks for words between the markup. */
const LONGEST_PAGE = 4000;

const told = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
]);

/** What a server says of itself, as one short line without markup and secrets: its own message where the JSON has one. */
export function serverMessage(body: string, secrets: readonly string[]): string {
  const hidden = secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), messageIn(body) ?? body);
  return shortened(hidden.slice(0, LONGEST_PAGE).replace(/<(script|style)\b.*?<\/\1>|<[^>]*>/gis, ' '));
}

/** One line of at most 200 characters. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`.toWellFormed();
}

function messageIn(body: string): string | undefined {
  try {
    return told.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { SouvenirError } from '../errors.ts';

const cursorSchema = z.tuple([z.int().nonnegative(), z.int(), z.string()]);

/** Where a listing goes on: how many it gave, since when it runs, and which it is. */
export interface Cursor {
  readonly offset: number;
  readonly at: Date;
}

/** What tells one listing from another. */
const markOf = (listing: unknown): string =>
  createHash('sha256').update(JSON.stringify(listing)).digest('base64url').slice(0, 12);

export const writeCursor = ({ offset, at }: Cursor, listing: unknown): string =>
  Buffer.from(JSON.stringify([offset, at.getTime(), markOf(listing)])).toString('base64url');

export function readCursor(cursor: string, listing: unknown): Cursor {
  const [offset, at, mark] = opened(cursor) ?? [];
  if (offset !== undefined && at !== undefined && mark === markOf(listing)) return { offset, at: new Date(at) };
  throw new SouvenirError('invalidInput', 'list.cursor: is none that this listing gave', {
    advice: 'pass `next` of the page before, with the same scope, filters and order',
  });
}

function opened(cursor: string): z.output<typeof cursorSchema> | undefined {
  try {
    return cursorSchema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { charactersOf, type MemoryFilter, type MemoryOrder } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import { definedFields } from '../model/defined-fields.ts';
import type { Memory } from '../model/memory.ts';
import type { listOptionsSchema, MemoryList, memorySelectionSchema } from '../model/revision.ts';
import type { SalienceWeights } from '../model/salience.ts';
import type { MemoryContext } from './context.ts';

type Options = z.output<typeof listOptionsSchema>;

/** A page of long memories ends before its limit. */
const MAX_PAGE_CHARS = 4_000_000;
const AT_ONCE = 20;

/** Later pages show the list as of the first page, except importance, salience and access counts, which have no versions. */
export async function list(options: Options, context: MemoryContext): Promise<MemoryList> {
  const { owner, within, store, clock, salience } = context;
  const { cursor, offset: givenOffset, withTotal, limit, sort, descending, ...selection } = options;
  const { containing } = selection;
  if (cursor !== undefined && givenOffset !== undefined)
    throw new SouvenirError('invalidInput', 'list.offset: cannot be combined with a cursor', {
      advice: 'pass one of them',
    });
  const listing = { owner, within, selection, sort, descending };
  const baseFilter = await filterOf(selection, 'list', context);
  const filter = containing === undefined ? baseFilter : { ...baseFilter, containing };
  const { offset, at } =
    cursor === undefined ? { offset: givenOffset ?? 0, at: clock.now() } : readCursor(cursor, listing);
  const pageFilter = cursor === undefined ? filter : { asOf: at, ...filter };
  const ids = await store.rankMemories(owner, {
    by: orderBy(sort, options.asOf ?? at, salience),
    isAscending: !descending,
    // Counted in the offset, or the next page would skip as many others.
    withForgottenSince: true,
    filter: pageFilter,
    offset,
    limit: limit + 1,
  });
  const memories: Memory[] = [];
  let read = 0;
  for (let room = MAX_PAGE_CHARS; room > 0 && read < Math.min(ids.length, limit); read += AT_ONCE) {
    const some = ids.slice(read, Math.min(read + AT_ONCE, limit));
    const present = await store.getMemories(owner, some);
    const visibleById = new Map(present.map(({ id, status }) => [id, status !== 'forgotten']));
    for (const memory of options.asOf === undefined ? present : await store.getMemories(owner, some, options.asOf)) {
      room -= charactersOf(memory);
      const { id, status } = memory;
      if (filter.statuses?.includes(status) && (visibleById.get(id) || filter.statuses.includes('forgotten')))
        memories.push(memory);
    }
  }
  const end = Math.min(read, limit);
  return {
    memories,
    ...(withTotal && { total: await store.countMemories(owner, pageFilter) }),
    ...(ids.length > end && { next: writeCursor({ offset: offset + end, at }, listing) }),
  };
}

function orderBy(sort: Options['sort'], at: Date, weights: SalienceWeights): MemoryOrder {
  switch (sort) {
    case 'created':
      return 'age';
    case 'updated':
      return 'change';
    case 'happened':
      return 'recency';
    case 'accesses':
      return 'frequency';
    case 'salience':
      return { salienceAt: at, weights };
    default:
      return sort;
  }
}

export type Selection = z.output<typeof memorySelectionSchema>;

export async function filterOf(
  selection: Selection,
  call: string,
  { owner, within, store, clock }: Pick<MemoryContext, 'owner' | 'within' | 'store' | 'clock'>,
): Promise<MemoryFilter> {
  const { asOf, statuses = ['active'], types, components, categories, entities } = selection;
  const { minImportance, minSalience, from, to, sessionId } = selection;
  if (asOf !== undefined && asOf > clock.now())
    throw new SouvenirError('invalidInput', `${call}.asOf: is in the future`, { advice: 'pass a past moment' });
  if (from !== undefined && to !== undefined && from > to)
    throw new SouvenirError('invalidInput', `${call}.from: is after ${call}.to`, { advice: 'swap them' });
  const named = entities === undefined ? undefined : await store.matchEntities(owner, entities);
  const { projectId } = within;
  return definedFields({
    ...{ statuses, asOf, types, components, categories, minImportance, minSalience, projectId, sessionId },
    entityIds: named?.map(({ id }) => id),
    within: from === undefined && to === undefined ? undefined : definedFields({ from, to }),
  });
}

const cursorSchema = z.tuple([z.int().nonnegative(), z.int(), z.string()]);

interface Cursor {
  readonly offset: number;
  readonly at: Date;
}

const listingHash = (listing: unknown): string =>
  createHash('sha256').update(JSON.stringify(listing)).digest('base64url').slice(0, 12);

export const writeCursor = ({ offset, at }: Cursor, listing: unknown): string =>
  Buffer.from(JSON.stringify([offset, at.getTime(), listingHash(listing)])).toString('base64url');

export function readCursor(cursor: string, listing: unknown): Cursor {
  const [offset, at, hash] = decodeCursor(cursor) ?? [];
  if (offset !== undefined && at !== undefined && hash === listingHash(listing)) return { offset, at: new Date(at) };
  throw new SouvenirError('invalidInput', 'list.cursor: is not a cursor of this list', {
    advice: 'pass `next` of the page before, with the same scope, filters and order',
  });
}

function decodeCursor(cursor: string): z.output<typeof cursorSchema> | undefined {
  try {
    return cursorSchema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}

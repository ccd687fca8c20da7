import type { z } from 'zod';
import type { MemoryOrder } from '../contracts/store.ts';
import type { listOptionsSchema, MemoryList } from '../model/revision.ts';
import type { SalienceWeights } from '../model/salience.ts';
import type { ReviseContext } from './context.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { filterOf } from './selection.ts';

type Options = z.output<typeof listOptionsSchema>;

/** Later pages go on in the list as it was when the first was read, as far as versions tell: what is measured in place is as it is now. */
export async function list(options: Options, weights: SalienceWeights, context: ReviseContext): Promise<MemoryList> {
  const { owner, store, clock } = context;
  const { cursor, limit, sort, descending, ...selection } = options;
  const listing = { owner, selection, sort, descending };
  const filter = await filterOf(selection, 'list', context);
  const { offset, at } = cursor === undefined ? { offset: 0, at: clock.now() } : readCursor(cursor, listing);
  const ids = await store.rankMemories(owner, {
    by: orderBy(sort, options.asOf ?? at, weights),
    isAscending: !descending,
    filter: cursor === undefined ? filter : { asOf: at, ...filter },
    offset,
    limit: limit + 1,
  });
  const memories = await store.getMemories(owner, ids.slice(0, limit), options.asOf);
  return {
    memories: memories.filter(({ status }) => filter.statuses?.includes(status)),
    ...(ids.length > limit && { next: writeCursor({ offset: offset + limit, at }, listing) }),
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

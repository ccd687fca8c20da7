import type { z } from 'zod';
import type { MemoryFilter } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { memorySelectionSchema } from '../model/revision.ts';
import type { ReviseContext } from './context.ts';

export type Selection = z.output<typeof memorySelectionSchema>;

/** A caller's selection as the store understands it. */
export async function filterOf(
  selection: Selection,
  call: string,
  { owner, within, store, clock }: ReviseContext,
): Promise<MemoryFilter> {
  const {
    asOf,
    statuses = ['active'],
    types,
    components,
    categories,
    entities,
    minImportance,
    minSalience,
  } = selection;
  const { from, to } = selection;
  if (asOf !== undefined && asOf > clock.now())
    throw new SouvenirError('invalidInput', `${call}.asOf: lies in the future`, { advice: 'name a moment that was' });
  if (from !== undefined && to !== undefined && from > to)
    throw new SouvenirError('invalidInput', `${call}.from: is after ${call}.to`, { advice: 'swap them' });
  const named = entities === undefined ? undefined : await store.matchEntities(owner, entities);
  const { projectId, sessionId } = within;
  return {
    statuses,
    ...(asOf !== undefined && { asOf }),
    ...(types !== undefined && { types }),
    ...(components !== undefined && { components }),
    ...(categories !== undefined && { categories }),
    ...(named !== undefined && { entityIds: named.map(({ id }) => id) }),
    ...(minImportance !== undefined && { minImportance }),
    ...(minSalience !== undefined && { minSalience }),
    ...(projectId !== undefined && { projectId }),
    ...(sessionId !== undefined && { sessionId }),
    ...((from !== undefined || to !== undefined) && {
      within: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
    }),
  };
}

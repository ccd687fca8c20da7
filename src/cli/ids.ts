import { SouvenirError } from '../errors.ts';
import { ownerOf } from '../model/scope.ts';
import type { OperationContext } from '../operations/operation.ts';
import type { OperationName } from '../operations/operations.ts';

/** Shorter ones could match the wrong memory by accident. */
const MIN_ID_PART = 4;
const MAX_SHOWN = 5;

const ID_FIELDS = ['id', 'ids', 'by', 'to', 'memoryIds'];

/** Completes ids in the input of an operation, from their first or last characters as lists show them. */
export async function completeIds(
  name: OperationName,
  input: Readonly<Record<string, unknown>>,
  context: OperationContext,
): Promise<Record<string, unknown>> {
  const completed: Record<string, unknown> = { ...input };
  if (!name.startsWith('memories.') && name !== 'erase') return completed;
  for (const field of ID_FIELDS) {
    const given = completed[field];
    if (typeof given === 'string') completed[field] = await completeId(given, context);
    else if (Array.isArray(given)) completed[field] = await Promise.all(given.map((id) => completeId(id, context)));
  }
  return completed;
}

/** An id without a match is returned as it is: the operation reports that no such memory exists. */
export async function completeId(given: string, { store, memory: { scope } }: OperationContext): Promise<string> {
  const owner = ownerOf(scope);
  if (given.length < MIN_ID_PART || (await store.getMemories(owner, [given])).length > 0) return given;
  const { projectId } = scope;
  const filter = { idPart: given, ...(projectId !== undefined && { projectId }) };
  const matches = await store.listMemories(owner, { filter, limit: MAX_SHOWN + 1 });
  if (matches.length < 2) return matches[0]?.id ?? given;
  const shownIds = matches.slice(0, MAX_SHOWN).map(({ id }) => id);
  throw new SouvenirError('invalidInput', `${JSON.stringify(given)} matches several memories`, {
    advice: `pass more characters of one: ${shownIds.join(', ')}${matches.length > MAX_SHOWN ? ' …' : ''}`,
  });
}

import { SouvenirError } from '../errors.ts';
import { ownerOf } from '../model/scope.ts';
import type { OperationContext } from '../operations/operation.ts';
import type { OperationName } from '../operations/operations.ts';

/** Shorter ones could mean the wrong memory by accident. */
const LEAST = 4;
const MOST_TOLD = 5;

/** Where operations on memories take ids. */
const FIELDS = ['id', 'ids', 'by', 'to', 'memoryIds'];

/** An operation's input with whole ids, where the first or last characters of an id were given, such as lists show. */
export async function wholeIds(
  name: OperationName,
  input: Readonly<Record<string, unknown>>,
  context: OperationContext,
): Promise<Record<string, unknown>> {
  const whole: Record<string, unknown> = { ...input };
  if (!name.startsWith('memories.') && name !== 'erase') return whole;
  for (const field of FIELDS) {
    const given = whole[field];
    if (typeof given === 'string') whole[field] = await wholeId(given, context);
    else if (Array.isArray(given)) whole[field] = await Promise.all(given.map((id) => wholeId(id, context)));
  }
  return whole;
}

/** What nothing begins or ends with is left as it is: the operation says that there is none. */
export async function wholeId(given: string, { store, memory: { scope } }: OperationContext): Promise<string> {
  const owner = ownerOf(scope);
  if (given.length < LEAST || (await store.getMemories(owner, [given])).length > 0) return given;
  const { projectId } = scope;
  const filter = { idPart: given, ...(projectId !== undefined && { projectId }) };
  const found = await store.listMemories(owner, { filter, limit: MOST_TOLD + 1 });
  if (found.length < 2) return found[0]?.id ?? given;
  const told = found.slice(0, MOST_TOLD).map(({ id }) => id);
  throw new SouvenirError('invalidInput', `${JSON.stringify(given)} could be any of several memories`, {
    advice: `give more of it: ${told.join(', ')}${found.length > MOST_TOLD ? ' …' : ''}`,
  });
}

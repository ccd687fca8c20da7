import { SouvenirError } from '../errors.ts';
import type { Memory } from '../model/memory.ts';
import { isWithin } from '../model/scope.ts';
import type { MemoryContext } from './context.ts';

type MemoryScope = Pick<MemoryContext, 'owner' | 'within' | 'store'>;

/** A memory of any status; undefined if it is unknown, another owner's or of another project or session. */
export async function lookUp(id: string, { owner, within, store }: MemoryScope): Promise<Memory | undefined> {
  const [memory] = await store.getMemories(owner, [id]);
  return memory !== undefined && isWithin(within)(memory) ? memory : undefined;
}

/** As `lookUp`, but throws `notFound`, also for another owner's memory, so that it does not reveal its existence. */
export async function mustFind(id: string, scope: MemoryScope): Promise<Memory> {
  const memory = await lookUp(id, scope);
  if (memory !== undefined) return memory;
  throw new SouvenirError('notFound', `there is no memory ${JSON.stringify(id)} in this scope`, {
    advice: 'list() tells which there are; check the tenant, user, agent, project and session of the call',
  });
}

export async function mustBeVisible(id: string, scope: MemoryScope): Promise<Memory> {
  const memory = await mustFind(id, scope);
  if (memory.status !== 'forgotten') return memory;
  throw new SouvenirError('invalidInput', `id: memory ${JSON.stringify(id)} is forgotten`, { advice: RESTORE });
}

export async function mustBeActive(id: string, scope: MemoryScope, field = 'id'): Promise<Memory> {
  const memory = await mustFind(id, scope);
  if (memory.status === 'active') return memory;
  const { status, supersededBy } = memory;
  const by = status === 'superseded' && supersededBy !== undefined ? ` by ${JSON.stringify(supersededBy)}` : '';
  throw new SouvenirError('invalidInput', `${field}: memory ${JSON.stringify(id)} is ${status}${by}`, {
    advice: by === '' ? RESTORE : `use ${supersededBy} instead, or restore this one with restore(id) first`,
  });
}

const RESTORE = 'restore it with restore(id) first';

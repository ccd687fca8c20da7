import type { z } from 'zod';
import { type Caller, refuseWithout } from './caller.ts';
import { Refusal } from './problem.ts';
import type { AnyOperation } from './served.ts';

/** Operations that tell of every project, whatever project the scope names. */
const OF_ALL_PROJECTS = ['export', 'stats', 'sessions.list'];

/** Whether the caller may perform it at all. */
export function refuseBeyond(caller: Caller, { name, effect, capability }: AnyOperation): void {
  refuseWithout(caller, capability);
  if (caller.key?.isReadOnly && effect !== 'reads') throw new Refusal(403, 'forbidden', 'this key may only read');
  if (caller.bound.projectId !== undefined && OF_ALL_PROJECTS.includes(name))
    throw new Refusal(403, 'forbidden', `this key is bound to a project, and ${name} tells of all`);
  // It looks for ids in the whole file, other owners' too.
  if (name === 'verifyErasure' && Object.keys(caller.bound).length > 0)
    throw new Refusal(403, 'forbidden', 'this key is bound, and a receipt is looked for in the whole memory');
}

/** A moment in the past has a capability of its own; what a key is bound to holds for what the input selects, too. */
export function boundInput(caller: Caller, { input: schema, effect }: AnyOperation, input: object): object {
  const { bound } = caller;
  const { asOf, agentId, sharedWith } = input as Readonly<Record<string, unknown>>;
  if (asOf !== undefined) refuseWithout(caller, 'time');
  if (sharedWith === 'tenant' && bound.userId !== undefined && effect !== 'reads')
    throw new Refusal(403, 'forbidden', 'this key is bound to a user, and may not write what the tenant shares');
  if (bound.agentId === undefined || !('agentId' in (schema as z.ZodObject).shape)) return input;
  if (agentId !== undefined && agentId !== bound.agentId)
    throw new Refusal(403, 'forbidden', 'this key is bound to another agentId');
  return { ...input, agentId: bound.agentId };
}

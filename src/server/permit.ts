import type { z } from 'zod';
import { type Caller, refuseWithout } from './caller.ts';
import { Refusal } from './problem.ts';
import type { AnyOperation } from './served.ts';

/** Plans part projects from one another, but keep nobody from what is theirs: an export is whole. */
export const callerOf = (caller: Caller, { name }: AnyOperation): Caller =>
  name === 'export' ? { ...caller, may: new Set([...caller.may, 'acrossProjects']) } : caller;

/** Whether the caller may perform it at all. */
export function refuseBeyond(caller: Caller, operation: AnyOperation): void {
  const { name, effect, capability, alsoNeeds, ofAllProjects } = operation;
  refuseWithout(caller, capability);
  if (alsoNeeds !== undefined) refuseWithout(caller, alsoNeeds);
  // What `turn` does, its input tells.
  if (effect !== 'reads' && name !== 'turn') refuseReader(caller);
  if (ofAllProjects) refuseOfProject(caller, name);
  // It looks for ids in the whole file, other owners' too.
  if (name === 'verifyErasure' && Object.keys(caller.bound).length > 0)
    throw new Refusal(403, 'forbidden', 'this key is bound, and a receipt is looked for in the whole memory');
}

function refuseReader({ key }: Caller): void {
  if (key?.isReadOnly) throw new Refusal(403, 'forbidden', 'this key may only read');
}

function refuseOfProject(caller: Caller, name: string): void {
  refuseWithout(caller, 'acrossProjects');
  if (caller.bound.projectId !== undefined)
    throw new Refusal(403, 'forbidden', `this key is bound to a project, and ${name} concerns all`);
}

/** A moment in the past has a capability of its own; what a key is bound to holds for what the input selects, too. */
export function boundInput(caller: Caller, { name, input: schema, effect }: AnyOperation, input: object): object {
  const { bound } = caller;
  const { asOf, agentId, sharedWith, reply, format, recall } = input as Readonly<Record<string, unknown>>;
  if (asOf !== undefined) refuseWithout(caller, 'time');
  if (name === 'turn' && reply !== undefined) refuseReader(caller);
  // Each of its records names a project of its own.
  if (name === 'import' && format === 'export') refuseOfProject(caller, 'an export');
  if (sharedWith === 'tenant' && bound.userId !== undefined && effect !== 'reads')
    throw new Refusal(403, 'forbidden', 'this key is bound to a user, and may not write what the tenant shares');
  if (name === 'import' && (bound.userId !== undefined || !caller.may.has('context')))
    return { ...input, tunes: false };
  if (name === 'settings.set' && recall !== undefined && (bound.userId ?? bound.projectId) !== undefined)
    throw new Refusal(
      403,
      'forbidden',
      'this key is bound to a user or a project, and recall is tuned for all of them',
    );
  if (bound.agentId === undefined || !('agentId' in (schema as z.ZodObject).shape)) return input;
  if (agentId !== undefined && agentId !== bound.agentId)
    throw new Refusal(403, 'forbidden', 'this key is bound to another agentId');
  return { ...input, agentId: bound.agentId };
}

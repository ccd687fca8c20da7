import type { z } from 'zod';
import { type Caller, refuseWithout } from './caller.ts';
import { Refusal } from './problem.ts';
import type { AnyOperation } from './served.ts';

/** Plans separate projects, but an operation `forEveryPlan` spans them. */
export const callerOf = (caller: Caller, { forEveryPlan }: AnyOperation): Caller =>
  forEveryPlan ? { ...caller, capabilities: new Set([...caller.capabilities, 'acrossProjects']) } : caller;

/** Refuses an operation that the caller may never perform. */
export function refuseUnpermitted(caller: Caller, operation: AnyOperation): void {
  const { name, effect, capability, alsoNeeds, belongsTo, ofWholeMemory, onlyReads } = operation;
  refuseWithout(caller, capability);
  if (alsoNeeds !== undefined) refuseWithout(caller, alsoNeeds);
  if (effect !== 'reads' && onlyReads === undefined) refuseReader(caller);
  if (belongsTo === 'allProjects') refuseOfProject(caller, name);
  if (belongsTo === 'user' && caller.bound.projectId !== undefined) refuseUsers(caller, operation);
  if (ofWholeMemory && Object.keys(caller.bound).length > 0)
    throw new Refusal(403, 'forbidden', `this key is restricted, and ${name} reads the whole memory`);
}

function refuseReader({ key }: Caller): void {
  if (key?.isReadOnly) throw new Refusal(403, 'forbidden', 'this key is read-only');
}

function refuseOfProject(caller: Caller, name: string): void {
  if (caller.bound.projectId !== undefined)
    throw new Refusal(403, 'forbidden', `this key is restricted to a project, and ${name} concerns all projects`);
  refuseWithout(caller, 'acrossProjects');
}

/** A key of one project reads user data if its plan spans projects, and never changes it. */
function refuseUsers(caller: Caller, { name, effect }: AnyOperation): void {
  if (effect === 'reads' && caller.capabilities.has('acrossProjects')) return;
  throw new Refusal(
    403,
    'forbidden',
    `this key is restricted to a project, and ${name} concerns all projects of the user`,
    {
      advice:
        effect === 'reads'
          ? 'give the key a plan that includes "acrossProjects"'
          : 'use a key that is not restricted to a project',
    },
  );
}

/** Checks the capability for past moments, and applies the key's scope to the filters of the input. */
export function boundInput(caller: Caller, operation: AnyOperation, given: object): object {
  const { bound } = caller;
  const { name, input: schema, effect } = operation;
  const { asOf, agentId, sharedWith } = given as Readonly<Record<string, unknown>>;
  if (asOf !== undefined) refuseWithout(caller, 'time');
  if (operation.onlyReads?.(given as never) === false) refuseReader(caller);
  if (operation.spansProjects?.(given as never)) refuseOfProject(caller, name);
  if (sharedWith === 'tenant' && bound.userId !== undefined && effect !== 'reads')
    throw new Refusal(
      403,
      'forbidden',
      'this key is restricted to a user and may not write documents of the whole tenant',
    );
  const allowed = mayConsolidate(caller) ? given : (operation.unconsolidated?.(given as never) ?? given);
  const input = operation.tunes?.(allowed as never) ? tuningInput(caller, operation, allowed) : allowed;
  if (bound.agentId === undefined || !('agentId' in (schema as z.ZodObject).shape)) return input;
  if (agentId !== undefined && agentId !== bound.agentId)
    throw new Refusal(403, 'forbidden', 'this key is restricted to another agent');
  return { ...input, agentId: bound.agentId };
}

/** Consolidation reads every project of a user. */
const mayConsolidate = ({ bound, capabilities }: Caller): boolean =>
  bound.projectId === undefined && capabilities.has('consolidate');

function tuningInput({ bound, capabilities }: Caller, { untuned }: AnyOperation, input: object): object {
  if ((bound.userId ?? bound.projectId) === undefined && capabilities.has('context')) return input;
  if (untuned !== undefined) return untuned(input as never);
  throw new Refusal(
    403,
    'forbidden',
    'this key is restricted to a user or a project, and recall settings apply to all of them',
  );
}

import { z } from 'zod';
import { SouvenirError } from '../errors.ts';
import { scopeIdSchema } from './primitives.ts';

export const ownerSchema = z.object({ tenantId: scopeIdSchema, userId: scopeIdSchema, agentId: scopeIdSchema });
/** The owner of a memory. Every read and write names one owner, and no owner sees another's data. */
export type Owner = Readonly<z.infer<typeof ownerSchema>>;

export const scopeSchema = ownerSchema.extend({
  projectId: scopeIdSchema.optional(),
  sessionId: scopeIdSchema.optional(),
});
/** An owner, and optionally one project and one session. A read without them spans the whole owner. */
export type Scope = Readonly<z.infer<typeof scopeSchema>>;

export const DEFAULT_SESSION = 'default';

export const DEFAULT_OWNER: Owner = { tenantId: 'default', userId: 'default', agentId: 'default' };

/** The user id of data that every user of a tenant may read; no real user has it. */
export const EVERYONE = '*';

export const scopeInputSchema = scopeSchema.partial().extend({
  userId: scopeIdSchema.refine((name) => name !== EVERYONE, `${EVERYONE} stands for every user of a tenant`).optional(),
});
/** The scope of a call; missing parts come from the options. */
export type ScopeInput = Readonly<z.input<typeof scopeInputSchema>>;

export type ScopeFilter = Pick<Scope, 'projectId' | 'sessionId'>;

/** Whether a scope matches the filter's project and session, as far as it names them. */
export const isWithin =
  ({ projectId, sessionId }: ScopeFilter) =>
  (scope: ScopeFilter): boolean =>
    (projectId === undefined || scope.projectId === projectId) &&
    (sessionId === undefined || scope.sessionId === sessionId);

/** Whether a scope has exactly this project, or none if it is undefined. */
export const isOfProject =
  (projectId: string | undefined) =>
  (scope: ScopeFilter): boolean =>
    scope.projectId === projectId;

export const ownerOf = ({ tenantId, userId, agentId }: Owner): Owner => ({ tenantId, userId, agentId });

/** Refuses a scope with a project for operations on all projects, whose result would be wider than the scope. */
export function refuseProject({ projectId }: ScopeFilter, name: string): void {
  if (projectId !== undefined)
    throw new SouvenirError(
      'invalidInput',
      `${name}: concerns all projects, but the scope names the project ${JSON.stringify(projectId)}`,
      {
        advice: 'leave the project out',
      },
    );
}

export const ownerKey = ({ tenantId, userId, agentId }: Owner): string => JSON.stringify([tenantId, userId, agentId]);

/** Reserved: no agent's id begins with it. */
export const SHARED_PREFIX = 'shared:';

/** Whether it is an internal owner, of profiles, documents or instructions. */
export const isInternalOwner = ({ agentId }: Pick<Owner, 'agentId'>): boolean =>
  agentId.startsWith(`${SHARED_PREFIX}.`);

/** The owner of a component's memories: the agent, or a shared memory of several agents of a user. */
export const targetOwnerOf = ({ sharedAs }: { readonly sharedAs?: string }, owner: Owner): Owner =>
  sharedAs === undefined ? owner : { ...ownerOf(owner), agentId: `${SHARED_PREFIX}${sharedAs}` };

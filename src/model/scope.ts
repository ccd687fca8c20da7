import { z } from 'zod';
import { SouvenirError } from '../errors.ts';
import { scopeIdSchema } from './primitives.ts';

/** Whose memory it is. Every read and every write names one owner, and one owner never sees another's. */
export const ownerSchema = z.object({ tenantId: scopeIdSchema, userId: scopeIdSchema, agentId: scopeIdSchema });
export type Owner = Readonly<z.infer<typeof ownerSchema>>;

/** An owner, and within it optionally one project or one session. A read without them spans all of the owner's. */
export const scopeSchema = ownerSchema.extend({
  projectId: scopeIdSchema.optional(),
  sessionId: scopeIdSchema.optional(),
});
export type Scope = Readonly<z.infer<typeof scopeSchema>>;

/** The session of turns that name none. */
export const DEFAULT_SESSION = 'default';

/** Whose memory it is where nobody says. */
export const DEFAULT_OWNER: Owner = { tenantId: 'default', userId: 'default', agentId: 'default' };

/** Whose is what every user of a tenant may read. Nobody is called so. */
export const EVERYONE = '*';

/** What a call says of its scope; the rest comes from the options. */
export const scopeInputSchema = scopeSchema.partial().extend({
  userId: scopeIdSchema.refine((name) => name !== EVERYONE, `${EVERYONE} stands for every user of a tenant`).optional(),
});
export type ScopeInput = Readonly<z.input<typeof scopeInputSchema>>;

/** Where within an owner's memory. */
export type ScopeFilter = Pick<Scope, 'projectId' | 'sessionId'>;

/** Whether something belongs to the project and session that a place names, where it names them. */
export const isWithin =
  ({ projectId, sessionId }: ScopeFilter) =>
  (scope: ScopeFilter): boolean =>
    (projectId === undefined || scope.projectId === projectId) &&
    (sessionId === undefined || scope.sessionId === sessionId);

/** Whether something belongs to this very project, or to none if it is none. */
export const isOfProject =
  (projectId: string | undefined) =>
  (scope: ScopeFilter): boolean =>
    scope.projectId === projectId;

export const ownerOf = ({ tenantId, userId, agentId }: Owner): Owner => ({ tenantId, userId, agentId });

/** Of what concerns all projects a scope with a project is refused: the answer would be wider than it says. */
export function refuseProject({ projectId }: ScopeFilter, name: string): void {
  if (projectId !== undefined)
    throw new SouvenirError(
      'invalidInput',
      `${name}: concerns all projects, and the scope names ${JSON.stringify(projectId)}`,
      {
        advice: 'leave the project out',
      },
    );
}

/** Tells owners apart in a map. */
export const ownerKey = ({ tenantId, userId, agentId }: Owner): string => JSON.stringify([tenantId, userId, agentId]);

/** No agent may have an id that begins so. */
export const SHARED_PREFIX = 'shared:';

/** Where profiles, documents and instructions are kept. */
export const isInternalOwner = ({ agentId }: Pick<Owner, 'agentId'>): boolean =>
  agentId.startsWith(`${SHARED_PREFIX}.`);

/** Where what it makes is kept: with the agent, or in a memory that several agents of a user share. */
export const targetOwnerOf = ({ sharedAs }: { readonly sharedAs?: string }, owner: Owner): Owner =>
  sharedAs === undefined ? owner : { ...ownerOf(owner), agentId: `${SHARED_PREFIX}${sharedAs}` };

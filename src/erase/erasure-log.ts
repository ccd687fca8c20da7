import type { Owner } from '../model/scope.ts';

export type ErasedUser = Pick<Owner, 'tenantId' | 'userId'> & { readonly agentId?: string | undefined };

const keyOf = ({ tenantId, userId, agentId }: ErasedUser): string => JSON.stringify([tenantId, userId, agentId]);

/** Counts the erasures of all data of a user or of one agent, so that turns that began earlier are not recorded. */
export class ErasureLog {
  readonly #counts = new Map<string, number>();

  note(user: ErasedUser): void {
    this.#counts.set(keyOf(user), (this.#counts.get(keyOf(user)) ?? 0) + 1);
  }

  countOf({ agentId, ...user }: Owner): number {
    return [undefined, agentId].reduce((sum, of) => sum + (this.#counts.get(keyOf({ ...user, agentId: of })) ?? 0), 0);
  }
}

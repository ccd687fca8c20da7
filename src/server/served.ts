import type { Store } from '../contracts/store.ts';
import type { Operation, SettleHooks } from '../operations/operation.ts';
import { operations } from '../operations/operations.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';

export interface Served {
  readonly souvenir: Souvenir;
  readonly store: Store;
  /** The folder of the hooks' notes about this memory, if it is a file. */
  readonly hookFolder?: string;
  readonly settleHooks?: SettleHooks;
}

export type AnyOperation = Operation<never, never, unknown>;

export const allOperations = Object.values(operations) as unknown as readonly AnyOperation[];

/** The path of an operation, such as /v1/memories/add. */
export const pathOf = (name: string): string => `/v1/${name.replaceAll('.', '/')}`;

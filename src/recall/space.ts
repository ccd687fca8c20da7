import type { MemoryFilter } from '../contracts/store.ts';
import type { Owner } from '../model/scope.ts';

/** A memory that a query spans: the agent's own, one it shares, or one it may look into. */
export interface Space {
  readonly owner: Owner;
  /** Only what these made; without it, all. */
  readonly components?: readonly string[];
  /** What is not found by a query, but read in another way. */
  readonly except?: readonly string[];
  /** Another agent's memory: it leaves no trace there that this one looked. */
  readonly isReadOnly?: boolean;
}

/** What the call asks for, as far as the space gives it. */
export function filteredTo(filter: MemoryFilter, { components, except = [] }: Space): MemoryFilter {
  const asked = filter.components;
  const both = asked === undefined ? components : (components?.filter((name) => asked.includes(name)) ?? asked);
  return {
    ...filter,
    ...(both !== undefined && { components: both }),
    ...(except.length > 0 && { exceptComponents: except }),
  };
}

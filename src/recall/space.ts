import type { MemoryFilter } from '../contracts/store.ts';
import type { Memory } from '../model/memory.ts';
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

export const isOpenIn = ({ component }: Memory, { components, except = [] }: Space): boolean =>
  (components === undefined || components.includes(component)) && !except.includes(component);

/** What the call asks for, as far as the space gives it. */
export function filteredTo(filter: MemoryFilter, components: Space['components']): MemoryFilter {
  if (components === undefined) return filter;
  const both =
    filter.components === undefined ? components : components.filter((name) => filter.components?.includes(name));
  return { ...filter, components: both };
}

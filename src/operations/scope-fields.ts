import { type Scope, type ScopeInput, scopeInputSchema } from '../model/scope.ts';
import type { OperationContext } from './operation.ts';

/** The scope as an input may give it. */
export const scopeFields = scopeInputSchema.shape;

/** For what the Souvenir does not merge itself: `given`, and the defaults where it does not say. */
/** The handle an operation works with: the context's scope, and what the input says of it. */
export const handleFor = ({ souvenir, scope }: Pick<OperationContext, 'souvenir' | 'scope'>, given: ScopeInput = {}) =>
  souvenir.for(withDefaults(given, scope));

export function withDefaults(given: ScopeInput, defaults: Scope): Scope {
  const named = Object.keys(scopeFields).flatMap((field) => {
    const value = given[field as keyof ScopeInput];
    return value === undefined ? [] : [[field, value] as const];
  });
  return { ...defaults, ...Object.fromEntries(named) };
}

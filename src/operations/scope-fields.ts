import { type Scope, type ScopeInput, scopeInputSchema } from '../model/scope.ts';
import type { OperationContext } from './operation.ts';

/** The scope as an input may give it: what is left out comes from the context. */
export const scopeFields = scopeInputSchema.shape;

export function scopeFor({ scope }: OperationContext, given: ScopeInput): Scope {
  const named = Object.keys(scopeFields).flatMap((field) => {
    const value = given[field as keyof ScopeInput] ?? scope[field as keyof Scope];
    return value === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(named) as Scope;
}

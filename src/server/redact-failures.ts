import type { ScopeInput } from '../model/scope.ts';

const FAILURE_FIELDS = new Set(['degraded', 'failures', 'setAside']);

/** Replaces failures by their codes, since messages of other software may name a file or an address. */
export function redactFailures(name: string, value: unknown): unknown {
  return FAILURE_FIELDS.has(name) && Array.isArray(value) ? value.map(byCode) : value;
}

const byCode = (failure: unknown): unknown =>
  typeof failure === 'object' && failure !== null && 'code' in failure && 'reason' in failure
    ? { ...failure, reason: `failed (${String(failure.code)})` }
    : failure;

/** A bound key learns nothing about the machine. */
export const replacerFor = (bound: ScopeInput) =>
  Object.values(bound).some((id) => id !== undefined) ? redactFailures : undefined;

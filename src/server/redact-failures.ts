import type { ScopeInput } from '../model/scope.ts';

/** Where results name what did not work while the rest did. */
const FAILURE_FIELDS = new Set(['degraded', 'failures', 'setAside']);

/** Whether a key is for one user or one project of many: it is not told how this machine is built. */
export const isForOne = ({ userId, projectId }: ScopeInput): boolean => userId !== undefined || projectId !== undefined;

/** A failure in the words of whatever failed may name a file or an address: such a one is told by its code. */
export function redactFailures(name: string, value: unknown): unknown {
  return FAILURE_FIELDS.has(name) && Array.isArray(value) ? value.map(byCode) : value;
}

const byCode = (failure: unknown): unknown =>
  typeof failure === 'object' && failure !== null && 'code' in failure && 'reason' in failure
    ? { ...failure, reason: `failed (${String(failure.code)})` }
    : failure;

/** How results are written for a caller. */
export const replacerFor = (bound: ScopeInput) => (isForOne(bound) ? redactFailures : undefined);

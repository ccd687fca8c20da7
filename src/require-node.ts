import { SouvenirError } from './errors.ts';
import { unsupportedNode } from './unsupported-node.ts';

/** To be called before a native module loads: under an older Node the SQLite driver does not fail, it crashes the process. */
export function requireNode(versions: { node: string; napi?: string } = process.versions): void {
  const refusal = unsupportedNode(versions);
  if (refusal !== undefined) throw new SouvenirError('nodeTooOld', refusal.message, { advice: refusal.advice });
}

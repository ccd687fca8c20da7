import { MARK, matchesAt } from './rule.ts';

/** Returns a text without its secrets. */
export type Redact = (text: string) => string;

/** Names whose values are secret, without regard to case and separators. `maxTokens` is none. */
const SECRET_NAME =
  /(?:(?:password|passwd|passphrase|pwd|passwort|kennwort|contraseña|senha|motdepasse|wachtwoord|secret|credential|cookie|authorization|apikey|accesskey|secretkey|privatekey|sshkey)s?|token|^(?:pin|cvv|cvc|otp|ssn))$/;

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name.replace(/[^\p{L}]/gu, '').toLowerCase());

const HIDDEN = '[redacted: secret]';

export const containsSecret = (value: unknown): boolean =>
  value !== null && value !== undefined && typeof value !== 'boolean';

/** A copy of plain data with every text redacted and every value under a secret name replaced by a mark. */
export function redactAll<Value>(value: Value, redact: Redact, onHidden: () => void = () => {}): Value {
  const copying = copyInSteps(value, redact, onHidden);
  for (;;) {
    const step = copying.next();
    if (step.done) return step.value as Value;
  }
}

/** `redactAll` with turns for the event loop between texts. */
export async function redactAllInSlices<Value>(
  value: Value,
  redact: Redact,
  breathe: () => Promise<void>,
  onHidden: () => void,
): Promise<Value> {
  const copying = copyInSteps(value, redact, onHidden);
  for (;;) {
    const step = copying.next();
    if (step.done) return step.value as Value;
    await breathe();
  }
}

function* copyInSteps(part: unknown, redact: Redact, onHidden: () => void): Generator<undefined, unknown, undefined> {
  yield;
  if (typeof part === 'string') return redact(part);
  if (Array.isArray(part)) {
    const copy: unknown[] = [];
    for (const each of part) copy.push(yield* copyInSteps(each, redact, onHidden));
    return copy;
  }
  if (!isPlain(part)) return part;
  const fields: [string, unknown][] = [];
  for (const [name, each] of Object.entries(part)) {
    if (!isSecretName(name) || !containsSecret(each))
      fields.push([redact(name), yield* copyInSteps(each, redact, onHidden)]);
    else if (isMark(each)) fields.push([name, each]);
    else {
      onHidden();
      fields.push([name, HIDDEN]);
    }
  }
  return Object.fromEntries(fields);
}

const isMark = (value: unknown): boolean =>
  typeof value === 'string' && matchesAt(MARK, value, 0) && MARK.lastIndex === value.length;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

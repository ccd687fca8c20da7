import { MARK, matchesAt } from './rule.ts';

/** Gives a text back without its secrets. */
export type Redact = (text: string) => string;

/** Names whose values are secret, without regard to case and separators. `maxTokens` is none. */
const SECRET_NAME =
  /(?:(?:password|passwd|passphrase|pwd|passwort|kennwort|contraseña|senha|motdepasse|wachtwoord|secret|credential|cookie|authorization|apikey|accesskey|secretkey|privatekey|sshkey)s?|token|^(?:pin|cvv|cvc|otp|ssn))$/;

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name.replace(/[^\p{L}]/gu, '').toLowerCase());

const HIDDEN = '[redacted: secret]';

/** Whether there is something to hide under a secret name: null and booleans tell nothing. */
export const hidesSomething = (value: unknown): boolean =>
  value !== null && value !== undefined && typeof value !== 'boolean';

/** A copy of plain data in which every text has gone through `redact` and every value under a secret name is a mark. */
export function redactAll<Value>(value: Value, redact: Redact, onHidden: () => void = () => {}): Value {
  const copyOf = (part: unknown): unknown => {
    if (typeof part === 'string') return redact(part);
    if (Array.isArray(part)) return part.map(copyOf);
    if (!isPlain(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, each]) => {
        if (!isSecretName(name) || !hidesSomething(each)) return [redact(name), copyOf(each)];
        if (typeof each === 'string' && matchesAt(MARK, each, 0) && MARK.lastIndex === each.length) return [name, each];
        onHidden();
        return [name, HIDDEN];
      }),
    );
  };
  return copyOf(value) as Value;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

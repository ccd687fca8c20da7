const MASK = '***';
/** What lies beyond is never kept. */
const MOST_READ = 20_000;

/** Names of parameters whose values are nobody's business, without regard to case and separators; `maxTokens` is none. */
const SECRET_NAME =
  /(?:(?:password|passwd|passphrase|pwd|secret|credential|cookie|authorization|apikey|accesskey|secretkey|privatekey|sshkey)s?|token)$/;

const NAME = '(?:password|passwd|passphrase|\\bpass|pwd|token|secret|api[_-]?key|access[_-]?key)';
/** What stands before the secret is kept. In prose ("invalid token: expired") only what looks made up is one. */
const SECRET_TEXTS: readonly RegExp[] = [
  /(\b(?:bearer|basic)\s+)(?=\S{0,200}[\d=])[\w.~+/=-]{6,}/gi,
  new RegExp(`(--[\\w-]{0,40}${NAME}[ =]["']?)[^\\s"']+`, 'gi'),
  new RegExp(`(${NAME}["']?=["']?)[^\\s"'&,;]+`, 'gi'),
  new RegExp(`(${NAME}["']\\s*:\\s*["'])[^"']+`, 'gi'),
  new RegExp(`(${NAME}:\\s+)(?=\\S{0,200}\\d)[^\\s"'&,;]{6,}`, 'gi'),
  /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/]{0,200}:)[^\s@/]{1,500}(?=@)/gi,
  /(\b(?:sk|pk|ghp|gho|xox[abp]|glpat)[-_])[\w-]{12,}/g,
  /(\bAKIA)[0-9A-Z]{16}\b/g,
  /(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)[^-]{1,20000}/g,
  /(\b(?:password|passphrase|passcode|token|secret|(?:api|access) ?key)\s(?:is|was)\s)(?=\S{0,200}\d)\S{6,}/gi,
];

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name.replace(/[^\p{L}]/gu, '').toLowerCase());

/** A value that stood under a secret name; what holds nothing hides nothing. */
export const masked = <Value>(value: Value): Value | typeof MASK =>
  value === null || typeof value === 'boolean' ? value : MASK;

/** Whether a text tells something that only its owner should know. */
export const holdsSecret = (text: string): boolean => SECRET_TEXTS.some((pattern) => text.search(pattern) >= 0);

export const maskText = (text: string): string =>
  SECRET_TEXTS.reduce((masked, pattern) => masked.replace(pattern, `$1${MASK}`), text.slice(0, MOST_READ)) +
  text.slice(MOST_READ);

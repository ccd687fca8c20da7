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
  /(\b(?:sk|pk|rk|whsec|ghp|gho|ghu|ghs|ghr|github_pat|xox[abeoprs]|xapp|glpat|gldt|npm|pypi|hf|shpat|shpss|dop_v1|lin_api|figd|nvapi|gsk|r8|key|pat|tok)[-_])(?=[\w-]{0,200}\d)[\w-]{12,}/g,
  /(\b(?:AKIA|ASIA))[0-9A-Z]{16}\b/g,
  /(\bAIza)[\w-]{30,}/g,
  /(\bya29\.)[\w-]{16,}/g,
  /(\bSG\.)[\w-]{10,}\.[\w-]{10,}/g,
  /(?<![\w-])(eyJ)[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  /(\bhooks\.slack\.com\/services\/|\bdiscord(?:app)?\.com\/api\/webhooks\/)[\w/-]{12,}/g,
  /(\b\d{8,10}:)AA[\w-]{30,}/g,
  /(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)[^-]{1,20000}/g,
  /(\b(?:password|passphrase|passcode|token|secret|(?:api|access) ?key)\s(?:is|was)\s)(?=\S{0,200}\d)\S{6,}/gi,
];

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name.replace(/[^\p{L}]/gu, '').toLowerCase());

/** A value that stood under a secret name; what holds nothing hides nothing. */
export const masked = <Value>(value: Value): Value | typeof MASK =>
  value === null || typeof value === 'boolean' ? value : MASK;

/** Where such a text stands, from the first to the last sign of the secret itself. */
export const secretsIn = (text: string): { start: number; end: number }[] =>
  SECRET_TEXTS.flatMap((pattern) =>
    [...text.slice(0, MOST_READ).matchAll(pattern)].map(({ 0: found, 1: kept = '', index }) => ({
      start: index + kept.length,
      end: index + found.length,
    })),
  );

/** Whether a text tells something that only its owner should know. */
export const holdsSecret = (text: string): boolean =>
  SECRET_TEXTS.some((pattern) => text.slice(0, MOST_READ).search(pattern) >= 0);

export const maskText = (text: string): string =>
  SECRET_TEXTS.reduce((masked, pattern) => masked.replace(pattern, `$1${MASK}`), text.slice(0, MOST_READ)) +
  text.slice(MOST_READ);

export type SecretKind =
  | 'password'
  | 'token'
  | 'key'
  | 'private key'
  | 'code'
  | 'cookie'
  | 'card number'
  | 'account number'
  | 'national id'
  | 'seed phrase';

/** A range of a text, in UTF-16 units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface Secret extends TextSpan {
  readonly kind: SecretKind;
}

export interface Rule {
  readonly openings: readonly string[];
  /** It scans whole sentences, so the number of its calls is bounded in synchronous scans. */
  readonly isSlow: boolean;
  find(text: string, at: number): Secret | undefined;
}

/** A rule by a sticky expression. Its first group stays visible: the name or scheme before the secret itself. */
export const formRule = (
  kind: SecretKind,
  openings: readonly string[],
  form: RegExp,
  isMeant: (secret: string) => boolean = () => true,
  isSlow = false,
): Rule => ({
  openings,
  isSlow,
  find(text, at) {
    form.lastIndex = at;
    const match = form.exec(text);
    if (match === null) return undefined;
    const start = at + (match[1]?.length ?? 0);
    const end = at + match[0].length;
    return isMeant(text.slice(start, end)) ? { kind, start, end } : undefined;
  },
});

/** Replaces a secret, and contains none. */
export const MARK = /\[redacted: ([a-z ]{1,20})\]/y;
const EACH_MARK = new RegExp(MARK, 'g');

export const marksIn = (text: string): string[] => Array.from(text.matchAll(EACH_MARK), ([, kind = '']) => kind);

export const matchesAt = (form: RegExp, text: string, at: number): boolean => {
  form.lastIndex = at;
  return form.test(text);
};

/** Characters of a password. Scripts without spaces are excluded: there it ends where the sentence continues. */
export const VALUE = '!-~¡-\\u024F\\u0370-\\u04FF';

const PLACEHOLDER =
  /^(?:none|null|nil|undefined|true|false|string|number|boolean|optional|required|secret|token|password|passwort)$|^[<[]|\$\{|\$\(|^\$[A-Z_]{2,}|\{\{|^\{[a-z_]+\}|^%[A-Za-z(]|\byour[_-]|\bmy[_-]?(?:token|secret|key|password)\b|x{4,}|\*{3,}|\.{3}|…|placeholder|changeme|^example|dummy|^todo|\benv\b|process\.env|os\.environ|getenv|^op:\/\//i;

export const isPlaceholder = (value: string): boolean => PLACEHOLDER.test(value);

/** Mixed letters and digits without order; paths, addresses and names in code contain words. */
export function isRandom(value: string): boolean {
  if (/^(?:0x)?(?=[a-f]{0,40}\d)[0-9a-f]{32,}$/i.test(value)) return true;
  const switches = value.match(/[a-z][A-Z]|[A-Za-z]\d|\d[A-Za-z]/g)?.length ?? 0;
  return value.length >= 16 && switches >= 5 && !/[a-z]{7,}/.test(value) && /^[\w+/=~.-]+$/.test(value);
}

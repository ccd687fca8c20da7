const MASK = '***';
/** Characters of a text that are looked at; nothing longer is ever kept. */
const MOST_READ = 20_000;

/**
 * Tokens that their prefix gives away, and what follows it. The prefixes are those of the default rules of gitleaks (MIT), and of
 * model providers that came later; the rest is longer than a word, and has a digit where a word could be as long.
 */
const PROVIDER_TOKENS: readonly (readonly [prefix: string, rest: string])[] = [
  // AWS
  ['AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9]', '[A-Z0-9]{16}\\b'],
  // Alibaba, GitHub, npm, Prefect, Notion, Clojars, Linear, Artifactory, Adobe, Infracost, Groq, Replicate, Freemius, webhooks
  [
    'LTAI|gh[oprsu]_|npm_|pnu_|ntn_|CLOJARS_|lin_(?:api|oauth)_|AKCp|cmVmd|p8e-|ico-|gsk_|r8_|sk_|(?:key|pubkey|pat|tok)[-_]',
    '(?=[A-Za-z]{0,99}\\d)[A-Za-z0-9]{16,}',
  ],
  // DigitalOcean, RubyGems, Pulumi, Supabase, Brevo, Databricks, Shopify, Flutterwave
  [
    'do[opr]_v1_|rubygems_|pul-|sb[ps]_|xkeysib-|dapi|shp(?:at|ca|pa|ss)_|FLW(?:PUB|SEC)K(?:_TEST)?-',
    '[A-Fa-f0-9]{32,}[\\w-]*',
  ],
  // Google, Yandex, Heroku, Fly, Scalingo, GitHub, GitLab, Atlassian, Docker, CircleCI, Sentry, Doppler
  [
    'AIza|ya29\\.|GOCSPX-|AQVN|HRKU-|fo1_|fm1[ar]_|fm2_|tk-us-|github_pat_|gl(?:pat|dt|cbt|ptt|ft|imt|agent|rt|soat|oas|ffct)-|GR1348941|AT(?:ATT3|CTT3|BB)|dckr_pat_|CCIPAT_|sntry[su]_|dp\\.(?:pt|st|ct|scim|audit)\\.',
    '(?=\\S{0,200}\\d)[\\w+/=-]{16,}',
  ],
  // Stripe, Square, Shippo, Duffel, Slack, Grafana, New Relic, Vault, PlanetScale, Figma, Typeform, Frame.io, ReadMe, Tailscale, 1Password
  [
    '[prs]k_(?:live|test|prod)_|whsec_|sq0(?:atp|csp)-|(?:shippo|duffel)_(?:live|test)_|xox[abeoprs][-.]|xapp-|gl(?:c|sa)_|NR(?:AK|II|JS|RA)-|hv[bs]\\.|pscale_(?:pw|tkn|oauth)_|figd_|tfp_|fio-u-|rdme_|tskey-|ops_eyJ',
    '(?=\\S{0,200}\\d)[\\w+/=-]{12,}',
  ],
  // OpenAI, Anthropic, OpenRouter, DeepSeek; Perplexity, xAI, NVIDIA; Hugging Face
  ['sk-', '(?=[\\w-]{0,200}\\d)(?:[\\w-]{32,}|(?:[a-z]{2,10}\\d{0,2}-){0,3}\\w{12,}[\\w-]*)'],
  ['pplx-|xai-|nvapi-', '(?=[\\w-]{0,200}\\d)(?:[\\w-]{40,}|\\w{20,})'],
  ['hf_|api_org_', '[A-Za-z0-9]{30,}'],
  ['[\\w~.]{3}\\dQ~', '[\\w~.-]{31,34}'], // Azure AD
  ['v1\\.0-', '[a-f0-9]{24}-[a-f0-9]{100,}'], // Cloudflare origin
  ['pypi-', 'AgE[\\w-]{30,}'],
  ['oy2', '[a-z0-9]{43}\\b'], // NuGet
  ['access-(?:sandbox|development|production)-', '[a-f0-9-]{36}'], // Plaid
  ['EZ[AT]K', '[A-Za-z0-9]{54}'], // EasyPost
  ['hooks\\.slack\\.com/services/|discord(?:app)?\\.com/api/webhooks/', '[\\w/-]{12,}'],
  ['\\d{8,10}:', 'A[\\w-]{32,}'], // Telegram
  ['SG\\.', '[\\w-]{10,}\\.[\\w-]{10,}'], // SendGrid
  ['SK(?=[a-f]{0,32}\\d)', '[a-f0-9]{32}\\b'], // Twilio
  ['dt0[a-z]\\d\\d\\.', '[A-Z0-9]{24}\\.[A-Z0-9]{40,}'], // Dynatrace
  ['[A-Za-z0-9]{14}\\.atlasv1\\.', '[\\w=-]{60,}'], // Terraform
  ['PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'], // Postman
  ['4b1d', '[A-Za-z0-9]{38}\\b'], // ClickHouse
  ['sha256~', '[\\w-]{43}'], // OpenShift
  ['pat(?=[A-Za-z0-9]{14}\\.)', '[A-Za-z0-9]{14}\\.[a-f0-9]{64}\\b'], // Airtable
  ['API-', '[A-Z0-9]{26}\\b'], // Octopus
  ['A3-', '[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}\\b'], // 1Password
  ['AGE-SECRET-KEY-1', '[A-Z0-9]{20,}'],
  ['eyJ', '[\\w-]{8,}\\.[\\w-]{8,}(?:\\.[\\w-]*)?'], // a JSON web token
];

/** A shape of a secret. What its first group holds may be shown: the name, the scheme or the prefix before the secret itself. */
interface Shape {
  readonly find: RegExp;
  readonly reason: string;
}

const shape = (find: RegExp, reason: string): Shape => ({ find, reason });
const KEY = 'holds a key, token or password';
/** A secret on the line of a word that tells of it. The word does not come again between them, so that no stretch is read twice. */
const near = (word: string, farthest: number, secret: string): string =>
  `\\b(?:${word})\\b(?:(?!\\b(?:${word})\\b)[^\\n]){0,${farthest}}?${secret}`;
const NAME = '(?:password|passwd|passphrase|\\bpass|pwd|token|secret|api[_-]?key|(?:access|account)[_-]?key)';

/**
 * Secrets by their form alone. No repetition here or below can share its characters with the next one without a bound, so that
 * reading takes time in proportion to the text. In prose ("invalid token: expired") a value counts only if it has a digit.
 */
const CERTAIN: readonly Shape[] = [
  shape(
    new RegExp(`(?<![\\w-])(?:${PROVIDER_TOKENS.map(([prefix, rest]) => `(${prefix})(?:${rest})`).join('|')})`, 'g'),
    KEY,
  ),
  shape(
    /(-----BEGIN [A-Z0-9 ]{0,30}(?:PRIVATE KEY|PGP MESSAGE)[A-Z ]{0,10}-----)[^-]{0,20000}|\bPuTTY-User-Key-File/g,
    'holds a private key',
  ),
  shape(
    /((?:(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30})?:\/\/[^\s:@/]{0,200}:)[^\s@/]{1,500}(?=@)/gi,
    'holds a connection string with credentials',
  ),
  shape(
    /(\b(?:authorization|x-api-key|api-key|x-auth-token|proxy-authorization|x-access-token)\s{0,9}:\s{0,9}(?:\w{1,30}\s{1,9})?)(?=[a-z_.~+/=-]{0,200}\d)[\w.~+/=-]{8,}/gi,
    'holds an authorization header',
  ),
  shape(/(\b(?:bearer|basic)\s{1,9})(?=\S{0,200}[\d=])[\w.~+/=-]{6,}/gi, KEY),
  shape(new RegExp(`((?<![\\w-])--[\\w-]{0,40}${NAME}[ =]["']?)[^\\s"']+`, 'gi'), KEY),
  shape(new RegExp(`(${NAME}["']?=["']?)[^\\s"'&,;]+`, 'gi'), KEY),
  shape(new RegExp(`(${NAME}["']\\s{0,9}:\\s{0,9}["'])[^"']+`, 'gi'), KEY),
  shape(new RegExp(`(${NAME}:\\s{1,9})(?=\\S{0,200}\\d)[^\\s"'&,;]{6,}`, 'gi'), KEY),
  shape(
    /(\b(?:password|passphrase|passcode|token|secret|(?:api|access) ?key)\s(?:is|was)\s)(?=\S{0,200}\d)\S{6,}/gi,
    KEY,
  ),
];

const SECRET_WORD =
  "(?:pass ?words?|pass-?phrases?|pass ?codes?|pwd|passwd|pass ?wort|kennwort|passworter|contrasena|contraseña|clave|mot de passe|mdp|senha|parola d[’']ordine|pin(?:[ -]?(?:code|nummer|number))?|(?:api|access|secret|private|license|licence|encryption|signing|wi-?fi|wlan|mail|app|client|master|webhook)[ -]?(?:key|secret|token|code)|token|secret|schlüssel|zugangscode|código|codice|login|credentials?|zugangsdaten|credenciales|identifiants|credenziali|credenciais)";
const IS =
  '(?:\\s{1,9}(?:is|was|are|reads|equals|lautet|ist|sind|heißt|es|son|est|sont|è|é|sono|são)(?:\\s{1,9}(?:still|now|currently|always|set to|noch|immer|jetzt|siempre|toujours|sempre|also))?\\s{1,9}|\\s{0,9}(?:=|:|->|→)\\s{0,9}|\\s{1,9})';
/** A word that nobody says: digits or signs among its letters, or several words in one. */
const MADE_UP = '(?=\\S{0,80}[\\d!#$%&*_+=?@^~]|[^\\s-]{1,40}-[^\\s-]{1,40}-\\S)[^\\s"\'`“”„<>{},;]{4,}';
const QUOTED = '["\'`“„«]\\s{0,9}[^"\'`“”«»\\n]{3,60}["\'`”“»]';
const FOR = 'for|of|to|für|zum|para|de|del|du|pour|di|per|da|do';

/** Secrets by what is said around them. English, German, Spanish, French, Italian and Portuguese. */
const LIKELY: readonly Shape[] = [
  shape(
    /\b(?:set-)?cookies?\s{0,9}:\s{0,9}[\w.-]{1,80}=[^\s;]{6,}|\b(?:session(?:_?id)?|sess|sid|csrf\w{0,20}|xsrf\w{0,20}|phpsessid|jsessionid|connect\.sid|auth_token|remember_token|asp\.net_sessionid)=[^\s;&]{8,}/gi,
    'holds a cookie',
  ),
  shape(
    /(?:(?<![\w-])[\w-]{0,30})?(?:secret|token|passw(?:or)?d|api[_-]?key|access[_-]?key|private[_-]?key|credential|auth[_-]?key|sig)[\w-]{0,10}\s{0,9}[=:]\s{0,9}["']?(?=[^\s"'\d=:]{0,60}(?:[=:][^\s"'\d=:]{0,60})?\d)[^\s"'<>{}]{8,}/gi,
    'holds a key or token',
  ),
  shape(
    new RegExp(
      `(?<![\\p{L}])${SECRET_WORD}(?:\\s{1,9}(?:${FOR}|on|at|in|zur|von|vom|de la|des|della|my|mein\\w{0,9}|the|mi|mon|ma|il|la|el|le|o|a|our|your|user|account|konto)\\s{1,9}[^.!?\\n:=]{1,40}?|\\s{1,9}[\\p{L}-]{2,20})?${IS}(?:${MADE_UP}|${QUOTED})`,
      'giu',
    ),
    'holds a password or key',
  ),
  shape(
    new RegExp(
      `(?<![\\p{L}])(?:my|our|the|mein|das|mi|la|mon|le|mia|minha|a)\\s{1,9}(?:\\p{L}{1,30}[ -]){0,3}(?:pass ?word|pass-?phrase|passwort|kennwort|contraseña|contrasena|mot de passe|senha)(?:\\s{1,9}(?:${FOR})\\s{1,9}[^.!?\\n:=]{1,40}?)?\\s{1,9}(?:is|lautet|ist|es|est|è|é)\\s{1,9}(?!(?:not|too|the|a|an|in|on|at|my|never|always|very|so|only|required|needed|wrong|invalid|expired|missing|secret|safe|stored|kept|saved|correct|long|weak|strong|important|optional|reset|changed|hidden|masked|about|due|old|new|mine|yours|known|unknown|private|sensitive|asked|entered|generated|managed|shared|nicht|zu|im|falsch|sicher|no|demasiado|muy|trop|pas|non|troppo|muito|não|em|el|la|le|une?|ein|eine)\\b)\\p{L}{5,30}(?=\\s{0,9}(?:[.,;!]|$|\\n|-|–))`,
      'giu',
    ),
    'holds a password',
  ),
  shape(
    /\b(?:pin|cvv|cvc|passcode|tan|otp|puk|(?:alarm|door|gate|safe|lock|entry|access|security|unlock|voicemail|sim|card|türcode|alarmcode)[ -]?(?:pin|code)|código|codice|zugangscode)(?:[ -](?:code|number|nummer))?(?:\s{1,9}(?:for|of|to|on|für|zum|para|de|del|pour|di|per)\s[^.!?\n\d]{1,40}|\s{0,9}(?:(?:is|was|:|=|lautet|ist|es|est|è|é|#)\s{0,9})?#?)\d{4,8}\b/gi,
    'holds a PIN or code',
  ),
  shape(
    /\b(?:log ?in|sign in|credentials?|authenticate|zugangsdaten|anmelde\w{0,20}|usuario|identifiants|credenziali|user(?:name)?)\b[^.\n]{0,50}?(?<![\w/])[\w.@-]{2,40}\s{0,9}(?:\/|:|\s(?:and|und|y|et|e|with)\s(?:the )?(?:password|passwort|pw|contraseña|mot de passe|senha)\s)\s{0,9}(?=[^\s,;]{0,80}\d)(?=[^\s,;]{0,80}[\p{L}!#$%&*_+=?@^~])[^\s,;/]{6,}/giu,
    'holds a login with its password',
  ),
  shape(
    /\b(?:app(?:lication)?[ -]?)?pass ?word\b[^.\n]{0,40}?(?:\bis\b|:)\s{0,9}[a-z]{4} [a-z]{4} [a-z]{4} [a-z]{4}\b/gi,
    'holds a password',
  ),
  shape(
    new RegExp(
      [
        near('mysql\\w{0,20}|mariadb', 200, '\\s-p[^\\s-]\\S{3,}'),
        near('curl', 200, '\\s-u\\s{0,9}[^\\s:]{1,80}:\\S{4,}'),
        '\\bsshpass\\s{1,9}-p\\s{0,9}\\S+',
      ].join('|'),
      'gi',
    ),
    'holds a password',
  ),
  shape(
    /\b(?:unlock|log ?in|sign in|login|authenticate|decrypt|connect|anmeld\w{0,20}|einlogg\w{0,20}|inicia sesión|connecte\w{0,20}|accedi|entre)\b[^.\n]{0,50}?\b(?:with|using|via|mit|con|avec|com|by)\s{1,9}(?=\S{0,80}\p{L})(?=\S{0,80}\d)(?=\S{0,80}[!#$%&*_+=?@^~])[^\s"'<>]{8,}/giu,
    'holds a password',
  ),
  shape(
    new RegExp(
      near(
        '(?:recovery|backup|rescue|one-time|emergency|2fa|mfa|scratch|restore|reset)[ -]?(?:codes?|keys?|tokens?)?|wiederherstellungs(?:codes?|schlüssel)|notfallcodes?|códigos? de (?:recuperación|respaldo|recuperação)|codes? de (?:secours|récupération)|codici? di (?:recupero|backup)',
        80,
        '[\\s:,–-](?:(?=[a-z0-9-]{0,20}\\d)[a-z0-9]{4,8}(?:[- ][a-z0-9]{4,8})+|\\d{6,10})\\b',
      ),
      'gi',
    ),
    'holds recovery codes',
  ),
  shape(
    /\b(?:seed(?:[ -]?phrase)?|recovery phrase|mnemonic|wallet (?:phrase|words|seed)|backup phrase|secret phrase|frase semilla|phrase de récupération|wiederherstellungsphrase)\b[^\n]{0,40}?[:\s](?:[a-z]{3,8}[ ,]{1,3}){11,23}[a-z]{3,8}\b/gi,
    'holds a recovery phrase',
  ),
  shape(
    new RegExp(near('otp|totp|2fa|mfa|authenticator|two-factor', 60, '\\b[A-Z2-7]{4}(?: ?[A-Z2-7]{4}){3,}\\b'), 'g'),
    'holds a one-time-password secret',
  ),
  shape(
    new RegExp(
      near(
        'key|token|secret|bearer|auth\\w{0,20}|header|session|webhook|schlüssel|clave|clé|chiave|chave|salt|hash|signing|private',
        60,
        '\\b(?:0x)?[0-9a-f]{32,}\\b',
      ),
      'gi',
    ),
    'holds a key or token',
  ),
];
const CARD = /(?<![\d-])(?:\d[ -]?){12,18}\d(?![\d-])/g;
const DENSE = /(?<![\w/.@-])[\w+/=~.-]{24,}(?![\w/])/g;
const LEAST_BITS = 4;
/** Said just before something random that everybody may know. */
const PUBLIC =
  /\b(?:public|ssh-(?:ed25519|rsa)|sha-?(?:1|256|384|512)|fingerprint|integrity|checksum|digest|dkim|h1:)\W?[^\n]{0,60}\n?$/i;
const PLACEHOLDER =
  /<[^<>]*>|\$\{|\$[A-Z_]{2,}|\{\{|\byour[_-]|\bmy[_-]?(?:token|secret|key|password)\b|x{4,}|\*{3,}|\.{3}|redacted|placeholder|changeme|(?<![.\w@-])example\b(?!\.)|dummy|\b(?:user|username|name|login):(?:pass|password|pwd|secret)@|todo|\benv\b|process\.env|os\.environ|vault|op:\/\//i;

/** A place in a text, in UTF-16 units. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const overlap = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

interface Found extends Span {
  /** Where the secret itself begins, after its name or prefix. */
  readonly hidden: number;
  readonly reason: string;
}

function* found(text: string, shapes: readonly Shape[]): Generator<Found> {
  for (const { find, reason } of shapes)
    for (const match of text.matchAll(find)) {
      const shown = match.slice(1).find((group) => group !== undefined) ?? '';
      const start = match.index;
      yield { start, hidden: start + shown.length, end: start + match[0].length, reason };
    }
}

function* unnamed(text: string): Generator<Span & { readonly reason: string }> {
  const place = ({ 0: match, index }: RegExpExecArray) => ({ start: index, end: index + match.length });
  for (const match of text.matchAll(CARD))
    if (isCard(match[0].replace(/\D/g, ''))) yield { ...place(match), reason: 'holds the number of a card' };
  for (const match of text.matchAll(DENSE))
    if (isRandom(match[0]) && !PUBLIC.test(text.slice(Math.max(0, match.index - 100), match.index)))
      yield { ...place(match), reason: 'holds what looks like a key' };
}

/** Every secret in a text, also those that only the words around them tell. Placeholders are left out. */
export function secretsIn(text: string): (Span & { readonly reason: string })[] {
  const read = text.slice(0, MOST_READ);
  const secrets: (Span & { readonly reason: string })[] = [];
  const placeholders: Span[] = [];
  for (const { start, end, reason } of [...found(read, CERTAIN), ...found(read, LIKELY), ...unnamed(read)]) {
    const span = { start, end };
    if (placeholders.some((other) => overlap(span, other))) continue;
    if (PLACEHOLDER.test(read.slice(start, end + 1))) placeholders.push(span);
    else if (!secrets.some((other) => overlap(span, other))) secrets.push({ ...span, reason });
  }
  return secrets.sort((a, b) => a.start - b.start);
}

/** Whether a text holds a secret by its form alone. */
export const holdsSecret = (text: string): boolean =>
  CERTAIN.some(({ find }) => text.slice(0, MOST_READ).search(find) >= 0);

/** The text with `***` in place of every secret that its form gives away. */
export function maskText(text: string): string {
  let masked = '';
  let done = 0;
  for (const { hidden, end } of [...found(text.slice(0, MOST_READ), CERTAIN)].sort((a, b) => a.hidden - b.hidden)) {
    if (hidden >= done) masked += text.slice(done, hidden) + MASK;
    done = Math.max(done, end);
  }
  return masked + text.slice(done);
}

/** Names of parameters whose values are secret, without regard to case and separators. `maxTokens` is none. */
const SECRET_NAME =
  /(?:(?:password|passwd|passphrase|pwd|secret|credential|cookie|authorization|apikey|accesskey|secretkey|privatekey|sshkey)s?|token)$/;

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name.replace(/[^\p{L}]/gu, '').toLowerCase());

/** The mask for a value that stood under a secret name; null and booleans hide nothing. */
export const masked = <Value>(value: Value): Value | typeof MASK =>
  value === null || typeof value === 'boolean' ? value : MASK;

/** Luhn's check digit, as every card number has it. */
function isCard(digits: string): boolean {
  if (digits.length < 13 || /^(\d)\1+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0 && /^[3-6]/.test(digits);
}

/** Large and small letters and digits without order; paths, addresses and names in code have words in them. */
function isRandom(token: string): boolean {
  const isMixed = /[A-Z]/.test(token) && /[a-z]/.test(token) && (token.match(/\d/g)?.length ?? 0) >= 3;
  const switches = token.match(/[a-z][A-Z]|[A-Za-z]\d|\d[A-Za-z]/g)?.length ?? 0;
  return isMixed && switches >= 7 && !/[a-z]{7,}/.test(token) && bitsOf(token) >= LEAST_BITS;
}

/** Bits of information in each character. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

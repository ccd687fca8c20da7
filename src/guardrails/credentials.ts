import type { Guardrail, Violation } from '../contracts/guardrail.ts';
import { secretsIn } from '../text/secrets.ts';

const NAME =
  "(?:pass ?words?|pass-?phrases?|pass ?codes?|pwd|passwd|pass ?wort|kennwort|passworter|contrasena|contraseña|clave|mot de passe|mdp|senha|parola d[’']ordine|password|pin(?:[ -]?(?:code|nummer|number))?|(?:api|access|secret|private|license|licence|encryption|signing|wi-?fi|wlan|mail|app|client|master|webhook)[ -]?(?:key|secret|token|code)|token|secret|schlüssel|zugangscode|código|codice|login|credentials?|zugangsdaten|credenciales|identifiants|credenziali|credenciais)";
const IS =
  '(?:\\s+(?:is|was|are|reads|equals|lautet|ist|sind|heißt|es|son|est|sont|è|é|sono|são)(?:\\s+(?:still|now|currently|always|set to|noch|immer|jetzt|siempre|toujours|sempre|also))?\\s+|\\s*(?:=|:|->|→)\\s*|\\s+)';
/** What makes a word look made up: digits or signs among letters, or several words in one. */
const MADE_UP = '(?=\\S*[\\d!#$%&*_+=?@^~]|\\S+-\\S+-\\S+)[^\\s"\'`“”„<>{},;]{4,}';
const QUOTED = '["\'`“„«]\\s*[^"\'`“”«»\\n]{3,60}["\'`”“»]';
const PROSE = new RegExp(
  `(?<![\\p{L}])${NAME}(?:\\s+(?:for|of|to|on|at|in|für|zum|zur|von|vom|para|de|del|de la|du|des|pour|di|della|per|da|do|my|mein\\w*|the|mi|mon|ma|il|la|el|le|o|a|our|your|user|account|konto)\\s+[^.!?\\n:=]{1,40}?|\\s+[\\p{L}-]{2,20})?${IS}(?:${MADE_UP}|${QUOTED})`,
  'giu',
);
const PLAIN =
  /(?<![\p{L}])(?:my|our|the|mein|das|mi|la|mon|le|mia|minha|a)\s+(?:\p{L}+[ -]){0,3}(?:pass ?word|pass-?phrase|passwort|kennwort|contraseña|contrasena|mot de passe|senha)(?:\s+(?:for|of|to|für|zum|para|de|del|du|pour|di|per|da|do)\s+[^.!?\n:=]{1,40}?)?\s+(?:is|lautet|ist|es|est|è|é)\s+(?!(?:not|too|the|a|an|in|on|at|my|never|always|very|so|only|required|needed|wrong|invalid|expired|missing|secret|safe|stored|kept|saved|correct|long|weak|strong|important|optional|reset|changed|hidden|masked|about|due|old|new|mine|yours|known|unknown|private|sensitive|asked|entered|generated|managed|shared|nicht|zu|im|in|falsch|sicher|no|demasiado|muy|trop|pas|non|troppo|muito|não|em|el|la|le|un|une|une?|ein|eine)\b)\p{L}{5,30}(?=\s*(?:[.,;!]|$|\n|-|–))/giu;
const PIN =
  /\b(?:pin|cvv|cvc|passcode|tan|otp|puk|(?:alarm|door|gate|safe|lock|entry|access|security|unlock|voicemail|sim|card|türcode|alarmcode)[ -]?(?:pin|code)|código|codice|zugangscode)(?:[ -](?:code|number|nummer))?(?:\s+(?:for|of|to|on|für|zum|para|de|del|pour|di|per)\s+[^.!?\n\d]{1,30})?\s*(?:is|was|:|=|lautet|ist|es|est|è|é|#)?\s*#?\d{4,8}\b/gi;
const PAIR =
  /\b(?:log ?in|sign in|credentials?|authenticate|zugangsdaten|anmelde\w*|usuario|identifiants|credenziali|user(?:name)?)\b[^.\n]{0,50}?(?<![\w/])[\w.@-]{2,40}\s*(?:\/|:|\s(?:and|und|y|et|e|with)\s(?:the )?(?:password|passwort|pw|contraseña|mot de passe|senha)\s)\s*(?=[^\s,;]*\d)(?=[^\s,;]*[\p{L}!#$%&*_+=?@^~])[^\s,;/]{6,}/giu;
const APP_PASSWORD =
  /\b(?:app(?:lication)?[ -]?)?pass ?word\b[^.\n]{0,40}?(?:\bis\b|:)\s*[a-z]{4} [a-z]{4} [a-z]{4} [a-z]{4}\b/gi;
const COMMAND =
  /\b(?:mysql\w*|mariadb)\b[^\n]*\s-p[^\s-]\S{3,}|\bcurl\b[^\n]*\s-u\s*[^\s:]+:\S{4,}|\bsshpass\s+-p\s*\S+/gi;
const WITH =
  /\b(?:unlock|log ?in|sign in|login|authenticate|decrypt|connect|anmeld\w*|einlogg\w*|inicia sesión|connecte\w*|accedi|entre)\b[^.\n]{0,50}?\b(?:with|using|via|mit|con|avec|com|by)\s+(?=\S*\p{L})(?=\S*\d)(?=\S*[!#$%&*_+=?@^~])[^\s"'<>]{8,}/giu;
const CODES =
  /\b(?:(?:recovery|backup|rescue|one-time|emergency|2fa|mfa|scratch|restore|reset)[ -]?(?:codes?|keys?|tokens?)?|wiederherstellungs(?:codes?|schlüssel)|notfallcodes?|códigos? de (?:recuperación|respaldo|recuperação)|codes? de (?:secours|récupération)|codici? di (?:recupero|backup))\b[^\n]{0,80}?[\s:,–-]+(?:(?=[a-z0-9-]*\d)[a-z0-9]{4,8}(?:[- ][a-z0-9]{4,8})+|\d{6,10})\b/gi;
const SEED =
  /\b(?:seed(?: phrase)?|recovery phrase|mnemonic|wallet (?:phrase|words|seed)|backup phrase|secret phrase|seed-?phrase|frase semilla|phrase de récupération|wiederherstellungsphrase)\b[^\n]{0,40}?[:\s]+(?:[a-z]{3,8}[ ,]+){11,23}[a-z]{3,8}\b/gi;
const OTP = /\b(?:otp|totp|2fa|mfa|authenticator|two-factor)\b[^\n]{0,60}?\b[A-Z2-7]{4}(?: ?[A-Z2-7]{4}){3,}\b/g;
const COOKIE =
  /\b(?:set-)?cookies?\s*:\s*[\w.-]+=[^\s;]{6,}|\b(?:session(?:_?id)?|sess|sid|csrf\w*|xsrf\w*|phpsessid|jsessionid|connect\.sid|auth_token|remember_token|asp\.net_sessionid)=[^\s;&]{8,}/gi;
const NAMED =
  /\b[\w-]{0,30}(?:secret|token|passw(?:or)?d|api[_-]?key|apikey|access[_-]?key|private[_-]?key|client[_-]?secret|credential|auth[_-]?key|signature|sig)[\w-]{0,10}\s*[=:]\s*["']?(?=[^\s"']*\d)[^\s"'<>{}]{8,}/gi;
const HEADER =
  /\b(?:authorization|x-api-key|api-key|x-auth-token|proxy-authorization|x-access-token)\s*:\s*(?:\w+\s+)?(?=\S*\d)[\w.~+/=-]{8,}/gi;
const CONNECTION =
  /\b(?:[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/]{0,100}:[^\s@/]{2,200}@[\w.-]+|(?:server|host|data source|datasource|accountname|endpoint)\s*=[^;\n]{1,120};[^\n]{0,200}?\b(?:password|pwd|accountkey|sharedaccesskey)\s*=[^;\s]{4,})/gi;
const KEY_BLOCK =
  /-----BEGIN [A-Z0-9 ]{0,30}(?:PRIVATE KEY|PGP MESSAGE)[A-Z ]{0,10}-----|\bPuTTY-User-Key-File|\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/g;
const HEX_KEY =
  /\b(?:key|token|secret|bearer|auth\w*|header|session|webhook|schlüssel|clave|clé|chiave|chave|salt|hash|signing|private)\b[^\n]{0,60}?\b(?:0x)?[0-9a-f]{32,}\b/gi;
const CARD = /(?<![\d-])(?:\d[ -]?){12,18}\d(?![\d-])/g;
const DENSE = /(?<![\w/.@-])[\w+/=~.-]{24,}(?![\w/])/g;
const PLACEHOLDER =
  /<[^>]*>|\$\{|\$[A-Z_]{2,}|\{\{|\byour[_-]|\bmy[_-]?(?:token|secret|key|password)\b|x{4,}|\*{3,}|\.{3}|redacted|placeholder|changeme|(?<![.\w@-])example\b(?!\.)|dummy|\b(?:user|username|name|login):(?:pass|password|pwd|secret)@|todo|\benv\b|process\.env|os\.environ|vault|op:\/\//i;

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [KEY_BLOCK, 'holds a private key'],
  [CONNECTION, 'holds a connection string with credentials'],
  [HEADER, 'holds an authorization header'],
  [COOKIE, 'holds a cookie'],
  [NAMED, 'holds a key or token'],
  [PROSE, 'holds a password or key'],
  [PLAIN, 'holds a password'],
  [PIN, 'holds a PIN or code'],
  [PAIR, 'holds a login with its password'],
  [APP_PASSWORD, 'holds a password'],
  [COMMAND, 'holds a password'],
  [WITH, 'holds a password'],
  [CODES, 'holds recovery codes'],
  [SEED, 'holds a recovery phrase'],
  [OTP, 'holds a one-time-password secret'],
  [HEX_KEY, 'holds a key or token'],
];
const MIN_BITS = 4;
/** What may be known to all, and looks as random. */
const PUBLIC =
  /\b(?:public|ssh-(?:ed25519|rsa)|sha-?(?:1|256|384|512)|fingerprint|integrity|checksum|digest|dkim|h1:)\W?[^\n]{0,60}\n?$/i;

/** Secrets: what a prompt must not hold, since whoever reads the prompt could use it. */
export const credentialRule: Guardrail = {
  name: 'secrets',
  check(text) {
    const found: Violation[] = [];
    const blanks: { readonly start: number; readonly end: number }[] = [];
    const add = (reason: string, start: number, end: number) => {
      if (blanks.some((blank) => start < blank.end && blank.start < end)) return;
      if (PLACEHOLDER.test(text.slice(start, end))) {
        blanks.push({ start, end });
        return;
      }
      if (!found.some((other) => start < other.end && other.start < end))
        found.push({ rule: 'secrets', reason, start, end });
    };
    for (const [pattern, reason] of PATTERNS)
      for (const match of text.matchAll(pattern)) add(reason, match.index, match.index + match[0].length);
    for (const { start, end } of secretsIn(text)) add('holds a key, token or password', start, end);
    for (const match of text.matchAll(CARD))
      if (isCard(match[0].replace(/\D/g, '')))
        add('holds the number of a card', match.index, match.index + match[0].length);
    for (const match of text.matchAll(DENSE))
      if (isRandom(match[0]) && !PUBLIC.test(text.slice(0, match.index)))
        add('holds what looks like a key', match.index, match.index + match[0].length);
    return found.sort((a, b) => a.start - b.start);
  },
};

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
  return isMixed && switches >= 7 && !/[a-z]{7,}/.test(token) && bitsOf(token) >= MIN_BITS;
}

/** Bits of information in each character. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

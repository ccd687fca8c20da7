import { listed } from './names.ts';
import { formRule, isPlaceholder, type Rule } from './rule.ts';

/** Names of a seed phrase. Without one, twelve words may be any list, so they are not matched. */
const SEED = listed(
  'seed phrase|seed words|recovery phrase|recovery seed|mnemonic|wallet phrase|wallet words|wallet seed|wallet seed phrase',
  'backup phrase|secret phrase|frase semilla|frase de recuperación|frase de recuperação|phrase de récupération',
  'phrase secrète|frase di recupero|seed-phrase|wiederherstellungsphrase|herstelzin|fraza seed|сид-фраза|сид фраза|シードフレーズ',
  'リカバリーフレーズ|ニーモニック|助记词|助記詞|시드 구문|복구 구문|니모닉|kurtarma ifadesi|عبارة الاسترداد|सीड फ्रेज',
);
const RECOVERY = listed(
  'recovery code|recovery key|backup code|rescue code|one-time code|scratch code|2fa code|mfa code|emergency code',
  'wiederherstellungscode|wiederherstellungsschlüssel|notfallcode|código de recuperación|códigos de recuperación',
  'código de respaldo|códigos de respaldo|código de recuperação|códigos de recuperação|code de secours|codes de secours',
  'code de récupération|codes de récupération|codice di recupero|codici di recupero|codici di backup|herstelcode',
  'kod zapasowy|kody zapasowe|резервный код|резервные коды|リカバリーコード|バックアップコード|恢复码|备用码|복구 코드|kurtarma kodu',
);
const oneOf = (names: readonly string[]): string =>
  [...names]
    .sort((a, b) => b.length - a.length)
    .join('|')
    .replaceAll(' ', '[ -]');
const hyphenated = (names: readonly string[]): string[] => names.flatMap((name) => [name, name.replaceAll(' ', '-')]);
/** Without function words, which no seed phrase has. */
const LIST = '(?:\\d{1,2}[.):]? ?)?(?!(?:the|and|for|are|was|but|not|has|had|his|her|its)(?![a-z]))[a-z]{3,8}';
const CODE =
  '(?:(?=[A-Za-z0-9-]{0,20}\\d)[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,8})+|\\d{6,10}|\\d{4} \\d{4}(?: \\d{4}){0,4})';

export const PHRASE_RULES: readonly Rule[] = [
  formRule(
    'seed phrase',
    hyphenated(SEED),
    new RegExp(
      `((?<![A-Za-z])(?:${oneOf(SEED)})[^\\n[]{0,40}?[:=\\s"'“„「はは는은是：]{1,3})${LIST}(?:(?: ?, ?|[ \\n]{1,2})${LIST}){11,23}(?![A-Za-z])`,
      'iy',
    ),
    () => true,
    true,
  ),
  formRule(
    'code',
    hyphenated(RECOVERY),
    new RegExp(
      `((?<![A-Za-z])(?:${oneOf(RECOVERY)})[a-z]{0,2}(?![a-z])[^\\n[]{0,40}?[:=\\s"'“„「：は是는은])${CODE}(?:(?:[,;/、 \\n]{1,3}|,? (?:and|und|y|et|e|en|i|и) )${CODE}){0,15}(?![A-Za-z0-9])`,
      'iy',
    ),
    (codes) => !isPlaceholder(codes),
    true,
  ),
  formRule(
    'key',
    ['otp', 'totp', '2fa', 'mfa', 'authenticator', 'two-factor'],
    /((?<![A-Za-z])(?:T?OTP|t?otp|2FA|2fa|MFA|mfa|[Aa]uthenticator|[Tt]wo-[Ff]actor)(?![a-z])[^\n[]{0,60}?(?<![A-Za-z0-9]))(?=[A-Z2-7 ]{0,30}[2-7])[A-Z2-7]{4}(?: ?[A-Z2-7]{4}){3,12}(?![A-Za-z0-9])/y,
    () => true,
    true,
  ),
  formRule(
    'password',
    ['app password', 'app-password', 'application password', 'app-passwort', 'mot de passe d’application'],
    /((?:app(?:lication)?[ -]pass(?:word|wort))[^.\n]{0,40}?(?:\s(?:is|ist|lautet)|:)\s{0,9})[a-z]{4} [a-z]{4} [a-z]{4} [a-z]{4}(?![a-z])/iy,
  ),
];

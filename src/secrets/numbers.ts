import * as check from './check-digits.ts';
import { formRule, type Rule, type Secret } from './rule.ts';

type NationalNumber = readonly [names: string, form: string, isOne: (text: string) => boolean];

const ELEVEN = '\\d{11}|\\d{2,3}(?:[ .-]\\d{2,3}){3,4}';

/** Recognised only next to their names: alone, most of these may be order numbers. */
const NATIONAL: readonly NationalNumber[] = [
  [
    'ssn|social security|seguro social',
    '\\d{3}-\\d{2}-\\d{4}|\\d{3} \\d{2} \\d{4}|\\d{9}',
    check.isSocialSecurityNumber,
  ],
  [
    'steuer-id|steuerid|steueridentifikationsnummer|steuerliche identifikationsnummer|identifikationsnummer|idnr|tax id|german tax',
    `${ELEVEN}|\\d{2} \\d{3} \\d{3} \\d{3}`,
    check.isGermanTaxId,
  ],
  [
    'dni|nie|nif|documento nacional|documento de identidad',
    '(?:[XYZ]-?)?\\d{1,2}\\.?\\d{3}\\.?\\d{3}[- ]?[A-Z]',
    check.isSpanishId,
  ],
  [
    'nir|sécurité sociale|securite sociale|numéro de sécu|carte vitale',
    '[12] ?\\d{2} ?\\d{2} ?\\d[\\dAB] ?\\d{3} ?\\d{3} ?\\d{2}',
    check.isFrenchNumber,
  ],
  ['codice fiscale|c\\.f\\.', '[A-Z]{6}\\d{2}[A-Z]\\d{2}[A-Z]\\d{3}[A-Z]', check.isItalianCode],
  [
    'bsn|burgerservicenummer|sofinummer',
    '\\d{9}|\\d{3}[ .]\\d{3}[ .]\\d{3}|\\d{4}[ .]\\d{2}[ .]\\d{3}',
    check.isDutchNumber,
  ],
  ['pesel', '\\d{11}', check.isPolishNumber],
  ['cpf', '\\d{3}\\.?\\d{3}\\.?\\d{3}-?\\d{2}', check.isBrazilianNumber],
  ['national insurance|nino|ni number|ni no', '[A-Z]{2} ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]', check.isBritishNumber],
  ['aadhaar|aadhar|आधार', '\\d{4}[ -]?\\d{4}[ -]?\\d{4}', check.isIndianNumber],
  ['personnummer|samordningsnummer', '(?:\\d{2})?\\d{6}[-+]?\\d{4}', check.isSwedishNumber],
  ['社会保险号|身份证', '\\d{17}[\\dX]', check.isChineseNumber],
  ['マイナンバー|個人番号|my number', '\\d{4}[ -]?\\d{4}[ -]?\\d{4}', check.isJapaneseNumber],
  ['주민등록번호|주민번호', '\\d{6}-?\\d{7}', check.isKoreanNumber],
  ['tc kimlik|t\\.c\\. kimlik|kimlik n', '\\d{11}', check.isTurkishNumber],
  ['ahv|avs|sozialversicherungsnummer', '756[. ]?\\d{4}[. ]?\\d{4}[. ]?\\d{2}', check.isSwissNumber],
  [
    'rijksregisternummer|registre national|numéro national',
    `\\d{2}\\.\\d{2}\\.\\d{2}-\\d{3}\\.\\d{2}|\\d{11}`,
    check.isBelgianNumber,
  ],
  ['снилс', '\\d{3}-\\d{3}-\\d{3} \\d{2}|\\d{11}', check.isRussianNumber],
  ['social insurance|sin number', '\\d{3}[ -]?\\d{3}[ -]?\\d{3}', check.passesLuhn],
  [
    'passport n|passport is|passport:|passnummer|reisepassnummer|número de pasaporte|numéro de passeport|numero di passaporto',
    '(?=(?:[A-Z]{0,8}\\d){4})[A-Z\\d]{7,9}',
    () => true,
  ],
];

const openingsOf = (names: string): string[] => names.replaceAll('\\', '').split('|');

export const NATIONAL_RULES: readonly Rule[] = NATIONAL.map(([names, form, isOne]) =>
  formRule(
    'national id',
    openingsOf(names),
    new RegExp(
      `((?<![A-Za-z\\u00C0-\\u024F])(?:${names})[^\\n[]{0,40}?(?<![\\dA-Za-z.-]))(?:${form})(?![\\dA-Za-z]|[-.]\\d)`,
      'iy',
    ),
    isOne,
    true,
  ),
);

const CARD =
  /^(?:4(?:\d{12}|\d{15})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|(?:6011|64[4-9]\d|65\d\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11}|62\d{14})$/;
const RUN = /\d(?:[ -]?\d){0,40}/y;
const GROUPED = /^(?:\d+|\d{4}([ -])\d{4}\1\d{4}\1\d{4}|\d{4}([ -])\d{6}\2\d{4,5})$/;
const FRENCH = /^[12] \d{2} \d{2} \d\d \d{3} \d{3} \d{2}$/;

const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  [
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24',
    'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32',
    'LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24',
    'RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30',
  ]
    .join(' ')
    .split(' ')
    .map((each) => [each.slice(0, 2), Number(each.slice(2))]),
);
const IBAN = /(?<![A-Za-z\d])[A-Z]{2}\d\d(?:[ -]?[A-Z\d]){11,29}/iy;

function ibanAt(text: string, at: number): Secret | undefined {
  const start = at - 2;
  const length = IBAN_LENGTHS.get(text.slice(start, at).toUpperCase());
  if (length === undefined) return undefined;
  IBAN.lastIndex = start;
  const written = IBAN.exec(text)?.[0] ?? '';
  let [bare, end] = ['', start];
  for (const sign of written) {
    if (bare.length === length) break;
    if (sign !== ' ' && sign !== '-') bare += sign;
    end += 1;
  }
  const isWhole = bare.length === length && !/^[A-Za-z\d]/.test(text.slice(end, end + 1));
  return isWhole && check.isIban(bare) ? { kind: 'account number', start, end } : undefined;
}

export function numberAt(text: string, at: number): { readonly end: number; readonly secret?: Secret } {
  RUN.lastIndex = at;
  const run = RUN.exec(text)?.[0] ?? '';
  const end = at + run.length;
  const account = ibanAt(text, at);
  if (account !== undefined) return { end: account.end, secret: account };
  const bare = run.replace(/\D/g, '');
  if (bare.length < 13 || bare.length > 19 || isPart(text, at, end)) return { end };
  if (CARD.test(bare) && GROUPED.test(run) && check.passesLuhn(bare))
    return { end, secret: { kind: 'card number', start: at, end } };
  const isCrossed = /^x(?![A-Za-z\d])/i.test(text.slice(end, end + 2));
  const national = run === bare ? `${bare}${isCrossed ? 'X' : ''}` : run;
  if (check.isChineseNumber(national) || (FRENCH.test(run) && check.isFrenchNumber(run)))
    return { end, secret: { kind: 'national id', start: at, end: at + national.length } };
  return { end };
}

const isPart = (text: string, start: number, end: number): boolean =>
  /[A-Za-z\d_/.=#-]$/.test(text.slice(Math.max(0, start - 1), start)) ||
  /^(?:[\d_/]|[A-WYZ]|\.\d|-[A-Za-z\d])/i.test(text.slice(end, end + 2));

import * as check from './check-digits.ts';
import { formRule, type Rule, type Secret } from './rule.ts';

/** A national number: what it is called, its form, and whether it can be one. */
type NationalNumber = readonly [names: string, form: string, isOne: (text: string) => boolean];

const ELEVEN = '\\d{11}|\\d{2,3}(?:[ .-]\\d{2,3}){3,4}';

/** Only beside their names: alone most of these are as likely the number of an order. */
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

/** By the first digits of each network, with as many as it gives out. */
const CARD =
  /^(?:4(?:\d{12}|\d{15})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|(?:6011|64[4-9]\d|65\d\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11}|62\d{14})$/;
const RUN = /\d(?:[ -]?\d){0,40}/y;
const GROUPED = /^(?:\d+|\d{4}([ -])\d{4}\1\d{4}\1\d{4}|\d{4}([ -])\d{6}\2\d{4,5})$/;
const FRENCH = /^[12] \d{2} \d{2} \d\d \d{3} \d{3} \d{2}$/;

/** A run of digits from its first one on: where it ends, and what it is if it is secret without a name. */
export function numberAt(text: string, at: number): { readonly end: number; readonly secret?: Secret } {
  RUN.lastIndex = at;
  const run = RUN.exec(text)?.[0] ?? '';
  const end = at + run.length;
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

/** Whether letters, digits or the parts of an address go on beside it. */
const isPart = (text: string, start: number, end: number): boolean =>
  /[A-Za-z\d_/.=#-]$/.test(text.slice(Math.max(0, start - 1), start)) ||
  /^(?:[\d_/]|[A-WYZ]|\.\d|-[A-Za-z\d])/i.test(text.slice(end, end + 2));

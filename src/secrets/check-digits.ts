const digitsOf = (text: string): number[] => Array.from(text.replace(/\D/g, ''), Number);

const weighed = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0);

const isUniform = (digits: readonly number[]): boolean => digits.every((digit) => digit === digits[0]);

/** ISO 7064, modulus 97 and 10, with the first four characters moved to the end and letters as numbers. */
export function isIban(text: string): boolean {
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/gi, (letter) =>
    String(Number.parseInt(letter, 36)),
  );
  return BigInt(digits) % 97n === 1n;
}

/** Luhn's check digit: cards, Swedish and Canadian numbers. */
export function passesLuhn(text: string): boolean {
  const digits = digitsOf(text);
  const sum = digits.reverse().reduce((total, digit, at) => {
    const value = at % 2 === 0 ? digit : digit * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0 && !isUniform(digits);
}

const isDate = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** Never issued: area 000, 666 and 900 on, group 00, serial 0000. */
export const isSocialSecurityNumber = (text: string): boolean =>
  /^(?!000|666|9)\d{3}([ -]?)(?!00)\d{2}\1(?!0000)\d{4}$/.test(text);

/** ISO 7064, modulus 11 and 10. */
export function isGermanTaxId(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 11 || digits[0] === 0) return false;
  const product = digits.slice(0, 10).reduce((before, digit) => (((digit + before) % 10 || 10) * 2) % 11, 10);
  return (11 - product) % 10 === digits[10];
}

const SPANISH = 'TRWAGMYFPDXBNJZSQVHLCKE';
export const isSpanishId = (text: string): boolean => {
  const [, lead = '', number = '', letter = ''] =
    /^([XYZ]?)-?(\d{7,8})[- ]?([A-Z])$/i.exec(text.replaceAll('.', '')) ?? [];
  const prefix = lead === '' ? '' : String('XYZ'.indexOf(lead.toUpperCase()));
  return `${prefix}${number}`.length === 8 && SPANISH[Number(`${prefix}${number}`) % 23] === letter.toUpperCase();
};

/** Sex, year, month, department, commune, order; the key is 97 minus the remainder. */
export function isFrenchNumber(text: string): boolean {
  const plain = text.replace(/[ .-]/g, '').toUpperCase().replace('2A', '19').replace('2B', '18');
  if (!/^[12]\d{2}(?:0[1-9]|1[0-2]|[2-4]\d)\d{10}$/.test(plain)) return false;
  return 97n - (BigInt(plain.slice(0, 13)) % 97n) === BigInt(plain.slice(13));
}

const ODD: Readonly<Record<string, number>> = Object.fromEntries(
  [...'BAKPLCQDREVOSFTGUHMINJWZYX'].map((letter, value) => [letter, value]),
);
/** At odd positions a digit has the value of the letter of its rank. */
export function isItalianCode(text: string): boolean {
  const code = text.toUpperCase();
  if (!/^[A-Z]{6}\d{2}[ABCDEHLMPRST]\d{2}[A-Z]\d{3}[A-Z]$/.test(code)) return false;
  const rank = (sign: string) => (/\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 65);
  const sum = [...code.slice(0, 15)].reduce(
    (total, sign, at) => total + (at % 2 === 1 ? rank(sign) : (ODD[String.fromCharCode(65 + rank(sign))] ?? 0)),
    0,
  );
  return String.fromCharCode(65 + (sum % 26)) === code[15];
}

export const isDutchNumber = (text: string): boolean => {
  const digits = digitsOf(text);
  return digits.length === 9 && weighed(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 && !isUniform(digits);
};

export const isPolishNumber = (text: string): boolean => {
  const digits = digitsOf(text);
  return digits.length === 11 && weighed(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0 && !isUniform(digits);
};

export function isBrazilianNumber(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 11 || isUniform(digits)) return false;
  const check = (length: number) =>
    ((weighed(
      digits,
      Array.from({ length }, (_, at) => length + 1 - at),
    ) *
      10) %
      11) %
      10 ===
    digits[length];
  return check(9) && check(10);
}

/** Never issued: some first letters, and some pairs. */
export const isBritishNumber = (text: string): boolean =>
  /^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]$/i.test(text);

const DIHEDRAL = [
  ...['0123456789', '1234067895', '2340178956', '3401289567', '4012395678'],
  ...['5987604321', '6598710432', '7659821043', '8765932104', '9876543210'],
];
const TURNED = '1576283094';
/** Verhoeff's check digit. */
export function isIndianNumber(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 12 || (digits[0] ?? 0) < 2) return false;
  const check = digits.reverse().reduce((before, digit, at) => {
    let turned = digit;
    for (let turn = 0; turn < at % 8; turn++) turned = Number(TURNED[turned]);
    return Number(DIHEDRAL[before]?.[turned]);
  }, 0);
  return check === 0;
}

export const isSwedishNumber = (text: string): boolean => {
  const [, year = '', month = '', day = ''] = /^(?:\d{2})?(\d{2})(\d{2})(\d{2})[-+]?\d{4}$/.exec(text) ?? [];
  return (
    year !== '' &&
    isDate(2000 + Number(year), Number(month), Number(day)) &&
    passesLuhn(text.replace(/\D/g, '').slice(-10))
  );
};

export function isChineseNumber(text: string): boolean {
  const [, region = '', year = '', month = '', day = ''] =
    /^([1-8]\d{5})((?:19|20)\d{2})(\d{2})(\d{2})\d{3}[\dX]$/i.exec(text) ?? [];
  if (region === '' || !isDate(Number(year), Number(month), Number(day))) return false;
  const sum = weighed(Array.from(text.slice(0, 17), Number), [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return '10X98765432'[sum % 11] === text[17]?.toUpperCase();
}

export const isKoreanNumber = (text: string): boolean => {
  const digits = digitsOf(text);
  const [, month = '', day = ''] = /^\d{2}(\d{2})(\d{2})-?[1-8]\d{6}$/.exec(text) ?? [];
  const check = (11 - (weighed(digits, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10;
  return month !== '' && isDate(2000, Number(month), Number(day)) && check === digits[12];
};

export const isJapaneseNumber = (text: string): boolean => {
  const digits = digitsOf(text);
  const rest = weighed(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return digits.length === 12 && (rest <= 1 ? 0 : 11 - rest) === digits[11];
};

export const isTurkishNumber = (text: string): boolean => {
  const digits = digitsOf(text);
  const odd = weighed(digits, [1, 0, 1, 0, 1, 0, 1, 0, 1]);
  const even = weighed(digits, [0, 1, 0, 1, 0, 1, 0, 1]);
  const sum = weighed(
    digits,
    Array.from({ length: 10 }, () => 1),
  );
  return digits.length === 11 && digits[0] !== 0 && (odd * 7 - even) % 10 === digits[9] && sum % 10 === digits[10];
};

/** EAN's check digit, after the country's number. */
export const isSwissNumber = (text: string): boolean => {
  const digits = digitsOf(text);
  return (
    text.startsWith('756') &&
    digits.length === 13 &&
    weighed(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0
  );
};

export const isBelgianNumber = (text: string): boolean => {
  const plain = text.replace(/\D/g, '');
  const [first, check] = [plain.slice(0, 9), Number(plain.slice(9))];
  return plain.length === 11 && [first, `2${first}`].some((each) => 97 - (Number(each) % 97) === check);
};

export const isRussianNumber = (text: string): boolean => {
  const digits = digitsOf(text);
  const check = (weighed(digits, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101) % 100;
  return digits.length === 11 && check === Number(digits.slice(9).join(''));
};

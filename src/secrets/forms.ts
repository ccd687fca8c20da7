import { formRule, isPlaceholder, type Rule } from './rule.ts';

const isFilledIn = (value: string): boolean => !isPlaceholder(value);
const hasDigitOrSign = (value: string): boolean => /[\d!#%&*+=?@^~]/.test(value) && isFilledIn(value);

export const FORM_RULES: readonly Rule[] = [
  formRule(
    'private key',
    ['-----BEGIN '],
    /-----BEGIN [A-Z0-9 ]{0,30}(?:PRIVATE KEY|PGP MESSAGE)[A-Z ]{0,10}-----(?:[^-]|-(?!-)){0,20000}(?:-----END [A-Z0-9 ]{0,40}-----)?/y,
  ),
  formRule('private key', ['Private-Lines: '], /(Private-Lines: \d{1,4}\s{1,2})[\w+/=\s]{40,20000}/y),
  formRule('password', ['://'], /(:\/\/[^\s:@/]{0,200}:)[^\s@/]{1,500}(?=@)/y, isFilledIn),
  formRule('token', ['://'], /(:\/\/)(?=[^\s:@/]{0,200}\d)[\w-]{20,200}(?=@)/y),
  formRule(
    'token',
    ['authorization', 'x-api-key', 'api-key', 'x-auth-token', 'proxy-authorization', 'x-access-token'],
    /((?<![\w-])(?:(?:proxy-)?authorization|(?:x-)?api-key|x-auth-token|x-access-token)["']?\s{0,9}:\s{0,9}["']?(?:(?:bearer|basic|token|digest|apikey)\s{1,9})?)[\w.~+/=-]{8,8000}/iy,
    hasDigitOrSign,
  ),
  formRule(
    'token',
    ['bearer ', 'basic '],
    /((?<![\w-])(?:bearer|basic)\s{1,9})(?=\S{0,200}[\d=])[\w.~+/=-]{16,8000}/iy,
  ),
  formRule(
    'cookie',
    ['cookie', 'set-cookie'],
    /((?<![\w-])(?:set-)?cookies?\s{0,9}:\s{0,9})[\w.-]{1,80}=[^\s;]{6,}(?:;\s?[\w.-]{1,80}=[^\s;]{1,400}){0,20}/iy,
    isFilledIn,
  ),
  formRule(
    'cookie',
    ['session', 'sess=', 'sid=', 'csrf', 'xsrf', 'phpsessid', 'jsessionid', 'connect.sid', 'remember_token'],
    /((?<![\w-])(?:session(?:_?id)?|sess|sid|csrf\w{0,20}|xsrf\w{0,20}|phpsessid|jsessionid|connect\.sid|remember_token)=)(?=[^\s;&]{0,200}\d)[^\s;&"']{16,}/iy,
    isFilledIn,
  ),
  formRule(
    'password',
    ['--'],
    /((?<![\w-])--[\w-]{0,30}(?:pass(?:word|wd|phrase)?|pwd|token|secret|key)[ =]["']?)[^\s"'-][^\s"']{2,200}/y,
    hasDigitOrSign,
  ),
  formRule('password', ['sshpass'], /(sshpass\s{1,9}-p\s{0,9})\S{3,200}/y, isFilledIn),
  formRule(
    'password',
    ['mysql', 'mariadb'],
    /((?<![\w-])(?:mysql\w{0,20}|mariadb)(?:\s(?!-p[^\s-])\S{1,60}){0,6}?\s-p)[^\s-]\S{3,200}/y,
    hasDigitOrSign,
  ),
  formRule('password', ['curl '], /(curl(?:\s(?!-u)\S{1,200}){0,8}?\s-u\s{0,9}[^\s:]{1,80}:)\S{4,200}/y, isFilledIn),
];

import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harmless } from '../../test/fixtures/secrets/harmless.ts';
import { holdoutHarmless, holdoutPlanted } from '../../test/fixtures/secrets/held-out.ts';
import { planted } from '../../test/fixtures/secrets/planted.ts';
import { secondHarmless, secondPlanted } from '../../test/fixtures/secrets/second.ts';
import { mixed, tokens } from '../../test/fixtures/secrets/tokens.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { redact, redactAtOnce, redactInSlices, secretsIn } from './redact.ts';

const MARK = /\[redacted: [a-z ]+\]/;
const plain = (text: string) => text.replace(/[⟦⟧]/g, '');

describe('tokens of providers', () => {
  it.each(tokens)('of %s are found and masked', (_, token) => {
    for (const text of [token, `it is ${token}, keep it`, `KEY="${token}"`]) {
      expect(secretsIn(text)).not.toEqual([]);
      expect(redact(text)).toContain('[redacted: ');
      expect(redact(text)).not.toContain(token.slice(-12));
    }
  });
});

describe('secrets by their form', () => {
  it.each([
    ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${mixed(64)}\n-----END RSA PRIVATE KEY-----`],
    ['a password in an address', 'postgres://ada:horse7staple@db.internal/app'],
    ['an authorization header', `X-Api-Key: ${mixed(24)}`],
    ['a bearer token', `Bearer ${mixed(24)}`],
    ['an option', 'login --api-key horse7staple'],
    ['a variable', 'DB_PASSWORD=horse7staple'],
    ['JSON', '{"client_secret": "horse7staple"}'],
    ['an account key', `AccountName=a;AccountKey=${mixed(64)}==`],
    ['prose', 'The password is horse7staple'],
  ])('are found in %s', (_, text) => {
    expect(redact(text)).toContain('[redacted: ');
    expect(redact(text)).not.toMatch(/horse7staple|aZ3kQ9wLm2/);
  });

  it('are each masked once, and the text around them stays', () => {
    expect(redact(`token=ghp_${mixed(36)} for ada, password: horse7staple now`)).toBe(
      'token=[redacted: token] for ada, password: [redacted: password] now',
    );
  });
});

describe('disguised secrets', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const whole = `ghp_${mixed(36)}`;

  it.each([
    ['a zero-width space inside', `it is ${whole.slice(0, 12)}\u200b${whole.slice(12)}, keep it`],
    ['unseen signs between all of its signs', [...whole].join('\u2060')],
    ['a soft hyphen in its name', 'pass\u00adword=horse7staple'],
    ['a zero-width joiner in a value', 'The wifi password is horse7\u200dstaple.'],
    ['a space in its middle', `it is ${whole.slice(0, 22)} ${whole.slice(22)}, keep it`],
    ['base64', `config: ${base64(`token=${whole}`)} end`],
    ['base64 of a password', base64('The wifi password is horse7staple.')],
    ['base64 for addresses', Buffer.from(`{"client_secret":"horse7staple?~"}`).toString('base64url')],
  ])('are found with %s', async (_, text) => {
    for (const reported of [redact(text), redactAtOnce(text), await redactInSlices(text, yieldToEventLoop)]) {
      expect(reported).toContain('[redacted: ');
      expect(reported.replaceAll(/[\u00ad\u200b-\u200d\u2060 ]/g, '')).not.toMatch(/horse7staple|aZ3kQ9wLm2/);
    }
    expect(await redactInSlices(`${'All is well. '.repeat(5000)}${text}`, yieldToEventLoop)).toContain('[redacted: ');
  });

  it.each(
    '00ad 034f 061c 115f 1160 17b4 17b5 180b 180d 180e 200b 200f 202a 202e 2060 206f 3164 fe00 fe0f feff e0000 e007f e0100 1 7f'
      .split(' ')
      .map((code) => [code, String.fromCodePoint(Number.parseInt(code, 16))]),
  )('are found with U+%s inside, which a prompt leaves out', (_, unseen) => {
    const written = `❤️ it is ${whole.slice(0, 12)}${unseen}${whole.slice(12)}, keep it ❤️`;
    expect(redact(written)).toBe('❤️ it is [redacted: token], keep it ❤️');
  });

  const lines = (text: string, width: number, end = '\n') =>
    text.match(new RegExp(`.{1,${width}}`, 'g'))?.join(end) ?? '';
  const padded = `${'All is well here. '.repeat(4)}token=${whole} ${'All is well here. '.repeat(4)}`;
  it.each([
    ['a letter of another alphabet before it', base64(`Schlüssel: ${whole}`)],
    ['a byte that is no text before it', Buffer.from(`Schlüssel: ${whole}`, 'latin1').toString('base64')],
    ['a path before it', `data/${base64(`token=${whole}`)}`],
    ['line breaks of MIME', lines(base64(padded), 76, '\r\n')],
    ['set-in lines', `config:\n  ${lines(base64(padded), 64, '\n  ')}`],
    ['much text before it', base64(`${'All is well here. '.repeat(2000)}${whole}`)],
  ])('are found in base64 with %s', async (_, text) => {
    for (const reported of [redact(text), await redactInSlices(text, yieldToEventLoop)]) {
      expect(reported).toContain('[redacted: token]');
      for (const word of reported.split(/(?<=\])|[\s/]+/))
        expect(Buffer.from(word, 'base64').toString()).not.toContain('aZ3kQ9wLm2');
    }
    const longer = `${lines('All is well here. '.repeat(554), 90)}\n${text}`;
    expect(await redactInSlices(longer, yieldToEventLoop)).toContain('[redacted: token]');
  });

  it('are found in base64 wherever a stretch of a long text ends', async () => {
    const encoded = lines(base64(padded), 76);
    for (let before = 9700; before < 10_000; before += 20) {
      const reported = await redactInSlices(`${'-'.repeat(before)}\n${encoded}\nThe end.`, yieldToEventLoop);
      expect(reported).toMatch(/\[redacted: token\]\nThe end\.$/);
    }
  });

  it('in base64 are masked with their lines, and the word below stays', () => {
    const encoded = base64(`token=${whole}`);
    for (const below of ['Thanks', 'The wifi is off.', 'src/transfer/import-checks-of-each-record', 'a'.repeat(80)])
      expect(redact(`${encoded}\n${below}`)).toBe(`[redacted: token]\n${below}`);
  });

  it.each([
    'می‌خواهم رمز عبور را عوض کنم',
    '👩‍👩‍👧 password manager 1Password7 👨‍👩‍👧',
    'the branch fix-login2 feature3-abc waits',
    `see ${base64('All the world is a stage, and all the men are players.')}`,
    'node_modules/@types/react-dom/client/index/production',
    'Bestellung DE89 3704 0044 0532 0130 01 ist da.',
    'The part AT61 1904 3002 3457 3202 is in stock.',
  ])('are not seen in %j', (text) => expect(redact(text)).toBe(text));

  it.each([
    'Transfer it to DE89 3704 0044 0532 0130 00 today',
    'gb29nwbk60161331926819',
    'iban:NL91ABNA0417164300.',
    'MT84MALT011000012345MTLCAST001S',
  ])('include an account number: %j', (text) =>
    expect(redact(text)).toMatch(/^(?:Transfer it to |iban:)?\[redacted: account number\](?: today|\.)?$/),
  );
});

describe('ambiguous secrets', () => {
  it.each([
    ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzQ8kLmT2vB', 'AWS_SECRET_ACCESS_KEY=[redacted: token]'],
    ['my aws secret key is wJalrXUtnFEMI/K7MDENG/bPxRfiCYzQ8kLmT2vB', 'my aws secret key is [redacted: key]'],
    ['Mi DNI es 12.345.678-Z', 'Mi DNI es [redacted: national id]'],
    ['password=correcthorse', 'password=[redacted: password]'],
    ['# ours\nexport API_KEY=abcdef\nPORT=80', '# ours\nexport API_KEY=[redacted: key]\nPORT=80'],
    [
      'My password for gmail is hunter2 and for bank is hunter3, and for the shop is hunter4.',
      'My password for gmail is [redacted: password] and for bank is [redacted: password], and for the shop is [redacted: password].',
    ],
    [
      'La contraseña del correo es Gatito2024 y la del banco es Perrito2025',
      'La contraseña del correo es [redacted: password] y la del banco es [redacted: password]',
    ],
    ['My password here is hunter2', 'My password here is [redacted: password]'],
    ['My password manager is kT9$wq!Lm2', 'My password manager is [redacted: password]'],
  ])('are found in %j', (text, left) => {
    expect(redact(text)).toBe(left);
  });

  it.each([
    'My password manager is Bitwarden.',
    'My password manager is 1Password.',
    'Mi gestor de contraseñas es Bitwarden.',
    'Il mio gestore di password è Bitwarden.',
    'My password hint is Fluffy',
    'The secret ingredient is cinnamon2',
    'My password is [redacted: password] and my dog is Rex2024',
    'max_tokens=unlimited',
    'secret_name=production',
    'password=correcthorse is a bad one',
    'The key path is secret/data/team2/app',
  ])('are not found in %j', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('secrets by context', () => {
  it.each([
    'My password is Heron-4471!',
    'La contraseña es "mariposa azul"',
    'Das Passwort lautet Sonnenblume.',
    'The alarm code is 4471',
    'Log in as ada with the password heron4471',
    'The recovery codes are 8f3k-92lm and 77ab-1c9d',
    'The seed phrase: apple river stone cloud paper tiger house green music table silver moon',
    'The signing key is 4f0a9c3e7b1d824f0a9c3e7b1d824f0a',
    'Charge it to 4242 4242 4242 4242',
  ])('are found in %j', (text) => {
    expect(secretsIn(text)).not.toEqual([]);
  });
});

it.each([
  'The password policy requires 12 characters.',
  'invalid token: expired',
  'Unexpected token < in JSON at position 4',
  'basic authentication failed',
  'passed: 12 tests',
  'The sk-learn tutorial, part 2',
  'See sk-learn-pipelines-part-2 for more',
  'SELECT pk_customers_2024 FROM keys',
  'key_value_store_v2 and pat_terns_2024',
  'hf_hub_download_with_retries_v2()',
  'a key-value-store-2 benchmark',
  'AKIA is the prefix of an access key id',
  'The eyJ prefix means base64',
  'Set API_KEY in the environment, never in code',
  'xai-explainability-workshop-2026',
  'We flew from API-Zentrum to SK city in 2024',
  'https://example.com:8080/path?page=2',
  'Meet me at 10:30, room 4471',
])('%j holds no secret', (text) => {
  expect(redact(text)).toBe(text);
  expect(secretsIn(text)).toEqual([]);
});

it.each([
  'postgres://user:password@localhost/app',
  'password: <your-password-1>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a shell
  'token=${GITHUB_TOKEN}',
  'API_KEY=changeme1',
])('%j is a placeholder', (text) => {
  expect(secretsIn(text)).toEqual([]);
});

it.each([
  'token:',
  'password is ',
  'a://',
  'key ',
  'mysql -u ',
  'sk-',
  '4 ',
  'a+',
  'log in ',
  'seed apple ',
  'cookie: a',
  'x-',
  '    ',
])('redaction of 50,000 characters of %j is fast', (part) => {
  const text = part.repeat(50_000 / part.length);
  expect(redact(text).length).toBeGreaterThan(0);
  expect(secretsIn(text).every(({ start, end }) => start < end)).toBe(true);
});

describe('labelled texts', () => {
  it.each(planted)('%s', (text) => {
    expect(redact(plain(text)).replace(MARK, '…')).toBe(text.replace(/⟦[^⟧]*⟧/, '…'));
  });

  it.each([
    ['seen', secondPlanted, 0.96],
    ['unseen', holdoutPlanted, 0.94],
  ] as const)('lose their secrets also if %s', (_, texts, least) => {
    const matches = texts.filter((text) => !redact(plain(text)).includes(/⟦([^⟧]*)⟧/.exec(text)?.[1] ?? ''));
    expect(matches.length / texts.length).toBeGreaterThanOrEqual(least);
  });

  it.each([...harmless, ...secondHarmless, ...holdoutHarmless])('%s', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('are idempotent, alone and joined', () => {
    const any = fc.constantFrom(...planted.map(plain), ...harmless, ...tokens.map(([, token]) => token));
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), fc.constantFrom(' ', '\n', ', ', ''), (texts, by) => {
        const once = redact(texts.join(by));
        expect(redact(once)).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });

  it('lose their secrets after any length, also in slices', async () => {
    const long = `${'We walked along the river and talked. '.repeat(3000)}The password is horse7staple.`;
    expect(redact(long)).toMatch(/The password is \[redacted: password\]\.$/);
    const all = [...planted.map(plain), ...harmless].join('\n').repeat(3);
    expect(await redactInSlices(all, yieldToEventLoop)).toBe(redact(all));
  });
});

it('redaction changes nothing in natural conversations', () => {
  const folder = new URL('../../bench/stories/open/', import.meta.url);
  const turns = readdirSync(folder).flatMap((name): string[] =>
    JSON.parse(readFileSync(new URL(name, folder), 'utf8')).sessions.flatMap(
      ({ turns }: { turns: { text: string }[] }) => turns.map(({ text }) => text),
    ),
  );
  expect(turns.length).toBeGreaterThan(3000);
  expect(turns.filter((turn) => redact(turn) !== turn)).toEqual([]);
});

it('redaction checks a limited number of names at once, and all of them in time', async () => {
  const text = `${'password '.repeat(20_000)}is horse7staple`;
  expect(redactAtOnce(text)).toBe(text);
  expect(redact(text)).toMatch(/is \[redacted: password\]$/);
  expect(await redactInSlices(text, yieldToEventLoop)).toBe(redact(text));
});

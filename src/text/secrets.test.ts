import { describe, expect, it } from 'vitest';
import { holdsSecret, maskText, secretsIn } from './secrets.ts';

// None of these was ever given out. They are put together here, so that no scanner takes this file for a leak.
const digits = (length: number) => '7391824650'.repeat(10).slice(0, length);
const hex = (length: number) => '4f0a9c3e7b1d82'.repeat(20).slice(0, length);
const capitals = (length: number) => 'Q7XK2MZP4RTW'.repeat(20).slice(0, length);
const mixed = (length: number) => 'aZ3kQ9wLm2Xv7TbR'.repeat(20).slice(0, length);

describe('tokens of providers', () => {
  it.each([
    ['AWS', `AKIA${capitals(16)}`],
    ['Alibaba', `LTAI${mixed(20)}`],
    ['Google', `AIza${mixed(35)}`],
    ['Google OAuth', `ya29.${mixed(40)}`],
    ['Azure AD', `abc8Q~${mixed(34)}`],
    ['Yandex', `AQVN${mixed(36)}`],
    ['DigitalOcean', `dop_v1_${hex(64)}`],
    ['Heroku', `HRKU-AA${mixed(58)}`],
    ['Fly', `fo1_${mixed(43)}`],
    ['Scalingo', `tk-us-${mixed(48)}`],
    ['Cloudflare origin', `v1.0-${hex(24)}-${hex(146)}`],
    ['GitHub', `ghp_${mixed(36)}`],
    ['GitHub, fine-grained', `github_pat_${mixed(22)}_${mixed(59)}`],
    ['GitLab', `glpat-${mixed(20)}`],
    ['Atlassian', `ATATT3${mixed(186)}`],
    ['npm', `npm_${mixed(36)}`],
    ['PyPI', `pypi-AgEIcHlwaS5vcmc${mixed(60)}`],
    ['RubyGems', `rubygems_${hex(48)}`],
    ['NuGet', `oy2${mixed(43).toLowerCase()}`],
    ['Docker', `dckr_pat_${mixed(27)}`],
    ['Artifactory', `AKCp${mixed(69)}`],
    ['CircleCI', `CCIPAT_${mixed(22)}_${hex(40)}`],
    ['Sentry', `sntryu_${hex(64)}`],
    ['Pulumi', `pul-${hex(40)}`],
    ['OpenAI', `sk-proj-${mixed(48)}`],
    ['Anthropic', `sk-ant-api03-${mixed(93)}AA`],
    ['OpenRouter', `sk-or-v1-${hex(64)}`],
    ['Hugging Face', `hf_${mixed(34)}`],
    ['Groq', `gsk_${mixed(52)}`],
    ['Replicate', `r8_${mixed(37)}`],
    ['Perplexity', `pplx-${mixed(48)}`],
    ['xAI', `xai-${mixed(80)}`],
    ['NVIDIA', `nvapi-${mixed(30)}-${mixed(30)}`],
    ['Stripe', `sk_live_${mixed(24)}`],
    ['Stripe webhook', `whsec_${mixed(32)}`],
    ['Square', `sq0atp-${mixed(22)}`],
    ['Shopify', `shpat_${hex(32)}`],
    ['Plaid', `access-production-${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`],
    ['Flutterwave', `FLWSECK_TEST-${hex(32)}-X`],
    ['EasyPost', `EZAK${mixed(54)}`],
    ['Shippo', `shippo_live_${hex(40)}`],
    ['Slack', `xoxb-${digits(12)}-${digits(12)}-${mixed(24)}`],
    ['Slack webhook', `https://hooks.slack.com/services/T${capitals(8)}/B${capitals(8)}/${mixed(24)}`],
    ['Telegram', `${digits(10)}:AA${mixed(33)}`],
    ['SendGrid', `SG.${mixed(22)}.${mixed(43)}`],
    ['Brevo', `xkeysib-${hex(64)}-${mixed(16)}`],
    ['Mailgun', `key-${hex(32)}`],
    ['Twilio', `SK${hex(32)}`],
    ['Databricks', `dapi${hex(32)}`],
    ['Doppler', `dp.pt.${mixed(43)}`],
    ['Dynatrace', `dt0c01.${capitals(24)}.${capitals(64)}`],
    ['Grafana', `glsa_${mixed(32)}_${hex(8)}`],
    ['New Relic', `NRAK-${capitals(27)}`],
    ['Vault', `hvs.${mixed(90)}`],
    ['Terraform', `${mixed(14)}.atlasv1.${mixed(64)}`],
    ['PlanetScale', `pscale_pw_${mixed(43)}`],
    ['Postman', `PMAK-${hex(24)}-${hex(34)}`],
    ['Supabase', `sbp_${hex(40)}`],
    ['ClickHouse', `4b1d${mixed(38)}`],
    ['OpenShift', `sha256~${mixed(43)}`],
    ['Notion', `ntn_${mixed(46)}`],
    ['Linear', `lin_api_${mixed(40)}`],
    ['Figma', `figd_${mixed(40)}`],
    ['Airtable', `pat${mixed(14)}.${hex(64)}`],
    ['Typeform', `tfp_${mixed(59)}`],
    ['ReadMe', `rdme_${mixed(70).toLowerCase()}`],
    ['Tailscale', `tskey-auth-${mixed(16)}-${mixed(32)}`],
    ['Octopus', `API-${capitals(26)}`],
    ['1Password', `A3-${capitals(6)}-${capitals(6)}-${capitals(5)}-${capitals(5)}-${capitals(5)}-${capitals(5)}`],
    ['age', `AGE-SECRET-KEY-1${capitals(58)}`],
    ['a JSON web token', `eyJ${mixed(20)}.eyJ${mixed(30)}.${mixed(43)}`],
  ])('of %s are found and masked', (_, token) => {
    for (const text of [token, `it is ${token}, keep it`, `KEY="${token}"`]) {
      expect(holdsSecret(text)).toBe(true);
      expect(secretsIn(text)).not.toEqual([]);
      expect(maskText(text)).toContain('***');
      expect(maskText(text)).not.toContain(token.slice(-12));
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
    expect(holdsSecret(text)).toBe(true);
    expect(maskText(text)).toContain('***');
    expect(maskText(text)).not.toMatch(/horse7staple|aZ3kQ9wLm2/);
  });

  it('are each masked once, and the text around them stays', () => {
    expect(maskText(`token=ghp_${mixed(36)} for ada, password: horse7staple now`)).toBe(
      'token=*** for ada, password: *** now',
    );
  });
});

describe('secrets by the words around them', () => {
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
  expect(holdsSecret(text)).toBe(false);
  expect(maskText(text)).toBe(text);
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
])('100,000 characters of %j are read before the test times out', (part) => {
  const text = part.repeat(100_000 / part.length);
  expect(maskText(text).length).toBeGreaterThan(0);
  expect(secretsIn(text).every(({ start, end }) => start < end)).toBe(true);
});

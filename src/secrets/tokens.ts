import { formRule, type Rule, type SecretKind } from './rule.ts';

type Tokens = readonly [prefixes: string, rest: string, kind?: SecretKind];

/** Requires a digit where a word could be as long. */
const DIGIT_WITHIN = '(?=\\S{0,200}\\d)';

/**
 * The prefixes are those of the default rules of gitleaks (MIT), and of later providers; the rest is longer than a
 * word, and has a digit where a word could be as long.
 */
const TOKENS: readonly Tokens[] = [
  ['AKIA ASIA ABIA ACCA A3T', '[A-Z0-9]{16}\\b', 'key'], // AWS
  // Alibaba, GitHub, npm, Prefect, Notion, Clojars, Linear, Artifactory, Adobe, Infracost, Groq, Replicate, Tavily, Vercel, webhooks
  [
    'LTAI gho_ ghp_ ghr_ ghs_ ghu_ npm_ pnu_ ntn_ CLOJARS_ lin_api_ lin_oauth_ AKCp cmVmd p8e- ico- gsk_ r8_ sk_ tvly- vcp_ vci_ vca_ vcr_ vck_ key- key_ pubkey- pubkey_ pat- pat_ tok- tok_',
    '(?:dev-|prod-)?(?=[A-Za-z]{0,99}\\d)[A-Za-z0-9]{16,}',
  ],
  // DigitalOcean, RubyGems, Pulumi, Supabase, Brevo, Databricks, Shopify, Flutterwave
  [
    'doo_v1_ dop_v1_ dor_v1_ rubygems_ pul- sbp_ sbs_ xkeysib- dapi shpat_ shpca_ shppa_ shpss_ FLWPUBK- FLWPUBK_TEST- FLWSECK- FLWSECK_TEST-',
    '[A-Fa-f0-9]{32,}[\\w-]*',
  ],
  // Google, Yandex, Heroku, Fly, Scalingo, GitHub, GitLab, Atlassian, Docker, CircleCI, Sentry, Doppler, LangSmith
  [
    'AIza ya29. GOCSPX- AQVN HRKU- fo1_ fm1a_ fm1r_ fm2_ tk-us- github_pat_ glpat- gldt- glcbt- glptt- glft- glimt- glagent- glrt- glsoat- gloas- glffct- GR1348941 ATATT3 ATCTT3 ATBB dckr_pat_ CCIPAT_ sntrys_ sntryu_ dp.pt. dp.st. dp.ct. dp.scim. dp.audit. lsv2_',
    `${DIGIT_WITHIN}[\\w+/=-]{16,}`,
  ],
  // Stripe, Square, Shippo, Duffel, Slack, Grafana, New Relic, Vault, PlanetScale, Figma, Typeform, Frame.io, ReadMe, Tailscale, 1Password
  [
    'pk_live_ pk_test_ pk_prod_ rk_live_ rk_test_ rk_prod_ sk_live_ sk_test_ sk_prod_ whsec_ sq0atp- sq0csp- shippo_live_ shippo_test_ duffel_live_ duffel_test_ xoxa- xoxb- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xapp- glc_ glsa_ NRAK- NRII- NRJS- NRRA- hvb. hvs. pscale_pw_ pscale_tkn_ pscale_oauth_ figd_ tfp_ fio-u- rdme_ tskey- ops_eyJ',
    `${DIGIT_WITHIN}[\\w+/=-]{12,}`,
  ],
  // OpenAI, Anthropic, OpenRouter, DeepSeek; Perplexity, xAI, NVIDIA; Hugging Face
  ['sk-', '(?=[\\w-]{0,200}\\d)(?:[\\w-]{32,}|(?:[a-z]{2,10}\\d{0,2}-){0,3}\\w{12,}[\\w-]*)', 'key'],
  ['pplx- xai- nvapi-', '(?=[\\w-]{0,200}\\d)(?:[\\w-]{40,}|\\w{20,})', 'key'],
  ['hf_ api_org_', '[A-Za-z0-9]{30,}'],
  ['v1.0-', '[a-f0-9]{24}-[a-f0-9]{100,}', 'key'], // Cloudflare origin
  ['pypi-', 'AgE[\\w-]{30,}'],
  ['oy2', '[a-z0-9]{43}\\b', 'key'], // NuGet
  ['access-sandbox- access-development- access-production-', '[a-f0-9-]{36}'], // Plaid
  ['EZAK EZTK', '[A-Za-z0-9]{54}', 'key'], // EasyPost
  ['hooks.slack.com/services/ discord.com/api/webhooks/ discordapp.com/api/webhooks/', '[\\w/-]{12,}'],
  ['SG.', '[\\w-]{10,}\\.[\\w-]{10,}', 'key'], // SendGrid
  ['SK', '(?=[a-f]{0,32}\\d)[a-f0-9]{32}\\b', 'key'], // Twilio
  ['dt0', '[a-z]\\d\\d\\.[A-Z0-9]{24}\\.[A-Z0-9]{40,}'], // Dynatrace
  ['PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}', 'key'], // Postman
  ['4b1d', '[A-Za-z0-9]{38}\\b', 'key'], // ClickHouse
  ['sha256~', '[\\w-]{43}'], // OpenShift
  ['pat', '[A-Za-z0-9]{14}\\.[a-f0-9]{64}\\b'], // Airtable
  ['API-', '[A-Z0-9]{26}\\b', 'key'], // Octopus
  ['A3-', '[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}\\b', 'key'], // 1Password
  ['AGE-SECRET-KEY-1', '[A-Z0-9]{20,}', 'private key'],
  ['nsec1', '[a-z0-9]{58}\\b', 'private key'], // Nostr
  ['xprv', '[A-Za-z0-9]{100,}', 'private key'], // wallets
  ['EAA', '(?=[A-Za-z]{0,99}\\d)[A-Za-z0-9]{90,}'], // Meta
  ['eyJ', '[\\w-]{8,}\\.[\\w-]{8,}(?:\\.[\\w-]*)?'], // a JSON web token
];

const literal = (text: string): string => text.replace(/[.~]/g, '\\$&');

export const TOKEN_RULES: readonly Rule[] = [
  ...TOKENS.map(([prefixes, rest, kind = 'token']) => {
    const openings = prefixes.split(' ');
    return formRule(kind, openings, new RegExp(`(?<![\\w-])(?:${openings.map(literal).join('|')})(?:${rest})`, 'y'));
  }),
  // Telegram, Azure AD and Terraform, from their distinctive part on.
  formRule('token', [':A'], /(?<=\d{8}):A[\w-]{32,}/y),
  formRule('token', ['Q~'], /(?<=[\w~.]{3}\d)Q~[\w~.-]{31,34}/y),
  formRule('token', ['.atlasv1.'], /\.atlasv1\.[\w=-]{60,}/y),
];

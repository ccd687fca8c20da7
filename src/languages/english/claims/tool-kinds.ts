import { type ClauseWord, folded } from './clause-word.ts';

/** Tools by what they serve: whoever switches to one of a kind leaves another of that kind. */
const KINDS: readonly string[] = [
  `vs code; vscode; visual studio code; visual studio; zed; vim; neovim; emacs; sublime; sublime text; cursor; windsurf; helix; atom;
  intellij; webstorm; pycharm; goland; rider; xcode; eclipse; nano; notepad++`,
  'chrome; firefox; safari; edge; brave; opera; arc; vivaldi; chromium; librewolf; google chrome; tor browser',
  `postgres; postgresql; mysql; mariadb; sqlite; mongodb; mongo; cockroachdb; oracle; sql server; dynamodb; cassandra; planetscale;
  supabase; neon; firestore; couchdb`,
  'redis; memcached; valkey; dragonfly; keydb',
  'kafka; rabbitmq; sqs; nats; pulsar; activemq; zeromq',
  'slack; teams; microsoft teams; discord; mattermost; zulip; rocket.chat; google chat',
  'zoom; google meet; webex; jitsi; skype',
  'whatsapp; signal; telegram; threema; imessage; messenger; viber',
  'jira; linear; asana; trello; clickup; shortcut; youtrack; basecamp; redmine; github issues',
  'notion; obsidian; evernote; confluence; onenote; roam; logseq; bear; apple notes; coda; gitbook; google docs',
  'github; gitlab; bitbucket; gitea; codeberg; forgejo',
  `jenkins; github actions; circleci; travis; travis ci; gitlab ci; buildkite; teamcity; drone; azure pipelines; bitbucket pipelines`,
  'aws; gcp; google cloud; azure; heroku; vercel; netlify; fly.io; render; railway; digitalocean; hetzner; linode; cloudflare',
  'npm; pnpm; yarn; bun',
  'pip; poetry; uv; pipenv; conda; pdm',
  'jest; vitest; mocha; jasmine; ava',
  'webpack; vite; rollup; parcel; esbuild; turbopack; rspack',
  'eslint; biome; oxlint; tslint; standard',
  'react; vue; svelte; angular; solid; preact; ember; next.js; nuxt; sveltekit; remix; astro',
  'express; fastify; koa; hono; nestjs; django; flask; fastapi; rails; laravel; spring boot',
  'prisma; drizzle; typeorm; sequelize; kysely; sqlalchemy',
  'datadog; grafana; new relic; dynatrace; prometheus; splunk; honeycomb',
  'stripe; paypal; adyen; braintree; mollie; square',
  'figma; sketch; adobe xd; penpot; framer',
  'spotify; apple music; tidal; deezer; youtube music; qobuz',
  'gmail; outlook; protonmail; proton mail; fastmail; hey; thunderbird; apple mail',
  '1password; bitwarden; lastpass; dashlane; keepass; proton pass',
  'salesforce; hubspot; pipedrive; zoho',
  'bash; zsh; fish; nushell; powershell',
  'terraform; pulumi; opentofu; cloudformation; ansible',
  'windows; macos; linux; ubuntu; fedora; debian; arch; arch linux; mint; linux mint; nixos; pop os',
  'android; ios',
];

/** Kinds of which a thing runs on one at a time; it may run on several systems. */
const RUN_ON: ReadonlySet<number> = new Set(
  KINDS.flatMap((names, kind) => (/^(?:jenkins|aws);/.test(names) ? [kind] : [])),
);

const KIND_OF: ReadonlyMap<string, number> = new Map(
  KINDS.flatMap((names, kind) => names.split(';').map((name) => [name.trim().replace(/\s+/g, ' '), kind] as const)),
);
const LONGEST_NAME = 3;
const VERSION = /^v?\d+(?:\.\d+)*$/;

interface Tool {
  readonly name: string;
  readonly version: string;
  /** What it is for, "for chat"; else empty. */
  readonly end: string;
}

/** "Node 20", "Slack for chat", "version 3". */
function toolOf(words: readonly ClauseWord[]): Tool | undefined {
  const to = words.findIndex(({ fold }, index) => index > 0 && fold === 'for');
  const named = to < 0 ? words : words.slice(0, to);
  const versioned = named.length > 1 && VERSION.test(named.at(-1)?.fold ?? '');
  const name = versioned ? named.slice(0, -1) : named;
  if (name.length === 0 || name.length > LONGEST_NAME) return undefined;
  return {
    name: folded(name),
    version: versioned ? (named.at(-1)?.fold ?? '').replace(/^v/, '') : '',
    end: to < 0 ? '' : folded(words.slice(to)),
  };
}

export const isTool = (words: readonly ClauseWord[]): boolean => KIND_OF.has(toolOf(words)?.name ?? '');

/** What serves one end leaves what serves others. */
const servesAll = (was: Tool, is: Tool): boolean => is.end === '' || is.end === was.end;

/** Another version of the same. */
export function isOtherVersion(left: readonly ClauseWord[], right: readonly ClauseWord[]): boolean {
  const [was, is] = [toolOf(left), toolOf(right)];
  if (!was || !is || was.name !== is.name || !servesAll(was, is)) return false;
  return was.version !== '' && is.version !== '' && was.version !== is.version;
}

/** Two tools of which one takes the place of the other. */
export function isOtherTool(left: readonly ClauseWord[], right: readonly ClauseWord[]): boolean {
  const [was, is] = [toolOf(left), toolOf(right)];
  if (!was || !is || !servesAll(was, is)) return false;
  const kind = KIND_OF.get(was.name);
  return kind !== undefined && kind === KIND_OF.get(is.name) && was.name !== is.name;
}

/** Another of those that a thing runs on, one at a time. */
export const isOtherHost = (left: readonly ClauseWord[], right: readonly ClauseWord[]): boolean =>
  isOtherTool(left, right) && RUN_ON.has(KIND_OF.get(toolOf(right)?.name ?? '') ?? -1);

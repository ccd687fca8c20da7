import { describe, expect, it } from 'vitest';
import type { StoredEpisode } from '../../model/episode.ts';
import { findSurroundings } from './find-surroundings.ts';

type Case = readonly [said: string, more?: Partial<Pick<StoredEpisode, 'role' | 'type' | 'metadata'>>];
type Table = Readonly<Record<'capability' | 'constraint' | 'environment' | 'pattern' | 'none', readonly Case[]>>;

const ASSISTANT = { role: 'assistant' } as const;
const ERROR = { role: 'tool', type: 'error' } as const;

const TABLE: Table = {
  capability: [
    ['I can read PDF files and extract their tables.', ASSISTANT],
    ['I have access to the staging database.', ASSISTANT],
    ['You can run shell commands in this sandbox.'],
    ['8 results', { role: 'tool', type: 'toolResult', metadata: { tool: 'web_search', success: true } }],
    ['You are allowed to install packages with pip.'],
    ['I am able to open pull requests in this repository.', ASSISTANT],
    ['You have access to a Python interpreter.', { role: 'system' }],
    ["You're able to query the warehouse through the analytics tool."],
    ['I can execute SQL against the read replica.', ASSISTANT],
    ['You may restart the worker pods yourself.'],
    ["You've got a browser tool for looking things up."],
    ['I am able to generate charts with matplotlib.', ASSISTANT],
    ['You can push directly to feature branches.'],
    ['The image tool supports transparent backgrounds.'],
    ['I can search the web through the browser tool.', ASSISTANT],
    ['You have write access to the docs folder.'],
  ],
  constraint: [
    ["I can't access the internet from this environment.", ASSISTANT],
    ["I don't have permission to delete branches.", ASSISTANT],
    ['You must not push to main.'],
    ['The API allows 60 requests a minute.'],
    ['We only have one GPU.'],
    ['There is no internet access in this sandbox.'],
    ['EACCES: permission denied, open /etc/hosts', ERROR],
    ['bash: jq: command not found', ERROR],
    ['Never commit directly to the release branch.'],
    ['Uploads are limited to 10 MB.'],
    ['The agent may only write files below /workspace.', { role: 'system' }],
    ['429 Too Many Requests: quota of 1000 calls per day exceeded', ERROR],
    ['Our token budget is 200k per session.'],
    ['The sandbox has no GPU.'],
    ["We can't use any GPL libraries in this codebase."],
    ['I do not have access to your calendar.', ASSISTANT],
    ['Merges to develop need two approvals.'],
    ['Requests larger than 1 MB are rejected.'],
    ['The agent is not permitted to send emails.', { role: 'system' }],
    ['I can only see the last 50 messages.', ASSISTANT],
    ['Nobody may deploy on Fridays.'],
    ['We have no budget for paid APIs.'],
    ["I'm not able to open binary files.", ASSISTANT],
    ['The free plan is capped at 500 builds a month.'],
    ['ModuleNotFoundError: No module named pandas', ERROR],
    ["Don't touch the production database."],
    ['Always answer in metric units when I ask about recipes.'],
    [
      `## Flights\n${'Here is what to look for. '.repeat(60)}\nI do not have access to live flight databases.`,
      ASSISTANT,
    ],
  ],
  environment: [
    ['The staging database is PostgreSQL 15.'],
    ['The repository uses pnpm.'],
    ['We run on Node 22.'],
    ['The server is running Ubuntu 24.04.'],
    ['Our CI is hosted on GitHub Actions.'],
    ['The project is written in TypeScript.', ASSISTANT],
    ['The API listens on port 8080.'],
    ['The working directory is /srv/app.', { role: 'tool', type: 'observation' }],
    ['We deploy to Hetzner from the release branch.'],
    ['My laptop has 16 GB of RAM.'],
    ['Staging lives at staging.example.org.'],
    ['The monorepo has four packages.'],
    ['Our containers are based on Alpine Linux.'],
    ['We store secrets in Vault.'],
    ['The shop is a Rails 7 app.'],
    ['The default branch is called trunk.'],
    ['Logs go to Loki.'],
    ['We are on the free tier of Vercel.'],
    ['Their backend is written in Go.'],
    ['The code is formatted with Prettier.'],
    ['The frontend is built with React 19.'],
    ['Production runs in Frankfurt on three machines.'],
    ['Our tests live in the spec folder.'],
  ],
  pattern: [
    ['The nightly build usually fails on Mondays.'],
    ['The user tends to ask for tests.', ASSISTANT],
    ['Requests to the search service often time out after lunch.', { role: 'assistant', type: 'observation' }],
    ['You usually want a diff before I change a file.', ASSISTANT],
    ['Deployments always take about ten minutes.'],
    ['Every time the cache is cleared, the first request is slow.'],
    ['The first query after a restart is always slow.'],
    ['CI tends to queue for twenty minutes around noon.'],
    ['You often ask me to shorten the commit message.', ASSISTANT],
    ['The proxy regularly drops long connections.'],
    ['Releases usually happen on Thursdays.'],
    ['The user often corrects my spelling of names.', ASSISTANT],
    ['The VPN drops every Friday afternoon.'],
    ['I noticed that the linter often complains about unused imports.', ASSISTANT],
    ['Whenever the disk is full, the backup job hangs.'],
  ],
  none: [
    ['I can play the guitar.'],
    ["I can't eat gluten."],
    ['My sister lives in Oslo.'],
    ['I usually go running in the morning.'],
    ["You can't park in front of the station."],
    ['I can help you with that!', ASSISTANT],
    ['I can write that function for you if you like.', ASSISTANT],
    ['Fix the login test.'],
    ["Let's use pnpm."],
    ['All tests pass now.'],
    ['The build is failing.'],
    ['The server is down right now.'],
    ['TypeError: x is undefined', ERROR],
    ['AssertionError: expected 3 but got 4', ERROR],
    ['Can you read PDF files?'],
    ['The deadline is Friday.'],
    ['I prefer dark mode.'],
    ['We only have one child.'],
    ['We live in a small house.'],
    ['As an AI, I do not have personal opinions.', ASSISTANT],
    ['If the API allows it, we could batch the calls.'],
    ['The restaurant is closed on Mondays.'],
    ['My mother tends to worry.'],
    ['Yesterday the server crashed twice.'],
    ['I deployed the release last night.'],
    ['My favourite database is Postgres.'],
    ['{"rows": 3}', { role: 'tool', type: 'toolResult' }],
    ['The new server at the café is friendly.'],
    ['```\nThe repository uses pnpm.\n```'],
    ['You can never trust the weather here.'],
    ['My phone is an iPhone 15.'],
    ['I tend to forget names.'],
    ['Our flat has no balcony.'],
    ['The database migration failed.'],
    ['We use olive oil for everything.'],
    ['The test was difficult but I passed.'],
    ['I can also give you a shorter version if you want.', ASSISTANT],
    ['You should try the new ramen place.'],
    ['Please upgrade the server to Ubuntu 24.04.'],
    ['The tool shed needs a new roof.'],
    ['My doctor says I cannot run for six weeks.'],
    ['You can sleep on our sofa.'],
    ['We often go camping in the Ardennes.'],
    ['The build took nine minutes this morning.'],
    ['I have access to a swimming pool.'],
    ['Our teacher always gives homework.'],
    ['The new API looks great.'],
    ['You can get great ramen around the corner.'],
    ['We usually have dinner at eight.'],
    ["I don't have a car."],
    ['I can see why that is frustrating.', ASSISTANT],
    ['The migration to Node 22 is done.'],
    ['Our dog sleeps on the sofa.'],
    ["I'm not allowed to drink coffee."],
    ['The API returned a 500 just now.'],
    ['Could the server handle more load?'],
  ],
};

/** Kept aside while the rules were written. */
const HELD_OUT: Table = {
  capability: [
    ['I can open spreadsheets and read their formulas.', ASSISTANT],
    ["You're allowed to create branches in the repository."],
    ['You have access to the ticket system.'],
    ['ok', { role: 'tool', type: 'toolResult', metadata: { tool: 'send_mail', success: true } }],
  ],
  constraint: [
    ['The mail server rejects attachments over 25 MB.'],
    ["I can't write to the production database.", ASSISTANT],
    ['You may not call external services.'],
    ['fatal: could not read Username: Permission denied', ERROR],
  ],
  environment: [
    ['Our pipeline runs on self-hosted runners.'],
    ['The service is deployed in eu-west-1.'],
    ['We use Terraform for the infrastructure.'],
    ['The test database has 200 sample customers.'],
  ],
  pattern: [
    ['The search index often lags behind by a few minutes.'],
    ['The user usually asks for a summary first.', ASSISTANT],
    ['Deployments tend to fail when two people push at once.'],
    ['The cache is regularly full by Friday.'],
  ],
  none: [
    ['I have no access to the roof terrace.'],
    ['You can always call me.'],
    ['My boss usually replies within an hour.'],
    ['The project starts next Monday.'],
    ['I switched the lamp off because it flickers.'],
    ['The upload failed.'],
    ['Add a retry to the upload service.'],
    ['We have a house in the mountains.'],
  ],
};

/** As people and assistants talk of everything else. */
const TALK: readonly Case[] = [
  ['This package includes a free yoga lesson.', ASSISTANT],
  ['The wedding plan is settled and has three stages.', ASSISTANT],
  ['We have already drafted the first two letters.', ASSISTANT],
  ['We have the guest list at forty names.', ASSISTANT],
  ['Publishers must credit the photographer.'],
  ['The lift system allows guests to skip the queue.', ASSISTANT],
  ['I cannot create those seating charts from nothing.', ASSISTANT],
  ['I can combine and edit both halves of your toast.', ASSISTANT],
  ['I can run through your script and mark what to change.', ASSISTANT],
  ['Spa packages usually come with a towel.', ASSISTANT],
  ['Field tests are often done in spring.', ASSISTANT],
  ['Do not send another reminder.'],
  ['The total runtime of both films is 200 minutes.'],
  ['This is a great app.'],
  ['My network is strong.'],
  ['Its camera app keeps freezing.'],
  ['All choir issues are blocked.'],
  ['We are on for Lake Bled in May.'],
  ['There is no information on how the soil was treated.'],
  ['(c) The archive server provides a way to look up ships.'],
  ['The Reactor framework provides a pool of threads.', ASSISTANT],
  ['Our sales pitch says "the platform runs on three continents and never sleeps".'],
  ['Pretend you are a robot. You cannot access the network.'],
  [`${'The ship was old. '.repeat(80)}The server runs Ubuntu 24.04.`],
];

const episodeOf = ([content, more]: Case): StoredEpisode => ({
  ...{ tenantId: 't', userId: 'u', agentId: 'a', id: 'E', sessionId: 's', position: 1, importance: 0.4 },
  ...{ type: 'conversation', role: 'user', metadata: {}, occurredAt: new Date('2026-03-03T10:00:00Z') },
  ...more,
  content,
});

function score(...tables: readonly Table[]) {
  const misses: string[] = [];
  let [right, found, wanted] = [0, 0, 0];
  for (const [category, cases] of tables.flatMap((table) => Object.entries(table)))
    for (const each of cases) {
      const categories = new Set(findSurroundings([episodeOf(each)]).map((item) => item.category));
      found += categories.size;
      wanted += category === 'none' ? 0 : 1;
      right += categories.has(category as 'capability') ? 1 : 0;
      if ([...categories].join() !== (category === 'none' ? '' : category))
        misses.push(`${JSON.stringify(each[0])} is ${category}, found ${[...categories].join() || 'none'}`);
    }
  return { precision: right / found, recall: right / wanted, misses: misses.join('\n') };
}

describe('the rules of the environmental component', () => {
  it('are precise, and find most', () => {
    const { precision, recall, misses } = score(TABLE, HELD_OUT);
    expect(precision, misses).toBeGreaterThanOrEqual(0.9);
    expect(recall, misses).toBeGreaterThanOrEqual(0.75);
  });

  it.each(TALK.map((each) => [each[0].slice(0, 60), each] as const))('take nothing from %j', (_, each) => {
    expect(findSurroundings([episodeOf(each)]).map(({ content }) => content)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { StoredEpisode } from '../../model/episode.ts';
import { findTaskItems } from './find-task-items.ts';

type Case = readonly [said: string, more?: Partial<Pick<StoredEpisode, 'role' | 'type' | 'metadata'>>];
type Table = Readonly<Record<'goal' | 'decision' | 'result' | 'context' | 'none', readonly Case[]>>;

const ASSISTANT = { role: 'assistant' } as const;

const TABLE: Table = {
  goal: [
    ['Fix the flaky login test, please.'],
    ['Please add a dark mode toggle to the settings page.'],
    ['Could you rename the parser module to reader?'],
    ['I need to migrate the invoices table to Postgres.'],
    ["We're trying to get the build time under two minutes."],
    ['The aim is to ship the beta with offline support.'],
    ['I want you to write a changelog for version 2.1.'],
    ['Help me plan a three-day workshop for new hires.'],
    ['Summarise the meeting notes in one page', { type: 'userDirective' }],
    ['Ok, now update the README with the new flags.'],
    ["I'd like to compare the two caching strategies."],
    ["Actually, let's rewrite the importer in Rust instead."],
    ['We want to get rid of the duplicate rows in the customers table.'],
    ['Translate the privacy notice into Danish.'],
    ['Would you mind turning these notes into a slide deck?'],
    ['I have to hand in a two-page summary of the audit, so start with an outline.'],
    ['Next, wire the form to the new endpoint.'],
    ['Turn the interview transcripts into a list of themes.'],
    ['I need a shell script that renames all the photos by date.'],
    ['Can you look into why the nightly export is empty?'],
    ['What I am after is a cleaner error page.'],
    ['We have to bring the bundle below 200 KB.'],
    ['Draft an apology to the customer about the late delivery.'],
    ['We need to cut the memory use of the indexer.'],
    ['My goal for this session is a working prototype of the search page.'],
  ],
  decision: [
    ["Let's go with the second layout."],
    ["We'll use Redis for the session cache."],
    ["I'll go with a recursive descent parser for the grammar.", ASSISTANT],
    ['Chose SQLite over Postgres because there is a single writer', { ...ASSISTANT, type: 'decision' }],
    ['We decided to drop support for Internet Explorer.'],
    ['We agreed on a weekly release train for the mobile app.'],
    ['I decided to keep the old endpoint for one more release.', ASSISTANT],
    ["Let's stick with pnpm for this migration."],
    ['Option B it is.'],
    ['Right, blue for the header and grey for the footer.'],
    ["I'm going to leave the legacy importer alone for now.", ASSISTANT],
    ["Fine, we'll ship without the export button."],
    ['We opted for server-side rendering.'],
    ['We will not support Safari 14.'],
    ['Agreed, UUIDs as primary keys.'],
    ['I went with a queue instead of polling.', ASSISTANT],
    ["Let's leave the pricing page as it is."],
    ['Going with Tailwind, then.'],
    ['We settled on two reviewers per change.'],
    ["We'll keep the timeout at 30 seconds.", ASSISTANT],
  ],
  result: [
    ['42 passed, 0 failed', { role: 'tool', type: 'toolResult', metadata: { tool: 'vitest', success: true } }],
    ['TypeError: cannot read properties of undefined', { role: 'tool', type: 'error' }],
    ['All tests pass now.'],
    ['The build fails with a missing symbol in linker.c.'],
    ['Done: the invoices table has been migrated.', ASSISTANT],
    ['I fixed the race condition in the upload queue.', ASSISTANT],
    ['The deployment to staging succeeded.'],
    ['Deployed version 1.4.2 to production.', ASSISTANT],
    ['The migration script crashed halfway through the orders table.'],
    ['The query now takes 40 ms instead of two seconds.'],
    ["I've added retries to the payment client and all checks pass.", ASSISTANT],
    ['CI is red again: the snapshot tests broke.'],
    ['Still getting a 403 from the upload endpoint.'],
    ['The memory leak is gone.'],
    ['I ran the benchmark twice and the new index is three times faster.', ASSISTANT],
    ['Login still does not work on Safari.'],
    ['The release went out at noon.'],
    ['The linter is clean and all 118 tests are green.', ASSISTANT],
    [
      'exit code 1: ENOSPC no space left on device',
      { role: 'tool', type: 'toolResult', metadata: { tool: 'docker build', success: false } },
    ],
    ['The upload works again after the patch.'],
  ],
  context: [
    ["We're on the branch feature/checkout."],
    ['The bug is in src/cart/total.ts.'],
    ['The deadline for the proposal is Friday.'],
    ['The page has to load in under two seconds.'],
    ['This is for the quarterly board meeting.'],
    ["I'm working on the onboarding emails today."],
    ['The budget for the campaign is 2,000 euros.'],
    ['The ticket is PAY-381.'],
    ['The report must not be longer than ten pages.'],
    ['The customer wants it in British English.'],
    ['The relevant code is under packages/billing.'],
    ['We have until Thursday noon to submit the grant proposal.'],
    ['Everything lives in apps/web.'],
    ['The audience is first-year students.'],
    ['The draft may have at most 800 words.'],
    ['It has to be finished by the end of next week.'],
    ['The spec is in docs/spec.md.'],
  ],
  none: [
    ['Could you tell me what a mutex is?'],
    ['What is the capital of Peru?'],
    ['Good morning, how are you?'],
    ['I love hiking in the Alps.'],
    ['My sister lives in Oslo.'],
    ['I am allergic to peanuts.'],
    ['I want to learn the piano one day.'],
    ['We decided to have a second child.'],
    ['My son passed his driving test.'],
    ['Thanks, that looks great!'],
    ['Sure! I can help you with that. Let me know if you have any questions.', ASSISTANT],
    ['The repository uses pnpm.'],
    ['The nightly build usually fails on Mondays.'],
    ['You must not push to main.'],
    ['```ts\nfix(the, build);\n```'],
    ['I prefer short answers.'],
    ['Would you like me to add tests?', ASSISTANT],
    ['Remember that my birthday is in May.'],
    ['Maybe we could use Redis some day.'],
    ['Test results are usually posted on Fridays.'],
    ['He decided to leave the company last year.'],
    ['I used to work at a bank.'],
    ['If the build fails, restart the runner.'],
    ['Tell me a joke.'],
    ['You could use Redis or Memcached here.', ASSISTANT],
    ['Love the new design!'],
    ['Work was exhausting today.'],
    ['I have to pick up the kids at four.'],
    ['My brother fixed the sink yesterday.'],
    ['We always release on Tuesdays.'],
    ['Our office is in Ghent.'],
    ['I finished a great novel last night.'],
    ['Let us go for a walk later.'],
    ['Make sure to drink enough water!'],
    ['I would never use Java for that.'],
    ['I am a nurse and work night shifts.'],
    ['Here are some options you could consider:', ASSISTANT],
    ['I went with my sister to the lake.'],
    ['Can you recommend a film for tonight?'],
    ['We will visit my parents in May.'],
    ['The film was a bit long.'],
    ['Our build machines run macOS.'],
    ['I find meetings exhausting.'],
    ['Honestly, I would rather be fishing.'],
    ['To fix this, open the settings and clear the cache.', ASSISTANT],
    ['I want to run a marathon next spring.'],
    ['Let me think about it.'],
    ['My wife decided to use the bike instead.'],
    ['The weather is great today.'],
    ['Read any good books lately?'],
    ['The API allows 60 requests a minute.'],
    ['Building things makes me happy.'],
    ['Our daughter finished school last week.'],
  ],
};

/** Kept aside while the rules were written. */
const HELD_OUT: Table = {
  goal: [
    ['Convert the price list to CSV and sort it by supplier.'],
    ["I'm trying to speed up the product search."],
    ['Could you proofread the cover letter for me?'],
    ['We need to replace the date picker on the booking form.'],
  ],
  decision: [
    ["Let's keep the sidebar and drop the breadcrumbs on the admin page."],
    ["We've decided against a separate mobile app."],
    ["I'll use a feature flag for the rollout.", ASSISTANT],
    ['Use the cheaper supplier for the first batch', { type: 'decision' }],
  ],
  result: [
    ['The e2e tests failed on the checkout page.'],
    ['I updated the config and restarted the worker.', ASSISTANT],
    ['We merged the pull request for the new parser.'],
    ['HTTP 503 Service Unavailable', { role: 'tool', type: 'error', metadata: { tool: 'fetch' } }],
  ],
  context: [
    ['The draft is in reports/q3.md.'],
    ["We're working with the March export of the CRM data."],
    ['The presentation must fit into fifteen minutes.'],
    ['The failing test is in cart.spec.ts.'],
  ],
  none: [
    ['I have to see the dentist on Monday.'],
    ["We've decided to get married in June."],
    ['My colleague finished her thesis.'],
    ['Our linter runs before every commit.'],
    ['I want to see the northern lights one day.'],
    ['Which database would you pick?'],
    ['You are not allowed to email customers.'],
    ['I cooked dinner for eight people.'],
  ],
};

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
      const categories = new Set(findTaskItems([episodeOf(each)]).map((item) => item.category));
      found += categories.size;
      wanted += category === 'none' ? 0 : 1;
      right += categories.has(category as 'goal') ? 1 : 0;
      if ([...categories].join() !== (category === 'none' ? '' : category))
        misses.push(`${JSON.stringify(each[0])} is ${category}, found ${[...categories].join() || 'none'}`);
    }
  return { precision: right / found, recall: right / wanted, misses: misses.join('\n') };
}

describe('the rules of the task component', () => {
  it('are precise, and find most', () => {
    const { precision, recall, misses } = score(TABLE, HELD_OUT);
    expect(precision, misses).toBeGreaterThanOrEqual(0.9);
    expect(recall, misses).toBeGreaterThanOrEqual(0.75);
  });
});

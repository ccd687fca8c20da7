import { describe, expect, it } from 'vitest';
import { scoreCases } from '../../../test/support/score-cases.ts';
import { turn } from '../../../test/support/turn.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { findTrials } from './find-trials.ts';
import type { Trial, TrialOutcome } from './trial.ts';

/** What a session says, and which strategies with which outcome it tells of. */
interface TrialCase {
  /** `role: text`; `decision:` an assistant's decision, `tool+:` and `tool-:` a result that succeeded or failed. */
  readonly turns: readonly string[];
  readonly wanted: readonly ExpectedTrial[];
}

interface ExpectedTrial {
  readonly outcome: TrialOutcome;
  /** Words of the strategy and of the task that must be there. */
  readonly strategy: string;
  readonly task?: string;
}

const worked = (strategy: string, task?: string): ExpectedTrial => ({
  ...{ outcome: 'worked', strategy },
  ...(task !== undefined && { task }),
});
const failed = (strategy: string, task?: string): ExpectedTrial => ({ ...worked(strategy, task), outcome: 'failed' });

const told = (turns: string | readonly string[], ...wanted: readonly ExpectedTrial[]): TrialCase => ({
  turns: typeof turns === 'string' ? [turns] : turns,
  wanted,
});

const OPEN_CASES: readonly TrialCase[] = [
  told('user: Switching to WAL mode fixed the lock errors.', worked('switching WAL mode', 'lock errors')),
  told('user: Restarting the router did not help.', failed('restarting router')),
  told(
    'user: After we pinned the parser to version 2, the nightly build has been green.',
    worked('pinning parser version 2'),
  ),
  told('assistant: I solved the flaky login test by mocking the clock.', worked('mocking clock', 'flaky login test')),
  told('user: No luck with the office VPN.', failed('office VPN')),
  told('user: I tried clearing the cache but it still crashes.', failed('clearing cache')),
  told(
    'user: Raising the timeout only made things worse, but adding a retry got rid of the dropped uploads.',
    failed('raising timeout'),
    worked('adding retry', 'dropped uploads'),
  ),
  told(
    [
      'user: The migration fails because the orders table is locked.',
      "assistant: Let's split the migration into two steps.",
      'user: That worked, thanks!',
    ],
    worked('splitting migration two steps', 'orders table locked'),
  ),
  told(
    [
      'user: How do I stop the importer from running out of memory?',
      'assistant: Try reading the file in chunks of 500 rows.',
      'user: Still running out of memory, sadly.',
    ],
    failed('reading file chunks 500', 'importer memory'),
  ),
  told(
    [
      'decision: Decided to move the session cache to Redis to reduce page load time.',
      'tool+: Test suite: 214 passed, 0 failed',
    ],
    worked('moving session cache Redis', 'reduce page load'),
  ),
  told(
    ['decision: We will bundle with rolldown instead of webpack.', 'tool-: build failed with 3 errors'],
    failed('bundling rolldown'),
  ),
  told(
    'user: What finally helped with my insomnia was reading a paper book before bed.',
    worked('reading paper book', 'insomnia'),
  ),
  told('user: The fix was to quote the path in the deploy script.', worked('quoting path deploy script')),
  told('user: Taking magnesium in the evening helped with the leg cramps.', worked('taking magnesium', 'leg cramps')),
  told('user: Even after reinstalling the driver, the printer still jams.', failed('reinstalling driver', 'printer')),
  told('user: The dizziness went away once I switched to decaf.', worked('switching decaf', 'dizziness')),
  told(
    [
      'user: My sourdough never rises.',
      'assistant: You could feed the starter twice a day.',
      'user: It works now! Great tip.',
    ],
    worked('feeding starter twice', 'sourdough'),
  ),
  told('user: Batch cooking on Sundays works really well for us.', worked('batch cooking Sundays')),
  told('user: Using flashcards never worked for me when studying law.', failed('using flashcards')),
  told(
    [
      'user: I need to speed up the nightly report.',
      "assistant: I've added an index on the customer column.",
      'user: Perfect, that did the trick.',
    ],
    worked('adding index customer column', 'speed up nightly report'),
  ),
  told(
    [
      "assistant: I'll disable the linter rule for generated files.",
      'user: That made it worse, now nothing is checked.',
    ],
    failed('disabling linter rule'),
  ),
  told(
    [
      'user: Can you fix the broken date picker?',
      "assistant: I'm going to upgrade the calendar library to version 4.",
      'user: Nope, same error.',
      "assistant: Then let's revert to version 3 and patch the locale file.",
      'user: Fixed it!',
    ],
    failed('upgrading calendar library version 4', 'date picker'),
    worked('reverting version 3', 'date picker'),
  ),
  told(
    'user: Sending the invoice before the call paid off, they paid within a day.',
    worked('sending invoice before call'),
  ),
  told('user: Asking the kids to tidy up with a timer backfired.', failed('asking kids tidy')),
  told(
    'assistant: The lock errors are gone since we moved the writer into its own process.',
    worked('moving writer process', 'lock errors'),
  ),
  // What only looks like an outcome.
  told('user: Did restarting the router help?'),
  told('user: If switching to WAL mode fixes it, we ship on Friday.'),
  told('user: She worked at the bakery for ten years.'),
  told('user: I worked on the migration all day.'),
  told('user: The tests are green now.'),
  told(["assistant: I'll let you know tomorrow.", 'user: That worked last time too.']),
  told('user: Increasing the timeout might help.'),
  told("assistant: I'm glad that worked!"),
  told(['user: Let me know if that worked.', 'assistant: Sure.']),
  told('user: My old watch still works after all these years.'),
  told(['user: Hi there', 'tool+: read_file: 120 lines']),
  told(['assistant: Try restarting it, or reinstall the app, or wipe the cache.', 'user: That fixed it.']),
  told('assistant: Restarting should fix the problem.'),
  told('user: Being late again made my manager angry.'),
  told('user: I hope moving the desk helped your back.'),
  told([
    "assistant: Let's add a queue.",
    'user: First tell me about Lisbon.',
    'assistant: Lisbon is the capital of Portugal.',
    'user: And Porto?',
    'assistant: Porto is in the north.',
    'user: It works!',
  ]),
  told('user: ```\nswitching to WAL mode fixed the lock errors\n```'),
];

/** Kept aside while the rules were written. */
const HELD_OUT_CASES: readonly TrialCase[] = [
  told('user: Turning off the antivirus solved the slow startup.', worked('turning off antivirus', 'slow startup')),
  told('user: I tried a different charger, no luck.', failed('different charger')),
  told(
    [
      'user: Our signup emails keep landing in spam.',
      'assistant: I suggest adding a DKIM record for the domain.',
      'user: Great, that solved it.',
    ],
    worked('adding DKIM record', 'signup emails spam'),
  ),
  told('user: Writing the tests first made no difference.', failed('writing tests first')),
  told('user: We got the deploy working by rebuilding the image without cache.', worked('rebuilding image', 'deploy')),
  told(
    ['decision: Use optimistic locking for the cart.', 'tool-: 4 tests failed, 18 passed'],
    failed('using optimistic locking cart'),
  ),
  told('user: Despite soaking the beans overnight, they are still hard.', failed('soaking beans overnight', 'hard')),
  told(
    [
      'user: The page is blank on Safari.',
      "assistant: Let's ship a polyfill for structuredClone.",
      'user: still blank :(',
    ],
    failed('shipping polyfill structuredClone', 'blank Safari'),
  ),
  told('user: Swapping the red-eye flight for a train worked out great.', worked('swapping red-eye flight train')),
  told('user: Will moving to a larger instance fix the timeouts?'),
  told('user: He still fails to see why that matters.'),
  told(['assistant: Would you like me to draft the letter?', 'user: Yes, that works for me.']),
  told('user: Tuesday at three works well for me.'),
  told('user: Maybe turning it off and on again helped, not sure.'),
  told(['assistant: Hello! How can I help?', 'user: It is still raining here.']),
  told('user: Working from home has its ups and downs.'),
];

/** As people and assistants talk when nothing was tried, or when nobody else would understand what. */
const TALK: readonly TrialCase[] = [
  // The word behind "will" is no verb, and "fixed" is no outcome.
  told([
    'assistant: I will promptly and carefully tidy the seating plan and send a neat, fixed copy.',
    'user: Hurry, guests are asking for a neat, fixed copy of the seating plan.',
  ]),
  told(['assistant: We can definitely move on with the second chapter.', 'user: It worked.']),
  told(['assistant: Either way suits me.', 'user: That did not work.']),
  // It means something only to those who were there.
  told('user: Finishing the riddle you sent me worked.'),
  told(['assistant: You could rename those two as we discussed.', 'user: That worked!']),
  told('user: Sorting that out with him fixed everything.'),
  // Pasted, quoted, listed, played.
  told('user: Proofread this:\n- Reduced waste by sorting the bins\n- Improved morale by hosting lunches'),
  told('user: My coach wrote "stretching every single morning fixed my hip" on the wall.'),
  told(`user: ${'The mill was old and its wheel was slow. '.repeat(40)}Greasing the axle fixed the squeaking.`),
  told('user: Pretend you are a plumber. Replacing the valve fixed the leak.'),
  told('user: Oiling the hinge fixed the door, Marta said, and smiled.'),
  told('user: Imagine moving the office to a barge fixed the rent.'),
  // One clause is cut off, or two are glued together.
  told('user: Adding a small, cheap, improved lamp to the desk.'),
  told('user: It keeps us busy, trying new paths keeps the dogs fit and helped.'),
  told('user: We make sure that issues are found, allowing them to be resolved quickly.'),
  told('user: Cut costs by 12% through careful planning and improved logistics.'),
  told([
    "assistant: Let's dim the lamp in the hall.",
    'assistant: You could also do this:\n- change the bulb\n- move the sofa',
    'user: That worked.',
  ]),
  // Not told by whoever tried it.
  told('assistant: Adding a progress bar improved the experience in many apps.'),
  told(['assistant: You could prune the roses in March.', 'assistant: That worked.']),
  told('user: She said changing the tyres fixed the noise.'),
  // Talk about the talk, and chatter.
  told(["assistant: Let's walk through the second chapter.", 'user: That really helped!']),
  told(["assistant: Let's take a closer look at the budget.", 'user: That helped a lot, thanks.']),
  told('user: Seeing everyone at the reunion made a huge difference.'),
  told('user: Keeping in touch with old classmates helped me so much.'),
  told("user: I made an apple pie and it's all about the work."),
  told(['assistant: I can mail the tickets to the hotel.', 'user: Still waiting for the tram here.']),
];

const MORE_CASES: readonly TrialCase[] = [
  told('user: I tried that new sourdough timetable yesterday. It worked.', worked('sourdough timetable')),
  told(
    "user: I'm having trouble with the map tiles on old phones. I've tried lowering the `tileSize` option to 128, but I'm still seeing gaps.",
    failed('lowering tileSize option 128', 'gaps'),
  ),
  told("user: I've tried pinning the compiler, but it's not working.", failed('pinning compiler')),
  told(
    'assistant: ## Done\nI fixed the slow search by adding an index on the title column.\n\n- one migration\n- two tests',
    worked('adding index title column', 'slow search'),
  ),
  told('user: Turning the phone off at nine helped me fall asleep faster.', worked('turning phone off', 'fall asleep')),
  told(
    [
      'user: I need to shrink the container image.',
      'assistant: I have switched the base layer to Alpine.',
      'user: That fixed it.',
      'user: Now let us talk about the summer party and the guests.',
      'assistant: I will move the invitations to a shared sheet.',
      'user: That worked.',
    ],
    worked('switching base layer', 'shrink container'),
    worked('moving invitations'),
  ),
];

function episodeOf(said: string, at: number): StoredEpisode {
  const [, who = '', content = ''] = /^([\w+-]+): (.*)$/s.exec(said) ?? [];
  const isTool = who.startsWith('tool');
  return turn(content, {
    ...{ id: `E${at}`, position: at + 1, metadata: isTool ? { success: who === 'tool+' } : {} },
    role: who === 'user' ? 'user' : isTool ? 'tool' : 'assistant',
    type: isTool ? 'toolResult' : who === 'decision' ? 'decision' : 'conversation',
  });
}

const find = ({ turns }: Pick<TrialCase, 'turns'>): Trial[] =>
  findTrials({ before: [], episodes: turns.map(episodeOf) }, 4);

const holds = (text: string, wanted = ''): boolean =>
  wanted.split(' ').every((word) => text.toLowerCase().includes(word.toLowerCase()));

const fits = (trial: Trial, { outcome, strategy, task }: ExpectedTrial): boolean =>
  trial.outcome === outcome && holds(trial.strategy, strategy) && holds(trial.task, task);

describe('the rules for strategies and their outcomes', () => {
  scoreCases('open', [...OPEN_CASES, ...MORE_CASES, ...TALK], { find, fits });
  scoreCases('held-out', HELD_OUT_CASES, { find, fits }, { precision: 0.85, recall: 0.75 });

  it('take nothing from talk', () => {
    const found = TALK.flatMap(find);
    expect(found.map(({ strategy }) => strategy)).toEqual([]);
  });

  it('forget what was wanted once something else is spoken of', () => {
    const turns = MORE_CASES.at(-1)?.turns ?? [];
    const tasks = find({ turns }).map(({ task }) => task);
    expect(tasks).toEqual(['shrink the container image', '']);
  });

  it('take nothing from noise', () => {
    const texts = [
      '\0'.repeat(1e6),
      "let's try ".repeat(1e5),
      ', but it still '.repeat(6e4),
      'what helped with was '.repeat(4e4),
      '“"'.repeat(2e5),
      '```'.repeat(1e5),
      '🙂'.repeat(1e5),
    ];
    expect(find({ turns: texts.map((text) => `user: ${text}`) })).toEqual([]);
  });
});

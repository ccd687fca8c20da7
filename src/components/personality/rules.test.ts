import { describe, expect, it } from 'vitest';
import { scoreCases } from '../../../test/support/score-cases.ts';
import { traitsIn } from './feedback.ts';
import type { TraitName } from './traits.ts';

/** What a user says, and what it tells of the agent's manner: the trait it should have, if any. */
type Rows = readonly (readonly [text: string, expected?: TraitName])[];

const OPEN_ROWS: Rows = [
  ['You always explain so clearly.', 'clear'],
  ['Please keep it shorter.', 'brief'],
  ['I like your dry humour.', 'humorous'],
  ['Stop apologising.', 'unapologetic'],
  ['Your answers are too long.', 'brief'],
  ['Can you keep your replies short from now on?', 'brief'],
  ["I'd like more detail in your answers.", 'thorough'],
  ['You are too brief, please go deeper.', 'thorough'],
  ['I love how you use examples for everything.', 'examples'],
  ['Please give me more examples when you explain things.', 'examples'],
  ['Get to the point, please.', 'direct'],
  ["Don't sugarcoat things for me.", 'direct'],
  ['Thanks for always being so patient with me.', 'patient'],
  ['You are so encouraging!', 'encouraging'],
  ['No more bullet points please.', 'prose'],
  ['I prefer when you answer in bullet points.', 'lists'],
  ['Stop asking me so many questions.', 'decisive'],
  ['I appreciate that you ask before changing anything.', 'asking'],
  ['Fewer emojis please.', 'plain'],
  ['You can drop the formal tone.', 'casual'],
  ['Please be more formal with me.', 'formal'],
  ['I appreciate that you say when you are not sure.', 'candid'],
  ['Stop flattering me.', 'sober'],
  ['Less jokes, please.', 'serious'],
  ['You explain things step by step, which I love.', 'stepwise'],
  // About someone or something else, about one piece of work, or no feedback at all.
  ['My boss always explains so clearly.'],
  ['Make the email shorter.'],
  ['Write me a funny poem about my cat.'],
  ['He told me to stop apologising.'],
  ['The instructions were too long.'],
  ['I like your new logo.'],
  ['Are you always this funny?'],
  ['Please add more examples to the README.'],
  ['My teacher said I am too direct.'],
  ['How do I stop apologising all the time?'],
  ['I hate when people use bullet points.'],
  ['The summary should be more formal.'],
  ['She is so patient with the kids.'],
  ['Explain how vaccines work step by step.'],
  ['I want to be more encouraging to my team.'],
  ['My sister said "you always explain so clearly" to her coach.'],
  ['You said the meeting was short.'],
];

/** Kept aside while the rules were written. */
const HELD_OUT_ROWS: Rows = [
  ['Your explanations are really clear, thank you.', 'clear'],
  ['Could you be a bit more concise?', 'brief'],
  ['You make me laugh every time.', 'humorous'],
  ["You don't need to apologize all the time.", 'unapologetic'],
  ["I'm glad you never sugarcoat anything.", 'direct'],
  ['From now on, please use numbered lists.', 'lists'],
  ['I really like how patiently you answer.', 'patient'],
  ['Please be honest when you do not know something.', 'candid'],
  ['Your tone is a bit too stiff for me.', 'casual'],
  ['Just do it without asking me every time.', 'decisive'],
  ['Keep the blog post short.'],
  ['I need to be more concise at work.'],
  ['My doctor was very clear about the diet.'],
  ['Can you tell me a joke?'],
  ['You were right about the weather.'],
  ['Please translate this formal letter.'],
];

const casesOf = (rows: Rows) =>
  rows.map(([text, expected]) => ({ text, wanted: expected === undefined ? [] : [expected] }));

const rules = { find: ({ text }: { readonly text: string }) => traitsIn(text) };

describe('the rules for what users say of the agent’s manner', () => {
  scoreCases('open', casesOf(OPEN_ROWS), rules);
  scoreCases('held-out', casesOf(HELD_OUT_ROWS), rules);

  it.each([
    'Use the longer route please',
    'Get me a short flight to Rome',
    'You should ask your sister',
    'More details on the hotel please',
  ])('take nothing from %j, which has it of something else', (text) => expect(traitsIn(text)).toEqual([]));
});

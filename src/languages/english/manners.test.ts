import { expect, it } from 'vitest';
import { mannersIn } from './manners.ts';

it.each([
  ['Please keep it shorter.', 'brief'],
  ['Your answers are too long.', 'brief'],
  ['Could you be more concise?', 'brief'],
  ['You are too brief.', 'thorough'],
  ['I love your dry humour.', 'humorous'],
  ['Less jokes, please.', 'serious'],
  ['Get to the point, please.', 'direct'],
  ['Don’t sugarcoat things for me.', 'direct'],
  ['No more bullet points please.', 'prose'],
  ['Stop asking me so many questions.', 'decisive'],
  ['Please be more formal with me.', 'formal'],
  ['Fewer emojis please.', 'plain'],
])('%j asks for %s', (sentence, manner) => expect(mannersIn(sentence)).toEqual([manner]));

it.each([
  'My boss always explains so clearly.',
  'Make the email shorter.',
  'Are you always this funny?',
  'Explain how vaccines work step by step.',
  'He told me to stop asking questions.',
  'You said the meeting was short.',
  'Get me a short flight to Rome',
])('%j asks for no manner', (sentence) => expect(mannersIn(sentence)).toEqual([]));

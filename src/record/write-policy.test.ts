import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TurnForPolicy } from '../contracts/policies.ts';
import { writePolicy } from './write-policy.ts';

type Case = string | TurnForPolicy;

/**
 * The rules were made by looking at these, in four rounds: at first sight of each they told three in four right, for what they do not
 * know they keep.
 */
const RECORDED: readonly Case[] = [
  'I moved to Lisbon in March.',
  "Can you book it, I'm allergic to nuts?",
  'My sister Carla is getting married in June, do you have a gift idea?',
  'We decided to use Postgres instead of MySQL for the billing service.',
  'Always answer in British English.',
  'From now on, use tabs for indentation.',
  'Thanks! By the way, I got the job at Siemens.',
  'ok, the deadline is Friday 14 June',
  'No, the API uses OAuth, not API keys.',
  'The staging server runs on port 8443.',
  'I prefer window seats.',
  'Hi, I am Tom and I work as a nurse in Leeds.',
  "Could you remind me that mum's birthday is on the 3rd of May?",
  'Remember that I take my coffee without sugar.',
  'Never deploy on a Friday.',
  'Yes, two kids, Mia and Leo.',
  'What should I cook tonight, given that Anna is vegan?',
  'The build fails since we upgraded to Node 24.',
  'I hate phone calls.',
  'Our budget is 4000 euros.',
  { content: 'exit code 1: test/e2e/login.test.ts timed out', role: 'tool' },
  { content: 'ok', role: 'tool', type: 'toolResult' },
  { content: 'continue', type: 'userDirective' },
  { content: 'go with B', type: 'decision' },
  { content: 'timeout', type: 'error' },
  { content: 'I have booked the flight to Oslo for Tuesday at 9:40.', role: 'assistant' },
  'lol my dog ate the router manual again, his name is Biscuit',
  'Ich wohne seit 2019 in Hamburg.',
  'She left the company last month.',
  'Where can I park near the office? I drive an electric Kia.',
  'good morning! big day, the audit starts today',
  'If anyone asks, the spare key is with Mrs Olsen.',
  'do i need a visa for japan as a polish citizen?',
  'My flight lands at 18:20, can you order a taxi?',
  "we're launching on the 9th",
  'nope, it was Karl who broke the build',
  'Use metric units please.',
  'Call me Sam.',
  'How do I tell my boss I want to quit?',
  'Write all my emails without exclamation marks.',
  'the wifi at the cabin is really slow',
  "I'd rather not talk about my father.",
  'Can you find a dentist in Graz? Mine retired.',
  'Make sure the report is done by Thursday.',
  'He said yes!',
  'two sugars',
  'It works now after restarting the daemon.',
  'Add milk and eggs to my shopping list.',
  'Set the temperature of the nursery to 20 degrees.',
  'Is Dr. Patel still on holiday? I need my prescription renewed.',
  'Great, and tell Luis the meeting moved to room 4.',
  'yes, with oat milk',
  'Keep the old API around until version 5.',
  'Fix the login bug in auth.ts before Monday.',
  "let's go with the blue one",
  'What would you buy for a ten-year-old girl who loves horses?',
  'Show prices in Swiss francs.',
  { role: 'assistant', content: 'I could not reach the server; the certificate expired yesterday.' },
  'Nein, ich bin Vegetarier.',
  '私は東京に住んでいます。',
  'try the backup key under the mat',
  'Anna and I broke up.',
  'just got back from the vet, Momo needs surgery',
  'I speak Portuguese at home.',
  'Could you plan a trip for two adults and a toddler?',
  'The client wants the logo bigger.',
  'no meetings before 10',
  'Which laptop should I get? I edit video.',
  'Please address the letter to Ms Okafor.',
  'Deploys go through Jenkins, not GitHub.',
  'Turns out the leak was in the parser.',
  'how long can I keep cooked rice, my fridge is broken',
  'Her name is Ines.',
  'Never call before noon.',
  'Is there gluten in this? I have coeliac disease.',
  'we use pnpm here',
  'sounds good, book it for the 21st',
  'Reply in French.',
  'Ok but the budget is only 200',
  'My goal is to read 30 books this year.',
  'Prague was wonderful.',
  'The password policy requires 12 characters.',
  'Put the invoice number in the subject line from now on.',
  'I got promoted!!',
  'vivo en Sevilla',
  'When the tests fail, clear the cache first.',
  { role: 'assistant', content: 'Done: the invoice was sent to acme@example.com.' },
  'Are there any flights to Rome on Friday evening? We want to leave after work.',
  'the second server is called hermes',
  'Wait, my appointment is at 3 not 4.',
  'Thanks Maria.  The kids loved the cake.',
  'who owns the billing service now is Priya',
  'My train was delayed again, third time this week.',
  'Can you check if the museum is open on Sunday, we go with the grandparents?',
  'The client signed.',
  'Prefer short answers.',
  'I finished the thesis yesterday.',
  'What vitamins should a pregnant woman take?',
  'Do not use it in production.',
  'Use that address for all invoices we send to Norway.',
  'use yarn',
  'Grandma turned 90.',
  'The error only shows up on Windows.',
  'I cannot eat pork.',
  'wrong, the capital budget was 2 million',
  'Please use my middle name, Rae.',
  'I might change jobs next year.',
  'Is it normal that my knee hurts after running?',
  'Sorry, I meant the Berlin office.',
  'The rehearsal is off.',
];
const NOT_RECORDED: readonly Case[] = [
  'Hi!',
  'Good morning',
  'Hey there, how are you?',
  'Thanks a lot!',
  'thx',
  'ok',
  'Okay, got it.',
  'Sounds good!',
  'Yes please.',
  'no',
  'Sure, go ahead.',
  'lol',
  '???',
  '...',
  '👍',
  'What time is it?',
  'How does photosynthesis work?',
  'Can you explain the difference between a process and a thread?',
  'Who won the world cup in 1998?',
  'Continue.',
  'Try again.',
  'Make it shorter.',
  'Please rewrite that in a friendlier tone.',
  'Show me the second one.',
  'Undo that.',
  'stop',
  'My password is hunter2horse9.',
  'Use this: sk-proj-4fJ9sKq82LmZx01Pq7TnV3',
  'postgres://admin:s3cr3tpw@db.internal:5432/prod',
  { content: 'You are welcome! Let me know if you need anything else.', role: 'assistant' },
  { content: 'Sure, I can help with that!', role: 'assistant' },
  'wow, great job',
  'yo',
  'gm',
  'ty!',
  'okie dokie',
  'yup yup',
  'cool cool',
  'makes sense',
  'I see.',
  'got it, thanks',
  'np',
  'k',
  'hm ok',
  'what?',
  'really?',
  'Can you repeat that?',
  'what is 17 * 23',
  'who wrote Hamlet',
  'define entropy',
  'next',
  'again please',
  'shorter please',
  'more',
  'Can you make it funnier?',
  'Give me five more.',
  'read that back to me',
  'one sec',
  'brb',
  'are you there?',
  'How are you today?',
  'Nice to meet you!',
  "You're the best!",
  'bye for now',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'token: eyJhbGciOi5J9x1',
  { role: 'assistant', content: 'Is there anything else I can help you with today?' },
  { role: 'assistant', content: "You're welcome!" },
  'lmao',
  'that is hilarious',
  'Explain it like I am five.',
  'ok cool, what else?',
  'hiya',
  'morning!',
  'sup',
  'cheers mate',
  'thank u',
  'yes',
  'nah',
  'right',
  'fair point',
  'good to know',
  'aight',
  'hahahaha',
  '!!!',
  '🙂🙂',
  'huh?',
  'What does RSVP mean?',
  'how many ounces in a pound',
  'is the earth round',
  'Explain recursion.',
  'What are the best practices for REST APIs?',
  'keep going',
  'Do it again.',
  'Try another approach.',
  'Can you fix that?',
  'Make this bold.',
  'Delete the last line.',
  'run it',
  'Format it as a table.',
  'give me a hint',
  'hold on',
  'cancel',
  'talk later',
  'see ya',
  'Authorization: Bearer 9f8e7d6c5b4a3f2e1d',
  'my api key is 7c9e6679f3b1',
  { role: 'assistant', content: 'Of course! What would you like to know?' },
  { role: 'assistant', content: 'Hello! How can I help you today?' },
  { role: 'assistant', content: 'Good idea!' },
  'I love it!',
  'not sure',
  'heyyy',
  'good evening everyone',
  'appreciate it',
  'many thanks',
  'yes exactly',
  'nope',
  'ok sure',
  'lovely, thanks',
  'whoa',
  'What is the capital of Peru?',
  'How do I boil an egg?',
  'convert 5 miles to km',
  'Can you summarize it?',
  'Say that again?',
  'once more',
  'Rewrite it.',
  'start over',
  'skip this one',
  '(:',
  'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI7MDENGbPxRfiCY',
];

/** Never looked at while the rules were made. */
const VALIDATION_RECORDED: readonly Case[] = [
  'I am training for a marathon in October.',
  'Is it safe to run with asthma? I was diagnosed last year.',
  'The repo lives at github.com/acme/billing.',
  'Please stop using emojis in your replies.',
  "Don't ever suggest seafood, it makes me ill.",
  'thanks, that fixed it: the cache was stale',
  'Yes, but only on weekdays.',
  'Jonas will take over the on-call rota from Monday.',
  'Hello again, our flight got cancelled.',
  'Can we meet at 4pm on Thursday at the Blue Door café?',
  'My new phone number ends in 4421.',
  { content: '{"status":"failed","job":"nightly-backup"}', role: 'tool' },
  { content: 'The tests pass now; the bug was an off-by-one in the pager.', role: 'assistant' },
  'We are out of licences until August.',
  'Je préfère le thé au café.',
  "What's a good school near Utrecht for my six-year-old?",
];
const VALIDATION_NOT_RECORDED: readonly Case[] = [
  'hello :)',
  'Good night, see you tomorrow!',
  'Perfect, thank you so much.',
  'Alright.',
  'haha nice',
  'Hmm, interesting.',
  'Why is the sky blue?',
  'Could you give me another example?',
  'What do you mean by that?',
  'Translate the last paragraph into Spanish.',
  'go on',
  'Summarize this in three bullet points.',
  'never mind',
  'The api key is AKIAIOSFODNN7EXAMPLE',
  '-----BEGIN RSA PRIVATE KEY----- MIIEowIBAAKCAQEA',
  { content: 'Great question! Happy to help.', role: 'assistant' },
];

const asTurn = (given: Case): TurnForPolicy => (typeof given === 'string' ? { content: given } : given);

function wrongOf(retained: readonly Case[], notRecorded: readonly Case[]): string[] {
  const reported = (given: Case, keep: boolean) => {
    const verdict = writePolicy(asTurn(given));
    return verdict.keep === keep ? [] : [`${keep ? 'lost' : 'kept'}: ${asTurn(given).content} (${verdict.why})`];
  };
  return [...retained.flatMap((each) => reported(each, true)), ...notRecorded.flatMap((each) => reported(each, false))];
}

describe('the write policy', () => {
  it('classifies nine in ten labelled turns correctly', () => {
    const wrong = wrongOf(RECORDED, NOT_RECORDED);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(0.1 * (RECORDED.length + NOT_RECORDED.length));
  });

  it('classifies nine in ten held-out turns correctly', () => {
    const wrong = wrongOf(VALIDATION_RECORDED, VALIDATION_NOT_RECORDED);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(
      0.1 * (VALIDATION_RECORDED.length + VALIDATION_NOT_RECORDED.length),
    );
  });

  it('errs towards recording', () => {
    expect(wrongOf([...RECORDED, ...VALIDATION_RECORDED], []).length).toBeLessThanOrEqual(
      0.03 * (RECORDED.length + VALIDATION_RECORDED.length),
    );
  });

  it.each([
    ['Hi!', 'it only greets or thanks'],
    ['ok', 'it only acknowledges'],
    ['What time is it?', 'it only asks, and tells nothing'],
    ['!!!', 'it has no words'],
    ['Try again.', 'it only concerns this moment'],
    ['I moved to Lisbon in March.', 'it may matter later'],
  ])('gives its reason: %s', (content, why) => {
    expect(writePolicy({ content }).why).toBe(why);
  });

  it('records a question with a fact, and not without', () => {
    expect(writePolicy({ content: "Can you book it, I'm allergic to nuts?" }).keep).toBe(true);
    expect(writePolicy({ content: 'Can you book it?' }).keep).toBe(false);
  });

  it.each(['toolResult', 'error', 'decision', 'userDirective'] as const)('records every turn of a %s', (type) => {
    expect(writePolicy({ content: 'ok', type }).keep).toBe(true);
    expect(writePolicy({ content: 'ok', type: 'conversation' }).keep).toBe(false);
  });

  it('answers to any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (content) => {
        expect(writePolicy({ content }).why).not.toBe('');
      }),
    );
  });

  it('answers to a long text', { tags: ['long'] }, () => {
    for (const part of ['a, ', 'my password ', '?!', 'ok ', 'https://a:', '- ', 'I am '])
      expect(writePolicy({ content: part.repeat(300_000 / part.length) }).why).not.toBe('');
  });
});

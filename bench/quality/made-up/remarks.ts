import type { Random } from '../../random.ts';

const USER_REMARKS: readonly string[] = [
  "No rush, I'm going to make a cup of something and come back in ten minutes anyway.",
  'Sorry for the rambling, it is one of those days where every thought leads to another one.',
  'I asked somebody else about it first and got three different opinions, which was not much of a help.',
  "If it takes more than a minute, skip it and we'll go on with the rest of the list.",
  "Honestly, I have been putting this off for far too long, so let's get it over with.",
  "It doesn't have to be perfect, a first attempt is good enough for the moment.",
  "And please don't tell me that I should have started earlier, I know that myself.",
  'Oh, and somebody is at the door, so I may be slow to answer for a while.',
  "I'm on the phone at the same time, so forgive the typos and the missing words.",
  'Last time we got quite far with this, but then I closed the window by accident.',
  "You can be frank with me, I'd rather hear it now than find out later.",
  "That's all for this one, I think, unless you see something that I have missed.",
  'It sounds simple when I say it like that, but it kept me awake for half the night.',
  'I might change my mind about the details, but the direction is clear to me.',
  'Anyway, that was a long introduction for a rather small thing.',
  "I'll read it on a small screen in a noisy place, just so you know.",
];

const ASSISTANT_REMARKS: readonly string[] = [
  'If you like, I can go into more detail, or we leave it at that and turn to the next point.',
  "Tell me when something about it doesn't fit, then we adjust it together until it does.",
  'There are a couple of finer points, but none that would change the overall picture.',
  "I have kept it brief on purpose; say the word and I'll write the longer version.",
  'Would you like me to prepare something along these lines, so that you only need to check it?',
  "Should it turn out differently in practice, come back to me and we'll look at the reasons.",
  'That is my suggestion, at least. You know the situation better than I do.',
  "Let me know how it goes, I'm curious whether it turns out the way you hope.",
  "We can also look at it from another angle first, if this one doesn't feel right.",
  'One more thing: it often helps to sleep on it and read it again with fresh eyes.',
  'Shall I keep a short summary of this part of our conversation at the end?',
  'Feel free to stop me if this is more than you wanted to know about it.',
  'In my experience small steps work better here than one big leap, but both can succeed.',
  "I'd double-check the figures before you pass them on to somebody else.",
  'Take what is useful and ignore the rest, not all of it will apply.',
  'Until then we can carry on with whatever is next on your list.',
];

const SHARE = { user: 0.35, assistant: 0.45 };
const REMARKS = { user: USER_REMARKS, assistant: ASSISTANT_REMARKS };

/** Some turns go on for a sentence or two that tell nothing. */
export function withRemarks(text: string, role: 'user' | 'assistant', random: Random): string {
  const count = random.chance(SHARE[role]) ? random.between(1, 2) : 0;
  return [text, ...random.shuffled(REMARKS[role]).slice(0, count)].join(' ');
}

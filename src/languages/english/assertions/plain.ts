import { isOrdinary } from '../entities/ordinary-words.ts';
import { IRREGULAR_PASTS, isPast } from '../verbs.ts';
import { isAssistant, type Names } from './rewrite.ts';

const SHORT_FORMS: Readonly<Record<string, string>> = {
  ...{ "can't": 'cannot', "won't": 'will not', "shan't": 'shall not', "ain't": 'is not', gonna: 'going to' },
  ...{ wanna: 'want to', gotta: 'have to', cuz: 'because', "'cause": 'because', "y'all": 'you', im: 'I am' },
  ...{ ive: 'I have', dont: 'do not', didnt: 'did not', cant: 'cannot', doesnt: 'does not', u: 'you' },
};
const SHORT_FORM = new RegExp(`(?<![\\w'])(?:${Object.keys(SHORT_FORMS).join('|')})(?![\\w'-])`, 'gi');
const CLITIC =
  /\b(i|we|you|he|she|it|they|that|there|who|what|this|here|everyone|everything|someone|life|name)'(m|re|s|ve|ll|d)\b(?= ?([\w']*) ?([\w']*))/gi;
const PARTICIPLE = /^(?:been|got|gotten|become|had|taken|gone|done|made|seen|grown|come|given)$/;
const OBJECT = /^(?:me|us|my|our|you|your|him|her|them|it|the|a)$/;

/** Spoken short forms written out: "I've got to" for "I've gotta". */
const writtenOut = (text: string): string =>
  text
    .replaceAll('’', "'")
    .replace(/'ve gotta\b/gi, ' have to')
    .replace(SHORT_FORM, (word) => SHORT_FORMS[word.toLowerCase()] ?? word)
    .replace(CLITIC, (_, word, clitic, next, after) => `${word} ${verbOf(clitic, next, after)}`)
    .replace(/\b(\w+)n't\b/gi, '$1 not');

function verbOf(clitic: string, next: string, after: string): string {
  const hasHappened = PARTICIPLE.test(next) || isPast(next);
  if (clitic === 'd') return hasHappened || next === 'better' ? 'had' : 'would';
  if (clitic === 's') return PARTICIPLE.test(next) || (hasHappened && OBJECT.test(after)) ? 'has' : 'is';
  return { m: 'am', re: 'are', ve: 'have' }[clitic] ?? 'will';
}

/** Nothing is lost when they go from the head of a sentence. */
const HEADS =
  `hey|hi|hello|hiya|yo|oh|ooh|ah|aww*|wow|whoa|yay|yeah|yea|yep|yup|yes|nope|nah|hmm*|um|uh|ok|okay|alright|all right|indeed|honestly
|actually|basically|anyways?|so|and|but|also|plus|btw|by the way|lol|ha(?:ha)+|phew|ugh|dude|bro|gosh|omg|oh my (?:god|gosh|goodness)
|thank you so much|thanks (?:so much|a lot|again)|of course|for sure|in fact|to be (?:honest|fair)|tbh|you know|you see|i mean|i guess|i must (?:say|admit)
|i have to say|as you know|(?:like|as) i said|guess what|fyi|on top of that|additionally|furthermore|moreover|meanwhile|unfortunately|luckily
|hopefully|frankly|obviously|overall|in short|just so you know`.replaceAll('\n', '');
/** Before anything but a mark they belong to the sentence: "no time", "good friends", "my friend Leo". */
const HEADS_BEFORE_MARK =
  `no|right|sure|cool|nice|great|awesome|perfect|excellent|fantastic|wonderful|good|amazing|sweet|sorry|man|first|second|look|see|listen
|then|or|exactly|thanks|thank you|well|cheers|congrats|congratulations|totally|definitely|absolutely|really|just|truly|clearly|seriously
|finally|fortunately|lately|besides|dear|guys|boss|my (?:guy|friend|brother|goodness)|i see|buddy|mate|got it|as for me|no (?:problem|worries)
|(?:(?:big|huge|exciting|happy|sad|good|great|bad|some) )?news|(?:(?:quick|small) )?update|(?:fun|random) fact|(?:side|quick) note|quick question
|heads up|for the record|(?:for|some) context|(?:a bit )?about me|ps|true story|confession|reminder|one more thing|important
|(?:please )?(?:remember|note|keep in mind|bear in mind|do not forget)|write (?:this |that )?down`.replaceAll('\n', '');
const MARK = '[,!.:;…–—-]';
/** "Remember that the code is 12", but not "remember that trip". */
const CALLED_TO_MIND =
  '(?:please )?(?:remember|note|keep in mind|bear in mind|do not forget) (?:that )?(?=(?:i|we|my|our|(?<=that )(?:the|he|she|they|his|her|their|there|it|you|your|all|every|no|an?)) )';
const NAME_CALLED_TO_MIND =
  /^(?:[Pp]lease )?(?:[Rr]emember|[Nn]ote|[Kk]eep in mind|[Bb]ear in mind|[Dd]o not forget) that (?=\p{Lu}\S* )/u;
const FILLER =
  /(?<!\bnot )(?<![\w'-])(?:really|just(?! (?:as|like|in|not)\b)|super|definitely|totally|actually|literally|honestly|basically|kinda|sorta|absolutely|truly|very|seriously|incredibly|extremely|simply|certainly|obviously|quite|btw|lol|haha|by the way|(?<!\b(?:an?|the|this|that|what|some|any|one) )(?:kind of|sort of|you know|of course|i guess|i mean|for sure|by far|for real)|(?<=\b(?:am|is|are|was|were|be|been|being|feel|felt|seems?|looks?|get|got|getting) )(?:so|pretty)(?= (?!that|far|i\b|we\b)))(?![\w'-])/g;

/** Without greetings, calls by name, interjections and fillers. */
function tidied(text: string, listener: string): string {
  const call = callOf(listener);
  const head = new RegExp(
    `^(?:(?:${MARK}|[\\s)"”'])+|${CALLED_TO_MIND}|(?:(?:${HEADS})(?: (?:${call}))?|(?:${HEADS_BEFORE_MARK}|${call})(?=(?: ${call})?\\s*(?:${MARK}\\s|${MARK}*$)))(?![\\w'-]))`,
    'iu',
  );
  let rest = text;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(head, '').replace(NAME_CALLED_TO_MIND, '');
  }
  return rest
    .replace(FILLER, '')
    .replace(new RegExp(`(?<![\\s,;:.!?…~–—-])[\\s,;:.!?…~–—-]*(?:, ?(?:${call})[\\s.!?…]*)?$`, 'iu'), '')
    .replace(/\s\s+/g, ' ')
    .replace(/\s?,(?:\s?,)*/g, ',')
    .replace(/^[\s,]+/, '');
}

/** The other's name or the beginning of it: "Ben" for Benjamin. */
function callOf(listener: string): string {
  const parts = listener
    .slice(0, 40)
    .split(/[^\p{L}]+/u)
    .filter((part) => part.length > 2 && part !== 'the');
  const names = parts.flatMap((part) =>
    Array.from({ length: part.length - 2 }, (_, cut) => part.slice(0, part.length - cut)),
  );
  return `(?:${names.join('|') || '(?!)'})`;
}

const STANDING = '(?:from now on|going forward|in (?:the )?future|every time|each time)';
/** Verbs that settle something after "let's", unlike "let's talk". */
const SETTLING =
  /^let's (?=(?:go with|stick|use|choose|pick|book|cancel|switch|skip|drop|schedule|postpone|aim|set|settle|adopt|order|reserve)\b)/i;
const ORDER =
  "(?!(?:i|we|you|he|she|it|they|the|an?|my|our|your|this|that|there|been|had|was|is|no|\\w+ing|\\w+ed)\\b)[a-z][\\w'-]* [\\w$]";
const STANDING_ORDER = new RegExp(`^(${STANDING}),? (?=${ORDER})(.*)`, 'i');
/** Orders about how the assistant talks, which hold beyond the one answer. */
const LASTING_ORDER = new RegExp(
  `^(?:please )?(?=(?:always|never) ${ORDER}|(?:${[
    '(?:do not )?(?:keep|make|give|write|format|shorten|limit) (?:me )?your (?:answers?|repl(?:y|ies)|responses?|explanations?|messages?|tone)',
    '(?:call|address) me (?!an? |the |when |if |back|at |on |later|tomorrow)',
    '(?:answer|reply|respond|talk|speak|write)(?: to)?(?: me)?(?: only)? (?:in|briefly|shortly|concisely)',
    '(?:do not use|stop using|use no|avoid) (?:emojis?|emoticons|jargon|slang|bullet points)',
  ].join('|')})\\b)(.*)`,
  'i',
);

/** A command that settles something for later, as what the speaker chose or wants of an assistant. */
function settled(text: string, isToAssistant: boolean): string {
  if (SETTLING.test(text)) return text.replace(SETTLING, 'I have chosen to ');
  if (!isToAssistant) return text;
  const [, standing, order] = STANDING_ORDER.exec(text) ?? [];
  if (standing !== undefined && order !== undefined) return `I want you ${infinitive(order)} ${standing.toLowerCase()}`;
  const lasting = LASTING_ORDER.exec(text)?.[1];
  return lasting === undefined ? text : `I want you ${infinitive(lasting)}`;
}

const infinitive = (order: string): string =>
  /^do not /i.test(order) ? `not to ${order.slice(7)}` : `to ${lowered(order.replace(/^please /i, ''))}`;

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const SELF_NAMING =
  /^(?:I am|[Mm]y name is) (\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)(?:$|(?:,| and)? (?=(?:I|[Mm]y|[Ww]e|[Oo]ur)\b))/u;

/** "I'm Norwegian": of what one is, not of what one is called. */
const OF_A_KIND = /(?:ian|ese|ish|ican|ist|ic|im|er|ean)$|^(?:German|French|Dutch|Greek|Swiss|Thai|Czech|Hindu|Welsh)$/;

/** "I'm Tom and I work as a nurse" says nothing new of Tom's name; of a speaker without one it says the name. */
function ownName(text: string, speaker: string): string {
  const [naming, name = ''] = SELF_NAMING.exec(text) ?? [];
  if (naming === undefined) return text;
  if (speaker === 'the user' && !isOrdinary(name.toLowerCase()) && !OF_A_KIND.test(name))
    return text.replace(/^I am/, 'My name is');
  return speaker.split(' ').includes(name.split(' ')[0] ?? '') ? text.slice(naming.length) : text;
}

/** In chats "I" is often left out before these; a helper goes with it. Other base forms at the head of a sentence are commands. */
const WITHOUT_SUBJECT: readonly (readonly [head: RegExp, helper: string])[] = [
  [/^been (?!a |so |such |it |of |some |forever|ages|too )/, 'have '],
  [
    /^(?:excited|glad|happy|proud|thrilled|grateful|thankful|stoked|sad|sorry|nervous|worried|ready|busy|hoping|determined|lucky|interested|relieved)\b/,
    'am ',
  ],
  [/^love (?!the|that|this|those|these|your|how|you)|^(?:hope|need|want|feel|miss|prefer|hate|wish|plan|cannot) /, ''],
  [
    new RegExp(
      `^(?!was|were|did|said|bit )(?:${[...IRREGULAR_PASTS].join('|')}) (?!so|such|it|forever|ages|too|you|by|with)`,
    ),
    '',
  ],
  [/^\w{3,}ed (?:an?|my|our|the|to|for|on|up|out|in|at|it|with|some|another|two|three|\w+ing)\b/, ''],
  [
    /^(?!being|having|making|doing|seeing|hearing|getting|going|taking|finding)\w{3,}ing(?= )(?!.* (?:is|are|was|were|can|will|ha[sd]|have|helps?|makes?|gives?|brings?|takes?|does|would|could|should|feels?|sounds?|\w{2,}ed)\b) /,
    'am ',
  ],
];

/** "Been busy", "Started a course": the speaker's, though it does not say so. */
function withSubject(text: string): string {
  const adverbs = /^(?:(?:just|also|finally|recently|already|still|always|never|currently) )*/i.exec(text)?.[0] ?? '';
  const head = lowered(text.slice(adverbs.length));
  const helper = WITHOUT_SUBJECT.find(([pattern]) => pattern.test(head))?.[1];
  return helper === undefined ? text : `I ${helper}${adverbs.toLowerCase()}${head}`;
}

/** A spoken sentence as a plain statement in the first person: "I am excited to sail" for "Wow, Bob, can't wait to sail!" */
export function plainStatement(text: string, { speaker, listener }: Names): string {
  const plain = tidied(writtenOut(text), listener)
    .replace(/\b(we|you) (?:all|both)\b/gi, '$1')
    .replace(/\bcannot wait (?=(?:to|for)\b)/i, (_, at: number) => (at === 0 ? 'excited ' : 'am excited '));
  return withSubject(settled(ownName(plain, speaker), isAssistant(listener)));
}

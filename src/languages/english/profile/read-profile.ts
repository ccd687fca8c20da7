import type { ProfileFinding } from '../../../contracts/language.ts';
import { isGivenName } from '../entities/known-names.ts';
import { TASTE, TASTE_VERBS } from './item-key.ts';
import { type UserClause, userClauses } from './user-clauses.ts';

/** Said in so many words, and said in a way that mostly means it. */
const PLAIN = 0.95;
const LIKELY = 0.85;

type Field = ProfileFinding['field'];

/** A clause that matches gives its first group, told with `told` in place of `$`. */
interface Rule {
  readonly field: Field;
  readonly pattern: RegExp;
  readonly told?: string;
  readonly confidence?: number;
  readonly refused?: RegExp;
  /** Matched against "goal is to run", as after "my". */
  readonly isOwned?: true;
}

const LANGUAGE = `(?:(?:Brazilian|European|Latin American|Swiss|Mexican|Canadian) )?(?:${`Afrikaans|Albanian|Amharic|Arabic|Armenian|Basque|Bengali|
  Bosnian|Bulgarian|Burmese|Cantonese|Catalan|Chinese|Croatian|Czech|Danish|Dutch|English|Esperanto|Estonian|Farsi|Filipino|Finnish|French|Galician|
  Georgian|German|Greek|Gujarati|Hausa|Hebrew|Hindi|Hungarian|Icelandic|Igbo|Indonesian|Irish|Italian|Japanese|Kannada|Khmer|Korean|Kurdish|Latin|
  Latvian|Lithuanian|Malay|Maltese|Mandarin|Marathi|Mongolian|Nepali|Norwegian|Persian|Polish|Portuguese|Punjabi|Romanian|Russian|Serbian|Slovak|
  Slovenian|Somali|Spanish|Swahili|Swedish|Tagalog|Tamil|Telugu|Thai|Turkish|Ukrainian|Urdu|Vietnamese|Welsh|Yiddish|Yoruba|Zulu|sign language`.replace(
  /\n\s*/g,
  '',
)})`;
const EVERY_LANGUAGE = new RegExp(LANGUAGE, 'g');
const LANGUAGES = `(${LANGUAGE}(?:(?:, (?:and )?| and | or )${LANGUAGE})*)`;
/** "German history" is another subject. */
const NO_SUBJECT =
  '(?=$|,| (?:for|at|in|with|since|on|every|because|to|and|as|from|by|again|fluently|well|daily|through|twice|once|but|so)\\b)';
const SOME = '(?:(?:some|a little|a bit of|fluent|good|basic|both|mostly|mainly) )?';
const WORD = "\\p{Lu}[\\p{L}'-]*";
const NAME = `(${WORD}(?: (?:de |da |del |van |von |der |al )?${WORD}){0,3})(?=$|,| and | but | by | for | from now)`;
const LEVEL =
  '(?:[ABC][12]\\+?|beginner|novice|(?:upper |lower )?intermediate|advanced|expert|proficient|professional|amateur)';
const TOPIC = '([^\\s,;]+(?: (?!and |but |because |so |who |with )[^\\s,;]+){0,4})';
const TALK =
  '(?:answers?|repl(?:y|ies)|responses?|explanations?|feedback|corrections?|summar(?:y|ies)|bullet points?|tables?|emojis?|jargon|small talk|code (?:samples?|examples?|blocks?)|examples?|analog(?:y|ies)|instructions|diagrams?|tone|paragraphs)';
const OF_TALK = `((?!the |this |that |her |his |their |my |your |writing |giving |reading )(?:(?!of |with |in |for |from |about |that |to )[\\p{L}'-]+,? (?:and )?){0,4}${TALK}\\b.*)`;
const ASSISTANT =
  '(?:wants?|would like|would prefer|asks?|asked|prefers?|expects?) (?:that )?(?:the assistant|you) (?:to )?';
const DOES =
  'answer|reply|use|write|give|show|explain|include|ask|add|keep|suggest|mention|start|end|format|cite|check|avoid|apologi[sz]e|assume|send';
const OFTEN = '(?:always |often |constantly |regularly |frequently |really |usually )?';

/** What people set themselves for a long time. What is wanted otherwise is mostly the task at hand. */
const LASTING =
  '(?:become|learn|master|pass|move to|live|open an?|quit|give up|improve|lose|travel|visit|save|retire|climb|study|graduate|speak|publish|launch|win|earn|adopt|qualify|volunteer|be (?:an?|able|more|less|fluent|fit)|run (?:an?|the|\\d+)|read (?:\\d+|more)|get (?:better|fit|in shape|married|promoted|certified)|write an?|buy an?|start an?|go (?:back )?to (?:university|college|school)|(?:eat|drink|sleep|spend|exercise) (?:less|more|better))';
const ERRAND =
  /\b(?:today|tonight|soon|tomorrow|right now|this (?:morning|afternoon|evening|weekend)|(?:on|by|next|this) \p{Lu}\p{Ll}+day)\b|\b(?:this|that|these|those|it|them)(?=$| (?!year|month|summer|winter))/u;
/** Not a subject that could be learnt. */
const NO_SUBJECT_TO_LEARN =
  /^(?:why|what|how come|who|this|that|these|it|him|her|them|getting|sleep|money|anxiety|focus)\b|\b(?:neighbou?r|landlord|boss|husband|wife|keys?|traffic|business|project|job|deadline|motivation|report|app|website|server|build)\b/;
/** Of one occasion or one thing at hand, or of someone. */
const PARTICULAR =
  /^(?:this|that|these|those|it|him|them|the|you|your|how|what|when|to (?:meet|see|know|say|thank|go|ask|talk|be called|be corrected)|being|(?:his|her|their|my) \p{L}+$)\b|\b(?:today|tonight|tomorrow|yesterday|right now)\b|\b(?:this|that|it)$/iu;

const END = '(?=$|,| and | but | since | so | which )';
/** The same, of things that are listed. */
const LIST_END = '(?=$|,? (?:and|but|so|which) (?:my|his|her|their|the|it|this|we|they)\\b)';
const VERY = '(?:very |severely |highly |mildly |slightly |a bit )?';
const ILLNESS =
  '(?:allerg(?:y|ies)|intolerance|disease|disorder|syndrome|diabetes|asthma|epilepsy|migraines?|blood pressure|eczema|\\p{L}+(?:itis|phobia))';
/** Medicines by what they are called, or by the endings that their substances share. */
const MEDICINE =
  '\\b(?:medication|medicine|pills?|tablets?|insulin|aspirin|warfarin|paracetamol|anti(?:biotic|depressant|histamine)s?|\\d+ ?mg|\\p{L}+(?:formin|statin|olol|sartan|prazole|cillin|mycin|oxetine|profen|azepam|xaban|thyroxine))\\b';
const AT_HAND = /\b(?:this|that|these|those|it|them|today|tonight|tomorrow|right now|yet)$/;

const rule = (field: Field, pattern: string, more: Omit<Rule, 'field' | 'pattern'> = {}): Rule => ({
  ...{ field, pattern: new RegExp(`^${pattern}`, 'u') },
  ...more,
});

const RULES: readonly Rule[] = [
  rule('name', `(?:full |first |real |preferred |nick)?name is (?:now |actually )?${NAME}`, { isOwned: true }),
  rule('name', `(?:is (?:called|named|known as)|goes by|go by) ${NAME}`),
  rule('name', `(?:wants?|prefers?|likes?|would like|asked) (?:to be|being) called ${NAME}`),
  rule('name', `${ASSISTANT}(?:always )?call (?:the user|me) ${NAME}`),
  rule('health', `is ${VERY}(allergic to .+?)${LIST_END}`),
  rule('health', `is ${VERY}((?:[\\p{L}-]+[ -])?intolerant(?: (?:to|of) .+?)?)${LIST_END}`),
  rule('health', `is (?:an? )?((?:type [12] )?diabetic|asthmatic|epileptic|co?eliac|pregnant)${END}`),
  rule(
    'health',
    `has (?!no )(?:an? )?((?:(?!with |of |in |never )[\\p{L}\\d-]+ ){0,3}${ILLNESS}(?: (?:to|in) .+?)?)${LIST_END}`,
  ),
  rule(
    'health',
    '(?:suffers? from|(?:was|got|has been) diagnosed with) (?:an? )?(.+?)(?=$| (?:in|since|last|when|as|at) )',
    { refused: PARTICULAR },
  ),
  rule('health', `(?:takes?|is (?:taking|on)) (?!the )((?:(?!of |to )[\\p{L}\\d.'-]+ ){0,4}?${MEDICINE}.*)`, {
    told: 'takes $',
  }),
  rule('restrictions', `is (?:an? )?((?:strict(?:ly)? |lifelong )?(?:vegetarian|vegan|pescatarian|teetotal))${END}`),
  rule('restrictions', `(?:follows?|keeps?(?: to)?|is on) an? ((?:[\\p{L}-]+ ){1,4}diet)${END}`),
  rule('restrictions', `(?:eats?|keeps?) (?:only |strictly )?(halal|kosher|[\\p{L}]+[ -]free)${END}`),
  rule(
    'restrictions',
    `((?:does not|cannot|may not|must not|never) (?:eat|drink|smoke|digest)s? .+?|cannot (?:have|drive|fly|swim|lift|climb) .+?)(?=$| (?:in \\d|since |last ))`,
    {
      refused: AT_HAND,
    },
  ),
  rule('restrictions', `((?:is not (?:allowed|supposed) to|must avoid|has to avoid) .+)$`, {
    refused: AT_HAND,
  }),
  rule('languages', `(?:speaks?|can speak) (?:also )?${SOME}${LANGUAGES}${NO_SUBJECT}`),
  rule('languages', `is (?:nearly |almost |quite )?(?:fluent|proficient|bilingual) in ${LANGUAGES}`),
  rule('languages', `is an? native (?:speaker of )?(${LANGUAGE})`, { told: '$ (native)' }),
  rule('languages', `(?:grew up|was raised) (?:speaking|with) ${LANGUAGES}${NO_SUBJECT}`, { told: '$ (native)' }),
  rule('languages', `(?:native|first|mother|home) (?:language|tongue) is ${LANGUAGES}`, {
    ...{ told: '$ (native)', isOwned: true },
  }),
  rule(
    'languages',
    `(?:is|has been|(?:has )?(?:started|began)) (?:learning|studying|practi[sc]ing|brushing up on) ${SOME}${LANGUAGES}${NO_SUBJECT}`,
    { told: '$ (learning)' },
  ),
  rule('languages', `(?:learns?|stud(?:y|ies)) ${SOME}${LANGUAGES}${NO_SUBJECT}`, { told: '$ (learning)' }),
  rule(
    'level',
    `is (?:still |only |almost |at )?(?:an? )?(?:complete |absolute )?(${LEVEL}(?: level)? (?:in|at|with) ${TOPIC})`,
  ),
  rule('level', `(?:has )?(?:just )?(?:reached|attained|achieved) (?:level )?(${LEVEL} in ${TOPIC})`),
  rule('level', `is an? (?<level>${LEVEL}) (?<topic>${LANGUAGE}) (?:learner|student|speaker)`),
  rule('level', `(?:speaks?|writes?|reads?) (?<topic>${LANGUAGE}) at (?:an? |the )?(?<level>${LEVEL})`),
  rule(
    'level',
    `(?:level (?:in|of|at) )?(?<topic>${LANGUAGE})(?: level)? is (?:at |now |around |about |an? )*(?<level>${LEVEL})`,
    {
      isOwned: true,
    },
  ),
  rule('level', `is (?:very |quite |completely |brand )?(new to ${TOPIC})`),
  rule(
    'level',
    `is (?:now )?an? ((?:junior|senior|mid-level|lead|trainee|experienced) (?:[\\p{L}+#.-]+ ){0,2}[\\p{L}-]+(?:er|or|ist|ian|ant|ect|nurse|chef))(?=$|,| (?:at|in|for|with|and|who) )`,
    {
      confidence: LIKELY,
    },
  ),
  rule('goals', '(?:[\\p{L}-]+ )?(?:goal|dream|aim|ambition|resolution)(?: for .{1,30}| this year)? is (?:to )?(.+)$', {
    ...{ isOwned: true, refused: ERRAND },
  }),
  rule(
    'goals',
    `(?:wants?|would (?:like|love)|hopes?|is hoping|plans?|is planning|aims?|intends?|is determined|has always wanted) to (${LASTING}\\b.*)$`,
    {
      ...{ confidence: LIKELY, refused: ERRAND },
    },
  ),
  rule('goals', 'is trying to ((?:lose|gain|quit|stop|learn|become|save|get fit|eat|drink|sleep)\\b.*)$', {
    ...{ confidence: LIKELY, refused: ERRAND },
  }),
  rule('goals', 'is (?:preparing|studying|training) for (.+)$', {
    ...{ told: 'prepare for $', confidence: LIKELY, refused: ERRAND },
  }),
  rule('style', `(?:prefers?|likes?|wants?|appreciates?|needs?|would (?:like|prefer)) ${OF_TALK}$`),
  rule('style', `(?:does not (?:like|want|need)|hates?|dislikes?|cannot stand) ${OF_TALK}$`, { told: 'no $' }),
  rule(
    'style',
    '(?:prefers?|likes?|wants?|would like) (?:to be|being) ((?:corrected|addressed|taught|challenged|encouraged)\\b.*)$',
    {
      told: 'be $',
    },
  ),
  rule('style', '(?:learns?|understands? things) best (?:with|from|by|through|using) (.+)$', { confidence: LIKELY }),
  rule('style', `${ASSISTANT}(?:not )((?:${DOES})\\b.*)$`, {
    told: 'do not $',
  }),
  rule('style', `${ASSISTANT}(?:always ((?:${DOES})\\b.*)|(never (?:${DOES})\\b.*))$`),
  rule(
    'style',
    `${ASSISTANT}((?:be|stay) (?:more |less |very )?(?:brief|concise|short|direct|honest|formal|informal|casual|patient|detailed)\\b.*)$`,
  ),
  rule(
    'style',
    `${ASSISTANT}((?:answer|reply|respond|write|speak|explain(?: \\p{L}+)?)(?: the user)?(?: only)? in (?:${LANGUAGE}|simple|plain|bullet|short|detail).*)$`,
  ),
  rule('style', `${ASSISTANT}((?:keep|use|give|include|avoid|skip|format|add)\\b.*\\b${TALK}\\b.*)`),
  rule('gaps', `${OFTEN}(?:keeps? mixing up|mix(?:es)? up) (.+)$`, {
    told: 'mixing up $',
    refused: NO_SUBJECT_TO_LEARN,
  }),
  rule('gaps', `${OFTEN}(?:keeps? confusing|confuses?) (.+)$`, { told: 'confusing $', refused: NO_SUBJECT_TO_LEARN }),
  rule('gaps', '(?:(?:always|often) forgets?|keeps? forgetting) (.+)$', {
    told: 'forgetting $',
    refused: NO_SUBJECT_TO_LEARN,
  }),
  ...[
    `${OFTEN}(?:struggles?|is struggling|has been struggling) (?:a lot )?with (.+)$`,
    '(?:has|is having) (?:a lot of |some )?(?:trouble|difficulty|difficulties|a hard time) (?:with |in )?(.+)$',
    'finds? (.+?) (?:very |really |quite )?(?:hard|difficult|confusing|tricky)(?: to .|$)',
    'is (?:still )?(?:weak|bad|shaky|not (?:very )?good|unsure) (?:in|at|on|with|about) (.+)$',
    'does not (?:really |fully |quite )?understand (.+)$',
    'needs? to (?:improve|work on|practi[sc]e|get better at|brush up on) (.+)$',
    `${OFTEN}(?:keeps? making|makes?) (?:many |a lot of )?mistakes (?:with|in|on) (.+)$`,
  ].map((pattern) => rule('gaps', pattern, { confidence: LIKELY, refused: NO_SUBJECT_TO_LEARN })),
  rule('preferences', '(favou?rite [\\p{L} -]{2,30} (?:is|are) .+)$', { isOwned: true }),
  rule('preferences', `(?:${TASTE_VERBS}) (.+)$`, { refused: PARTICULAR }),
];
const BARE_NAME = new RegExp(`^is ${NAME}$`, 'u');
const MOST_WORDS = 18;
const ONE_FIELD: ReadonlySet<Field> = new Set(['style', 'preferences', 'health', 'restrictions']);
/** To stop it is to keep from it. */
const CONSUMED = /^(?:is )?(eat|drink|smok)(?:e|ing|s)? (?!halal|kosher|[\p{L}]+[ -]free)(.+)$/u;

/** What a text says for the profile of the user, who in it is "the user", "I", or one of these names. */
export const readProfile = (text: string, names: readonly string[] = []): ProfileFinding[] =>
  userClauses(text, names).flatMap(readClause);

function readClause(clause: UserClause): ProfileFinding[] {
  const [, verb, what] = (clause.isOver && CONSUMED.exec(clause.text)) || [];
  const isKeptFrom = verb !== undefined;
  const { text, isOwned, isOver, isFirstPerson } = isKeptFrom
    ? { ...clause, text: `does not ${verb.replace('smok', 'smoke')} ${what}`, isOver: false }
    : clause;
  const bare = isFirstPerson && !isOwned && !isOver ? BARE_NAME.exec(text)?.[1] : undefined;
  if (bare !== undefined && isGivenName(bare.split(' ')[0]?.toLowerCase() ?? ''))
    return [{ field: 'name', value: bare, confidence: LIKELY }];
  const found: ProfileFinding[] = [];
  for (const { field, pattern, told = '$', confidence = PLAIN, refused, isOwned: ofOwned = false } of RULES) {
    const match = ofOwned === isOwned && !found.some((one) => isSameKind(one.field, field)) ? pattern.exec(text) : null;
    const said = match === null ? undefined : saidIn(match, field, text);
    if (said === undefined || refused?.test(match?.[1] ?? '') || said.split(' ').length > MOST_WORDS) continue;
    if (isOver && (field === 'name' || field === 'level')) continue;
    for (const one of field === 'languages' ? (said.match(EVERY_LANGUAGE) ?? []) : [said])
      found.push({
        ...{ field, value: isOver ? one : told.replace('$', () => one), confidence },
        ...(isOver && { isOver }),
      });
  }
  return found;
}

/** How answers are wanted, or what they may not eat, is no taste besides. */
const isSameKind = (one: Field, other: Field): boolean => one === other || (ONE_FIELD.has(one) && ONE_FIELD.has(other));

function saidIn({ 1: first, 2: second, groups }: RegExpExecArray, field: Field, text: string): string | undefined {
  const said = first ?? (field === 'style' ? second : undefined);
  if (groups?.['level'] !== undefined) return `${groups['level']} in ${groups['topic']}`;
  if (said === undefined || said.trim() === '') return undefined;
  if (field === 'gaps') return said.replace(/^(?:their|his|her|my) /, '');
  if (field === 'style')
    return said
      .replace(/,? (?:please|from now on)$/, '')
      .replace(/\b(?:the assistant's|your) /g, '')
      .replace(/\bthe user asks\b/g, 'asked')
      .replace(/ (?:to |for )?(?:the user|me)\b/g, '');
  if (field !== 'preferences' || !TASTE.test(text)) return said;
  const isSomeone = /^\p{Lu}/u.test(said) && isGivenName(said.split(/[ ']/)[0]?.toLowerCase() ?? '');
  return isSomeone || said.startsWith('the assistant') ? undefined : thirdPerson(text);
}

const thirdPerson = (text: string): string =>
  text.replace(/^(?:prefer|like|love|enjoy|hate|dislike|adore|detest|despise|avoid|refuse)(?= )/, '$&s');

import { LANGUAGE } from './language-names.ts';
import { LIKELY, PLAIN, type ProfileFinding } from './profile-finding.ts';
import type { UserClause } from './user-clauses.ts';

const TALK =
  '(?:answers?|repl(?:y|ies)|responses?|explanations?|feedback|corrections?|summar(?:y|ies)|bullet points?|bulleted lists?|tables?|emojis?|jargon|small talk|code (?:samples?|examples?|snippets?|blocks?)|worked examples|examples?|analog(?:y|ies)|step-by-step instructions|instructions|diagrams?|comments in code|tone|wording|messages|paragraphs)';
/** What is said of answers stands near the head of the phrase: "a book with examples" is a book. */
const OF_TALK = new RegExp(
  `^(?:(?!(?:of|with|in|for|from|about|that|to) )[\\p{L}'-]+,? (?:and )?){0,4}${TALK}\\b`,
  'u',
);
/** Praise, or what the user does. */
const OWN_WORK =
  /^(?:writing|giving|reading|drawing|the|this|that|her|his|their|my|how|when|what|why|whether|if|your)\b/i;

const LIKED =
  /^(?:prefers?|likes?|loves?|wants?|enjoys?|appreciates?|needs?|would (?:like|prefer)) (?!the assistant|to )(.+)$/;
const DISLIKED =
  /^(?:does not (?:like|want|need|enjoy|appreciate)|hates?|dislikes?|cannot stand|has no patience for) (.+)$/;
const TREATED =
  /^(?:prefers?|likes?|wants?|would (?:like|prefer)) (?:to be|being) ((?:corrected|addressed|taught|quizzed|challenged|encouraged|interrupted|shown|tested|spoken to)\b.*)$/;
const LEARNS = /^(?:learns?|understands? things|works?) best (?:with|from|by|through|using|when shown) (.+)$/;
const ORDERED =
  /^(?:wants?|would like|would prefer|asks?|asked|prefers?|expects?) (?:that )?(?:the assistant|you) (not )?(?:to )?(not )?(.+)$/;

const STANDING =
  /\b(?:always|never|from now on|going forward|in (?:the )?future|every time|each time|by default|whenever|no longer)\b/;
/** What an assistant can be told to do always or never. */
const DOES =
  /^(?:answer|reply|respond|use|write|give|show|explain|include|ask|call|add|keep|suggest|mention|start|begin|end|finish|format|correct|speak|talk|address|translate|check|cite|quote|put|make|provide|say|tell|avoid|apologi[sz]e|assume|send|remind|recommend|skip|offer|list|name|point out|stick|be (?:more |less |very )?(?:brief|concise|honest|direct|formal|polite))\b/;
const MANNER = [
  new RegExp(
    `^(?:answer|reply|respond|write|speak|talk|explain(?: \\p{L}+)?)(?: (?:to )?the user)?(?: only| back)? in (?:${LANGUAGE}|simple|plain|bullet|short|full|detail)`,
    'u',
  ),
  /^(?:be|stay|sound) (?:more |less |very |always )?(?:brief|concise|short|direct|honest|formal|informal|casual|friendly|patient|polite|blunt|detailed|thorough|strict|gentle|encouraging|funny|serious|critical)\b/,
  /^(?:explain|go through|teach) .*\b(?:step by step|with (?:an? )?(?:examples?|diagrams?|analog)|simply|slowly|in detail)/,
];
const ABOUT_TALK = new RegExp(
  `^(?:keep|use|give|include|avoid|skip|write|show|start|end|format|add|make)\\b.*\\b(?:${TALK}|metric units|markdown|code|headings?|simple words|plain language|simple language)\\b`,
);
const ONE_TIME =
  /\b(?:this|that|these|those|it|the (?:following|letter|report|text|email|file|essay)|today|now|for (?:two|three|me))\b/;

const TIDY: readonly (readonly [RegExp, string])[] = [
  [/\.(?=[\p{Lu}\p{Lo}]).*$/u, ''],
  [/,? please$/, ''],
  [/^please /, ''],
  [/,? ?\b(?:from now on|going forward|in (?:the )?future)\b/, ''],
  [/^always /, ''],
  [/\b(?:the assistant's|your) /g, ''],
  [/\b(?:to |for )?(?:the user|me)(?='s)/g, 'user'],
  [/\bthe user asks\b/g, 'asked'],
  [/ (?:to |for )?(?:the user|me)\b(?! (?:is|has|wants?|needs?))/g, ''],
];

const tidy = (text: string): string => TIDY.reduce((said, [pattern, by]) => said.replace(pattern, by), text).trim();

export function readStyle({ text, isOwned, isOver }: UserClause): ProfileFinding[] {
  if (isOwned) return [];
  const found = (value: string, confidence: number): ProfileFinding[] => [
    { field: 'style', value: tidy(value), confidence, ...(isOver && { isOver }) },
  ];
  const treated = TREATED.exec(text)?.[1];
  if (treated !== undefined) return found(`be ${treated}`, PLAIN);
  const learnt = LEARNS.exec(text)?.[1];
  if (learnt !== undefined && /^(?:learn|understand)/.test(text)) return found(learnt, LIKELY);
  const [, no, alsoNo, order] = ORDERED.exec(text) ?? [];
  if (order !== undefined)
    return isManner(order) ? found(`${no === undefined && alsoNo === undefined ? '' : 'do not '}${order}`, PLAIN) : [];
  const disliked = DISLIKED.exec(text)?.[1];
  if (disliked !== undefined) return isOfTalk(disliked) ? found(`no ${disliked}`, PLAIN) : [];
  const liked = LIKED.exec(text)?.[1];
  return liked !== undefined && isOfTalk(liked) ? found(liked, PLAIN) : [];
}

const isOfTalk = (phrase: string): boolean => OF_TALK.test(phrase) && !OWN_WORK.test(phrase);

function isManner(order: string): boolean {
  const plain = order.replace(/^(?:please |always |never )+/, '');
  if (ONE_TIME.test(plain.replace(/from now on/, ''))) return false;
  return (
    (STANDING.test(order) && DOES.test(plain)) ||
    ABOUT_TALK.test(plain) ||
    MANNER.some((pattern) => pattern.test(plain))
  );
}

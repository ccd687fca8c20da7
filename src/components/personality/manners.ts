import type { TraitName } from './traits.ts';

/** A way of going about things, and which trait it asks for when it is welcome and when it is too much. */
interface Manner {
  readonly pattern: RegExp;
  readonly welcome?: TraitName;
  readonly unwelcome?: TraitName;
}

/** The longer phrase stands first: "get to the point" before "point". */
export const MANNERS: readonly Manner[] = [
  {
    pattern:
      /\b(?:honest(?:ly)?|(?:say|admit|tell me)\w* (?:it )?(?:openly )?(?:when|that|if) you(?:['’]re| are| do| don['’]t)? ?(?:not |un)?(?:sure|know|certain))\b/i,
    welcome: 'candid',
  },
  {
    pattern: /\b(?:apologi[sz]\w*|(?:say|saying) (?:you(?:['’]re| are) )?sorry|apology)\b/i,
    unwelcome: 'unapologetic',
  },
  { pattern: /\b(?:sugar-?coat\w*|beat\w* around the bush|hedg(?:e|ing)|waffl\w+)\b/i, unwelcome: 'direct' },
  { pattern: /\b(?:flatter\w*|praising|praise|compliment\w*|telling me (?:how )?great)\b/i, unwelcome: 'sober' },
  { pattern: /\b(?:get (?:straight |right )?to the point|to the point)\b/i, welcome: 'direct' },
  { pattern: /\bstep[- ]by[- ]step\b|\bone step at a time\b/i, welcome: 'stepwise' },
  { pattern: /\b(?:examples?|analog(?:y|ies))\b/i, welcome: 'examples' },
  {
    pattern: /\b(?:bullet(?:s| points?| lists?)?|bulleted|(?:numbered )?lists)\b/i,
    welcome: 'lists',
    unwelcome: 'prose',
  },
  { pattern: /\b(?:(?:plain |full )?paragraphs|prose)\b/i, welcome: 'prose', unwelcome: 'lists' },
  { pattern: /\b(?:emojis?|smileys?|exclamation (?:marks|points))\b/i, unwelcome: 'plain' },
  {
    pattern: /\b(?:humou?r(?:ous)?|funny|hilarious|jokes|joking|witty|wit|puns|laugh|sarcasm)\b/i,
    welcome: 'humorous',
    unwelcome: 'serious',
  },
  { pattern: /\bserious(?:ly|ness)?\b/i, welcome: 'serious', unwelcome: 'humorous' },
  {
    pattern:
      /\b(?:ask(?:s|ing)?(?= (?:me|us|first|before|back|so many|too many|for (?:confirmation|permission)|questions|clarifying|if|again|every|all)\b|$)(?: me| us)?(?: so many| too many)?(?: questions| things)?|(?:clarifying |follow-?up )?questions)/i,
    welcome: 'asking',
    unwelcome: 'decisive',
  },
  { pattern: /\b(?:patien(?:t|tly|ce))\b/i, welcome: 'patient' },
  { pattern: /\b(?:encourag\w+|supportive|motivating|cheer me on)\b/i, welcome: 'encouraging' },
  {
    pattern: /\b(?:casual(?:ly)?|informal(?:ly)?|relaxed|laid-back|chatty)\b/i,
    welcome: 'casual',
    unwelcome: 'formal',
  },
  { pattern: /\b(?:formal(?:ly)?|stiff|professional|polite)\b/i, welcome: 'formal', unwelcome: 'casual' },
  {
    pattern: /\b(?:gentl[ey]|softer|kind(?:er)?|warm(?:er|th)?|friendl(?:y|ier))\b/i,
    welcome: 'gentle',
    unwelcome: 'direct',
  },
  { pattern: /\b(?:blunt(?:ly)?|direct(?:ly|ness)?|straightforward|harsh)\b/i, welcome: 'direct', unwelcome: 'gentle' },
  {
    pattern: /\b(?:short(?:er)?|brief(?:er|ly)?|concise(?:ly)?|succinct(?:ly)?|terse)\b/i,
    welcome: 'brief',
    unwelcome: 'thorough',
  },
  {
    pattern:
      /\b(?:long(?:er)?|wordy|verbose|rambl\w+|detail(?:s|ed)?|(?:go )?(?:in depth|in-depth|deeper)|thorough(?:ly)?|walls? of text|talk)\b/i,
    welcome: 'thorough',
    unwelcome: 'brief',
  },
  {
    pattern: /\b(?:clear(?:ly|er)?|easy to (?:follow|understand)|plain (?:words|language|english)|simple words)\b/i,
    welcome: 'clear',
  },
];

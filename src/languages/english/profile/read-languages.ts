import { LANGUAGE, LANGUAGES, languagesIn } from './language-names.ts';
import { PLAIN, type ProfileFinding } from './profile-finding.ts';
import type { UserClause } from './user-clauses.ts';

/** What may follow a language that is spoken: "German history" is another subject. */
const END =
  '(?=$|,| (?:for|at|in|with|since|on|every|because|to|and|as|from|by|now|again|too|fluently|well|natively|daily|through|using|twice|once|but|before|so|right|this|these)\\b)';
const SOME = '(?:(?:some|a little|a bit of|fluent|good|basic|both|mostly|mainly|decent|conversational|only) )*';
const LEARNING =
  '(?:learning|studying|practi[sc]ing|brushing up(?: on)?|taking up|picking up|teaching (?:themselves|herself|himself|myself))';

const SPOKEN: readonly RegExp[] = [
  new RegExp(`^(?:speaks?|can speak) (?:also )?${SOME}(${LANGUAGES})${END}`),
  new RegExp(
    `^is (?:completely |nearly |almost |quite )?(?:fluent|proficient|conversational|bilingual) in (${LANGUAGES})`,
  ),
];
const NATIVE: readonly RegExp[] = [
  new RegExp(`^is an? native (?:speaker of )?(${LANGUAGE})`),
  new RegExp(`^(?:grew up|was raised) (?:speaking|with|in)? ?(${LANGUAGES})${END}`),
];
const NATIVE_OWNED = new RegExp(`^(?:native|first|mother|home) (?:language|tongue) is (${LANGUAGES})`);
const LEARNT: readonly RegExp[] = [
  new RegExp(`^(?:is|has been|(?:has )?(?:started|began|begun)) ${LEARNING} ${SOME}(${LANGUAGES})${END}`),
  new RegExp(`^(?:learns?|stud(?:y|ies)) ${SOME}(${LANGUAGES})${END}`),
  new RegExp(`^(?:takes?|is taking|attends?) (?:an? )?(${LANGUAGE}) (?:class|lesson|course)`),
];

const matched = (patterns: readonly RegExp[], text: string): string[] =>
  languagesIn(patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined) ?? '');

export function readLanguages({ text, isOwned, isOver }: UserClause): ProfileFinding[] {
  const found = (languages: readonly string[], how = ''): ProfileFinding[] =>
    languages.map((language) => ({
      ...{ field: 'languages', value: `${language}${isOver ? '' : how}`, confidence: PLAIN },
      ...(isOver && { isOver }),
    }));
  if (isOwned) return found(matched([NATIVE_OWNED], text), ' (native)');
  return [
    ...found(matched(SPOKEN, text)),
    ...found(matched(NATIVE, text), ' (native)'),
    ...found(matched(LEARNT, text), ' (learning)'),
  ];
}

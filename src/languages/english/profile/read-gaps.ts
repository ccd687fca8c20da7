import { LIKELY, PLAIN, type ProfileFinding } from './profile-finding.ts';
import type { UserClause } from './user-clauses.ts';

const OFTEN = '(?:(?:always|often|constantly|regularly|sometimes|frequently|really|easily|usually|repeatedly) )*';
const AGAIN = '(?:always|often|constantly|regularly|frequently|usually|repeatedly)';
const HARD = '(?:very |really |quite |so |extremely )?(?:hard|difficult|confusing|tricky|challenging|tough)';

/** What is got wrong, and how it is told: the thing itself, or what is done with it. */
const PATTERNS: readonly (readonly [pattern: RegExp, told: string])[] = [
  [
    new RegExp(`^${OFTEN}(?:keeps? mixing up|mix(?:es)? up|is mixing up|gets? mixed up (?:with|between)) (.+)$`),
    'mixing up ',
  ],
  [new RegExp(`^${OFTEN}(?:keeps? confusing|confuses?|is confusing) (.+)$`), 'confusing '],
  [new RegExp(`^(?:${AGAIN} forgets?|keeps? (?:on )?forgetting) (.+)$`), 'forgetting '],
  [new RegExp(`^(?:${AGAIN} (?:misspells?|mispronounces?)|keeps? (?:misspelling|mispronouncing)) (.+)$`), ''],
  [new RegExp(`^(?:${AGAIN} gets?|keeps? getting) (.+) wrong$`), ''],
  [new RegExp(`^${OFTEN}(?:struggles?|is struggling|has been struggling) (?:a lot |most )?with (.+)$`), ''],
  [new RegExp(`^${OFTEN}(?:struggles?|is struggling) (to .+)$`), ''],
  [
    /^(?:has|is having) (?:a lot of |some |great |real )?(?:trouble|difficulty|difficulties|problems|a hard time) (?:with |in |at )?(?!getting )(.+)$/,
    '',
  ],
  [new RegExp(`^finds? (.+?) ${HARD}(?: to .+)?$`), ''],
  [/^is (?:still )?(?:weak|bad|poor|terrible|shaky|not (?:very |so )?good|unsure) (?:in|at|on|with|about) (.+)$/, ''],
  [/^does not (?:really |fully |quite |yet )*(?:understand|get) (.+?)(?: yet| at all)?$/, ''],
  [/^needs? to (?:improve|work on|practi[sc]e|get better at|brush up on|review) (.+)$/, ''],
  [new RegExp(`^${OFTEN}(?:keeps? making|makes?) (?:many |a lot of )?mistakes (?:with|in|on) (.+)$`), ''],
];
const OWNED = /^(?:biggest |main |greatest )?(?:weakness|weak point|weak spot|difficulty|learning gap) is (.+)$/;
const OWN = /^(?:their|his|her|my|the user's) /;
/** Not a subject that could be learnt. */
const OTHER =
  /^(?:why|what|how come|who|this|that|these|it|him|her|them|the user|sleep|money|anxiety|depression|insomnia|the (?:keys?|door|traffic|neighbou?rs?|weather|boss))\b|\b(?:neighbou?r|landlord|boss|sister|brother|mother|father|husband|wife|keys?|traffic|birthday|name|business|progress|project|job|deadline|money|motivation|paper|report|app|website|server|build|deploy)\b|^(?:focus|rest|sleep)/i;
const MOST_WORDS = 10;

export function readGaps({ text, isOwned, isOver }: UserClause): ProfileFinding[] {
  if (isOwned) return gapOf(OWNED.exec(text)?.[1], '', false);
  for (const [pattern, told] of PATTERNS) {
    const what = pattern.exec(text)?.[1];
    if (what !== undefined) return gapOf(what, told, isOver);
  }
  return [];
}

function gapOf(said: string | undefined, told: string, isOver: boolean): ProfileFinding[] {
  const what = said?.replace(OWN, '');
  if (what === undefined || OTHER.test(what) || what.split(' ').length > MOST_WORDS) return [];
  const confidence = told === '' ? LIKELY : PLAIN;
  return [{ field: 'gaps', value: `${told}${what}`, confidence, ...(isOver && { isOver: true }) }];
}

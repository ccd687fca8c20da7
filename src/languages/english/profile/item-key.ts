import type { ProfileFinding } from '../../../contracts/language.ts';

/** What says of something that it is liked or not, as after "she". */
export const TASTE_VERBS = [
  '(?:prefer|like|love|enjoy|hate|dislike|adore|detest|despise|avoid)s?|cannot stand|would rather',
  'does not (?:like|enjoy|eat|drink)|refuses? to|(?:only|exclusively) (?:eats|wears|drinks|buys|uses|reads|plays)',
  'is (?:very |quite |really )?(?:fond of|keen on|passionate about|interested in|against|scared of|afraid of)',
  'is (?:not into|(?:not )?an? (?:big |huge )?fan of)',
  'has an? (?:strong |severe |big )?(?:aversion to|dislike (?:for|of)|preference for|fear of|love (?:for|of)|passion for|allergy to)',
].join('|');

export const TASTE = new RegExp(`^(?:${TASTE_VERBS}) `, 'u');

/** What an element is about: another of the same takes its place. */
const ABOUT: Readonly<Partial<Record<ProfileFinding['field'], (value: string) => string>>> = {
  health: (value) => value.replace(/^takes /, '').replace(/ (?:every|each|twice|once|daily|for|in the|since).*/s, ''),
  restrictions: (value) => value.replace(/^(?:does not|cannot|never|may not|must not|is not \S+ to) /, ''),
  languages: (value) => value.replace(/ \([^()]*\)$/, ''),
  level: (value) => /^.+? (?:in|to) (.+)/.exec(value)?.[1] ?? value.split(' ').at(-1) ?? value,
  preferences: (value) =>
    /^(favou?rite .+?) (?:is|are) /.exec(value)?.[1]?.replace('favorite', 'favourite') ?? value.replace(TASTE, ''),
};
const KNOWN: ReadonlyMap<string, (value: string) => string> = new Map(Object.entries(ABOUT));

/** Equal for elements of a list that say the same: without regard to case, plural, articles and what ends a phrase. */
export function itemKey(field: string, value: string): string {
  const about = KNOWN.get(field)?.(value) ?? value;
  const words = about
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => singular(word.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')));
  const telling = words.filter((word) => word !== '' && !/^(?:an?|the)$/.test(word));
  return telling.join(' ') || about;
}

function singular(word: string): string {
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2);
  return /[^sui']s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}

import { sentencesOf } from '../../sentences.ts';

/** What a clause says of the user, the verb as after "she": `is learning German`; or of something the user has: `goal is to run`. */
export interface UserClause {
  readonly text: string;
  readonly isOwned: boolean;
  /** What follows was so, and is no more. */
  readonly isOver: boolean;
  readonly isFirstPerson: boolean;
}

const FIRST_PERSON: readonly (readonly [RegExp, string])[] = [
  [/^I'm\b/, 'I is'],
  [/^I(?:'ve| have)\b/, 'I has'],
  [/^I'd (?=like|love|prefer|rather)/, 'I would '],
  [/^I am\b/, 'I is'],
];
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:doesn't|don't|do not)\b/g, 'does not'],
  [/\bisn't\b/g, 'is not'],
  [/\b(?:can't|can not)\b/g, 'cannot'],
];
const THIRD =
  'is|has|had|was|wants|would|does not|prefers|likes|loves|hates|enjoys|speaks|struggles|needs|keeps|hopes|plans|finds|feels|believes|appreciates|seeks|shares|shared|values|thinks|says|said|works|lives|uses|views|knows|went|started|got|avoids|dislikes|despises|refuses|no longer';
/** Without "like" and "love", which begin more than a clause. */
const FIRST = 'want|would|does not|prefer|hate|speak|struggle|need|keep|hope|plan|find|feel|avoid|dislike|no longer';
const next = (verbs: string) => new RegExp(`(?:,|,? (?:and|but)) (?=(?:also |still |often |always )?(?:${verbs})\\b)`);
const NEXT_THIRD = next(THIRD);
const NEXT_FIRST = next(FIRST);
const ADVERBS =
  /^(?:also|currently|really|actually|now|still|generally|usually|personally|definitely|already|recently|just|strongly|strictly|absolutely|particularly|especially|truly)\s+/;
const AFTERTHOUGHT =
  /,? (?:because|although|though|due to|(?:as|since) (?:it|they|she|he|this|that|the user|I))\b.*|, (?:so|which|even|but|and (?:it|that|they|she|he|we|there))\b.*/s;
const ENDING = /(?: (?:now|these days|nowadays|too|as well)){1,3}$/;
const OVER = /^(?:is no longer|no longer|(?:has )?(?:stopped|quit|given up|gave up))\s+/;
const NOT_ANY_MORE = /^(?:does|(is)) not (.+) any ?more$/;

/** Who tells of themselves does so in few words; what is longer is a document. */
const LONGEST = 300;
const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** The clauses of a text whose subject is the user, by one of these names or by none. */
export function userClauses(text: string, names: readonly string[]): UserClause[] {
  const who = [...names.filter((name) => name.trim() !== '').map(escaped), 'The user', 'User', 'I'].join('|');
  const owned = new RegExp(`^(?:(?:${who})'s?|My)\\s+(?=\\p{L})`, 'iu');
  const subject = new RegExp(`^(?:${who})\\s+`, 'u');
  const again = new RegExp(`(?:,|,? (?:and|but|because)) (?=(?:(?:${who})(?:'s|'m|'ve|'d)?|my)\\s)`, 'iu');
  const told = sentencesOf(text).filter((sentence) => sentence.length <= LONGEST && !sentence.trim().endsWith('?'));
  return told
    .flatMap((sentence) => sentence.split(again))
    .flatMap((part): UserClause[] => {
      const plain = plainOf(part);
      const isFirstPerson = /^(?:I|My)\b/i.test(plain);
      const opening = subject.exec(plain) ?? owned.exec(plain);
      if (opening === null) return [];
      const rest = plain.slice(opening[0].length);
      if (!subject.test(plain)) return [{ text: rest, isOwned: true, isOver: false, isFirstPerson }];
      return rest
        .split(isFirstPerson ? NEXT_FIRST : NEXT_THIRD)
        .map((each) => ({ ...clauseOf(each), isOwned: false, isFirstPerson }));
    });
}

function clauseOf(said: string): Pick<UserClause, 'text' | 'isOver'> {
  const text = said.replace(ADVERBS, '').replace(ADVERBS, '').replace(AFTERTHOUGHT, '').replace(ENDING, '');
  const [, is, ended] = NOT_ANY_MORE.exec(text) ?? [];
  if (ended !== undefined) return { text: is === undefined ? ended : `is ${ended}`, isOver: true };
  const over = OVER.exec(text)?.[0];
  if (over === undefined) return { text, isOver: false };
  const after = text.slice(over.length);
  return { text: over.startsWith('is') || /^\S+ing\b/.test(after) ? `is ${after}` : after, isOver: true };
}

function plainOf(sentence: string): string {
  const written = sentence
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^the user\b/, 'The user')
    .replace(/(?<![.!;:,])[.!;:,]+$/, '');
  const spelled = CONTRACTIONS.reduce((text, [pattern, full]) => text.replace(pattern, full), written);
  return FIRST_PERSON.reduce((text, [pattern, full]) => text.replace(pattern, full), spelled);
}

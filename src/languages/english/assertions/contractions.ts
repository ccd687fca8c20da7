import { type Token, wordToken } from './token.ts';
import { isPast } from './verbs.ts';

const CLITIC =
  /^(i|we|you|he|she|it|they|that|there|who|what|this|here|everyone|everything|someone|life|name)'(m|re|s|ve|ll|d)$/;
const SPOKEN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "can't": 'cannot',
    "won't": 'will not',
    "shan't": 'shall not',
    "ain't": 'is not',
    gonna: 'going to',
    wanna: 'want to',
    gotta: 'have to',
    "'em": 'them',
    em: 'them',
    cuz: 'because',
    "'cause": 'because',
    "y'all": 'you',
    im: 'I am',
    ive: 'I have',
    dont: 'do not',
    didnt: 'did not',
    cant: 'cannot',
    doesnt: 'does not',
    u: 'you',
  }),
);
const PARTICIPLES = new Set('been got gotten become had taken gone done made seen grown come given'.split(' '));

const OBJECTS = new Set('me us my our you your him her them it the a'.split(' '));

/** Spoken short forms written out, so that every word can be looked at on its own. */
export function expandContractions(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'word') return [token];
    const words = expansion(
      token.lower,
      tokens[at + 1]?.lower ?? '',
      tokens[at + 2]?.lower ?? '',
      tokens[at - 1]?.lower ?? '',
    );
    if (words === undefined) return [token];
    return words.map((word, index) =>
      wordToken(index === 0 ? cased(word, token.text) : word, index > 0 || token.spaced),
    );
  });
}

function expansion(word: string, next: string, afterNext: string, before: string): string[] | undefined {
  if (word === 'gotta' && before.endsWith("'ve")) return ['to'];
  const spoken = SPOKEN.get(word);
  if (spoken !== undefined) return spoken.split(' ');
  const [, pronoun, clitic] = CLITIC.exec(word) ?? [];
  if (pronoun !== undefined && clitic !== undefined) return [pronoun, ending(clitic, next, afterNext)];
  return word.endsWith("n't") ? [word.slice(0, -3), 'not'] : undefined;
}

function ending(clitic: string, next: string, afterNext: string): string {
  if (clitic === 'm') return 'am';
  if (clitic === 're') return 'are';
  if (clitic === 've') return 'have';
  if (clitic === 'll') return 'will';
  if (clitic === 'd') return PARTICIPLES.has(next) || next === 'better' || isPast(next) ? 'had' : 'would';
  return PARTICIPLES.has(next) || (isPast(next) && OBJECTS.has(afterNext)) ? 'has' : 'is';
}

const cased = (word: string, like: string): string =>
  /^\p{Lu}/u.test(like) && word !== 'i' ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : word;

import { isOrdinary } from '../entities/ordinary-words.ts';
import type { Names } from './names.ts';
import { type Token, wordToken } from './token.ts';

const UNNAMED = /^the (?:user|assistant|other)$/;
/** "I'm Norwegian", "I'm Catholic": of what one is, not of what one is called. */
const OF_A_KIND =
  /(?:ian|ese|ish|ican|ist|ic|im|er|ean)$|^(?:german|french|dutch|greek|swiss|thai|czech|hindu|iraqi|pakistani|israeli|roman|welsh|mormon)$/;
const GOES_ON = /^(?:i|my|we|our)$/;

/** "I'm Tom and I work as a nurse" says nothing new of Tom's name; of a speaker without one it says the name. */
export function withoutSelfNaming(tokens: readonly Token[], { speaker }: Names): readonly Token[] {
  const start = startOf(tokens);
  if (start === 0) return tokens;
  const end = nameEnd(tokens, start);
  if (end === start) return tokens;
  if (UNNAMED.test(speaker)) return isOwnName(tokens, start, end) ? named(tokens, start) : tokens;
  const isSame = speaker
    .toLowerCase()
    .split(' ')
    .includes(tokens[start]?.lower ?? '');
  return isSame ? afterName(tokens, start, end) : tokens;
}

/** Behind "I am" or "my name is"; 0 if it begins with neither. */
function startOf(tokens: readonly Token[]): number {
  const opening = tokens.slice(0, 3).map(({ lower }) => lower);
  if (opening.join(' ') === 'my name is') return 3;
  return opening[0] === 'i' && opening[1] === 'am' ? 2 : 0;
}

function nameEnd(tokens: readonly Token[], start: number): number {
  let end = start;
  while (end < start + 2 && tokens[end]?.kind === 'word' && /^\p{Lu}\p{Ll}/u.test(tokens[end]?.text ?? '')) end++;
  return end;
}

const isOwnName = (tokens: readonly Token[], start: number, end: number): boolean => {
  const name = tokens[start]?.lower ?? '';
  return start === 2 && endsHere(tokens, end) && !isOrdinary(name) && !OF_A_KIND.test(name);
};

const named = (tokens: readonly Token[], start: number): Token[] => [
  ...['My', 'name', 'is'].map((word) => wordToken(word)),
  ...tokens.slice(start),
];

/** Nothing is told of the name but the name itself. */
function endsHere(tokens: readonly Token[], end: number): boolean {
  const [mark, next] = [tokens[end], tokens[end + 1]];
  if (mark === undefined || (mark.kind === 'mark' && mark.text !== ',' && mark.text !== "'")) return true;
  return (mark.lower === 'and' || mark.text === ',') && GOES_ON.test(next?.lower ?? '');
}

function afterName(tokens: readonly Token[], start: number, end: number): readonly Token[] {
  if (endsHere(tokens, end)) return tokens.slice(end + 1);
  const isDescribed = tokens[end]?.text === ',' && /^(?:an?|the)$/.test(tokens[end + 1]?.lower ?? '');
  return isDescribed && start === 2 ? [...tokens.slice(0, start), ...tokens.slice(end + 1)] : tokens;
}

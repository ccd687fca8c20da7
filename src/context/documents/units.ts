import { SouvenirError } from '../../errors.ts';
import { sentencesOf } from '../../languages/english/sentences.ts';
import type { Block } from './block.ts';

/** What is never taken apart: it alone is not over the size. */
export interface Unit {
  readonly text: string;
  /** What joins it to the unit before. */
  readonly glue: string;
  /** What a chunk that begins with it begins with. */
  readonly lead?: string;
}

export type Fits = (text: string) => boolean;

/** A block whole where it fits, else its lines or sentences, else as many words as fit. */
export function unitsOf({ kind, text, lead }: Block, fits: Fits): Unit[] {
  if (fits(text)) return [{ text, glue: '\n\n' }];
  const isProse = kind === 'prose';
  const parts = isProse ? sentencesOf(text) : text.split('\n').filter((line) => line.trim() !== '');
  const repeated = lead !== undefined && !isProse ? lead : undefined;
  return parts.flatMap((part, at) => {
    const isWithLead = repeated !== undefined && at >= repeated.split('\n').length && fits(`${repeated}\n${part}`);
    const pieces = fits(part) ? [part] : piecesOf(part, fits);
    return pieces.map((piece, nth) => ({
      text: piece,
      glue: at === 0 && nth === 0 ? '\n\n' : nth > 0 || isProse ? ' ' : '\n',
      ...(isWithLead && nth === 0 && { lead: repeated }),
    }));
  });
}

/** Cut at the last space that fits; within a word only where there is none. */
function piecesOf(text: string, fits: Fits): string[] {
  const pieces: string[] = [];
  let from = 0;
  let guess = 64;
  while (from < text.length) {
    const length = longestFitting(text, from, guess, fits);
    guess = length * 2;
    const to = from + length;
    const cut = to >= text.length ? to : lastSpace(text, from, to);
    const piece = text.slice(from, cut).trim();
    if (piece !== '') pieces.push(piece);
    from = cut;
  }
  return pieces;
}

function lastSpace(text: string, from: number, to: number): number {
  for (let at = to; at > from; at--) if (/\s/.test(text[at] ?? '')) return at;
  return to;
}

/** How many characters from here on fit: grows from a guess, so that nothing much longer is ever measured. */
function longestFitting(text: string, from: number, guess: number, fits: Fits): number {
  const fitsUpTo = (length: number) => fits(text.slice(from, from + length).trim());
  const rest = text.length - from;
  let high = Math.min(guess, rest);
  while (high < rest && fitsUpTo(high)) high = Math.min(high * 2, rest);
  if (fitsUpTo(high)) return high;
  let low = 0;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fitsUpTo(middle)) low = middle;
    else high = middle;
  }
  const whole = isWithinPair(text, from + low) ? low - 1 : low;
  if (whole > 0) return whole;
  throw new SouvenirError('invalidInput', 'document.maxTokens: not even one character fits', {
    advice: 'raise it, or use the tokenizer of the model that reads the prompt',
  });
}

const isWithinPair = (text: string, at: number): boolean => /[\udc00-\udfff]/.test(text[at] ?? '');

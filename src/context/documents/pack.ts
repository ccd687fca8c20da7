import { SouvenirError } from '../../errors.ts';
import { sentencesIn } from '../../languages/sentences.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import { linesOf } from './lines.ts';
import type { Block } from './outline.ts';

interface TextUnit {
  readonly text: string;
  /** Separator after the previous unit. */
  readonly glue: string;
  readonly lead?: string;
}

type Fits = (text: string) => boolean;

export async function unitsOf({ kind, text, lead }: Block, fits: Fits): Promise<TextUnit[]> {
  if (fits(text)) return [{ text, glue: '\n\n' }];
  const isProse = kind === 'prose';
  const parts = isProse ? sentencesIn(text) : (await linesOf(text)).filter((line) => line.trim() !== '');
  const repeated = lead !== undefined && !isProse ? lead : undefined;
  const units: TextUnit[] = [];
  let at = -1;
  for (const part of parts) {
    at += 1;
    await yieldToEventLoop();
    const isWithLead = repeated !== undefined && at >= repeated.split('\n').length && fits(`${repeated}\n${part}`);
    const pieces = fits(part) ? [part] : await piecesOf(part, fits);
    for (const [nth, piece] of pieces.entries())
      units.push({
        text: piece,
        glue: at === 0 && nth === 0 ? '\n\n' : nth > 0 || isProse ? ' ' : '\n',
        ...(isWithLead && nth === 0 && { lead: repeated }),
      });
  }
  return units;
}

async function piecesOf(text: string, fits: Fits): Promise<string[]> {
  const pieces: string[] = [];
  let from = 0;
  let guess = 64;
  while (from < text.length) {
    await yieldToEventLoop();
    const length = fittingLength(text, from, guess, fits);
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

/** The number of characters from `from` that fit. It grows from a guess, so that no much longer text is counted. */
function fittingLength(text: string, from: number, guess: number, fits: Fits): number {
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

/** Length of the prefix by which stored texts are indexed. */
const KEY_CHARS = 16;

export interface Sizes {
  readonly fits: Fits;
  readonly count: (text: string) => number;
  readonly maxTokens: number;
}

/**
 * The texts of one section's chunks. A stored chunk stays while its text is unchanged, so that an edit changes few
 * chunks; small units between those are joined as long as they fit.
 */
export async function pack(units: readonly TextUnit[], existing: readonly string[], sizes: Sizes): Promise<string[]> {
  const texts: string[] = [];
  const existingTexts = new ExistingTexts(existing.filter(sizes.fits));
  let fresh: TextUnit[] = [];
  for (let at = 0; at < units.length; ) {
    await yieldToEventLoop();
    const match = existingTexts.matchAt(units, at);
    if (match === undefined) {
      fresh.push(units[at] as TextUnit);
      at++;
      continue;
    }
    texts.push(...(await joinSmall(fresh, sizes)), match.text);
    fresh = [];
    at = match.next;
  }
  return [...texts, ...(await joinSmall(fresh, sizes))];
}

/**
 * Joins units up to the size: the sum of their counts is a cheap first test, and only texts that pass it are counted as
 * a whole.
 */
async function joinSmall(units: readonly TextUnit[], { fits, count, maxTokens }: Sizes): Promise<string[]> {
  const counts: number[] = [];
  for (const unit of units) {
    await yieldToEventLoop();
    counts.push(count(openingOf(unit)));
  }
  const texts: string[] = [];
  for (let at = 0; at < units.length; ) {
    await yieldToEventLoop();
    let next = at + 1;
    for (let sum = counts[at] ?? 0; next < units.length; next++) {
      sum += counts[next] ?? 0;
      if (sum > maxTokens) break;
    }
    while (next > at + 1 && !fits(joinUnits(units, at, next))) next = at + Math.floor((next - at) / 2);
    texts.push(joinUnits(units, at, next));
    at = next;
  }
  return texts;
}

const openingOf = ({ lead, text }: TextUnit): string => (lead === undefined ? text : `${lead}\n${text}`);

const joinUnits = (units: readonly TextUnit[], from: number, to: number): string =>
  units
    .slice(from, to)
    .reduce((text, unit, at) => (at === 0 ? openingOf(unit) : `${text}${unit.glue}${unit.text}`), '');

class ExistingTexts {
  readonly #texts: readonly string[];
  readonly #byKey: ReadonlyMap<string, readonly number[]>;
  #next = 0;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    const first = new Map(texts.map((text, at) => [text, at]).toReversed() as [string, number][]);
    this.#byKey = Map.groupBy(first.values(), (at) => (texts[at] ?? '').slice(0, KEY_CHARS));
  }

  matchAt(units: readonly TextUnit[], at: number): { text: string; next: number } | undefined {
    const expected = this.#endOf(this.#next, units, at);
    if (expected !== undefined) return this.#take(this.#next, expected);
    let best: { index: number; next: number } | undefined;
    for (const index of this.#candidates(units, at)) {
      const next = this.#endOf(index, units, at);
      if (next !== undefined && next > (best?.next ?? at)) best = { index, next };
    }
    return best === undefined ? undefined : this.#take(best.index, best.next);
  }

  #take(index: number, next: number): { text: string; next: number } {
    this.#next = index + 1;
    return { text: this.#texts[index] as string, next };
  }

  *#candidates(units: readonly TextUnit[], at: number): Iterable<number> {
    let opening = openingOf(units[at] as TextUnit);
    for (let next = at + 1; opening.length < KEY_CHARS; next++) {
      yield* this.#byKey.get(opening) ?? [];
      const unit = units[next];
      if (unit === undefined) return;
      opening = `${opening}${unit.glue}${unit.text}`;
    }
    yield* this.#byKey.get(opening.slice(0, KEY_CHARS)) ?? [];
  }

  #endOf(index: number, units: readonly TextUnit[], at: number): number | undefined {
    const text = this.#texts[index];
    if (text === undefined) return undefined;
    let length = 0;
    for (let next = at; next < units.length; next++) {
      const unit = units[next] as TextUnit;
      const part = next === at ? openingOf(unit) : `${unit.glue}${unit.text}`;
      if (!text.startsWith(part, length)) return undefined;
      length += part.length;
      if (length === text.length) return next + 1;
    }
    return undefined;
  }
}

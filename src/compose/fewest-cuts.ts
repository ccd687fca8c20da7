/**
 * The fewest cuts after which something fits, looked for around a guess and then by halving. That it fits after `most` cuts is taken as
 * known; any other answer was tried, so that it holds for tokenizers by which less text may cost more.
 */
export function fewestCuts(most: number, fits: (cuts: number) => boolean, guess = 0): number {
  if (most === 0 || fits(0)) return 0;
  let [over, within] = [0, most];
  let [next, stride] = [Math.min(guess, most - 1), 1];
  while (within - over > 1) {
    const isInside = next > over && next < within;
    const cuts = isInside ? next : Math.floor((over + within) / 2);
    if (fits(cuts)) {
      within = cuts;
      next = cuts - stride;
    } else {
      over = cuts;
      next = cuts + stride;
    }
    stride *= 2;
  }
  return within;
}

/** How many of the first of these lengths it takes to make up so many characters. */
export function cutsFor(characters: number, lengths: readonly number[]): number {
  let left = characters;
  const enough = lengths.findIndex((length) => {
    left -= length;
    return left <= 0;
  });
  return enough < 0 ? lengths.length : enough + 1;
}

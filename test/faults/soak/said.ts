import type { Random } from '../../../bench/random.ts';

export const PEOPLE = ['Ana', 'Ben', 'Chidi', 'Dora', 'Emre', 'Farah', 'Goran', 'Hana'];
const PLACES = ['Porto', 'Lagos', 'Oslo', 'Lima', 'Kyoto', 'Tunis', 'Graz'];

export const statement = (random: Random): string =>
  random.pick([
    `My friend ${random.pick(PEOPLE)} moved to ${random.pick(PLACES)} in ${random.between(1990, 2025)}.`,
    `I prefer tea number ${random.between(1, 500)} over coffee.`,
    `We decided to use plan ${random.between(1, 900)} for the archive.`,
    `Call ${random.between(1, 9999)} came in from ${random.pick(PLACES)}, and I wrote it down.`,
  ]);

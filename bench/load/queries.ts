import { seededRandom } from '../random.ts';
import { makeText } from '../speed/texts.ts';

/** Different enough that no cache answers. */
export const queries = (): string[] => {
  const random = seededRandom(7).next;
  return Array.from({ length: 2000 }, () => makeText(12, random));
};

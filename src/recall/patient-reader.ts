import type { Reader } from '../contracts/reader.ts';
import { SouvenirError } from '../errors.ts';

/** So many recalls are read at once: a later one would wait for all of them. */
const MOST_AT_ONCE = 4;

/**
 * A reader that refuses recalls beyond those it can read soon, and all while others wait to be searched for, who would wait for what it
 * takes: they are answered unread, and say so. Consolidation waits its turn.
 */
export function patientReader(reader: Reader, countWaiting: () => number): Reader {
  let underWay = 0;
  const soon = async <Read>(read: () => Promise<Read>): Promise<Read> => {
    const waiting = countWaiting();
    if (waiting > 0)
      throw new SouvenirError(
        'readerFailed',
        `busy: ${waiting} other ${waiting === 1 ? 'recall waits' : 'recalls wait'}`,
      );
    if (underWay >= MOST_AT_ONCE)
      throw new SouvenirError('readerFailed', `busy: ${underWay} other recalls are being read`);
    underWay++;
    try {
      return await read();
    } finally {
      underWay--;
    }
  };
  const relations = reader.relations?.bind(reader);
  return {
    answers: (question, passages) => soon(() => reader.answers(question, passages)),
    ...(relations && { relations: (pairs, options) => soon(() => relations(pairs, options)) }),
  };
}

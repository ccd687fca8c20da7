import type { Reader } from '../contracts/reader.ts';
import { SouvenirError } from '../errors.ts';

/** So many recalls are read at once: a later one would wait for all of them. */
const MAX_CONCURRENT = 4;

/** Tells beforehand that it would refuse a recall, so that what it would be given need not be fetched. */
export interface BoundedReader extends Reader {
  refusal?(): SouvenirError | undefined;
}

/**
 * A reader that refuses recalls beyond those it can read soon, and all while others wait to be searched for, who would wait for what it
 * takes: they are answered unread, and say so. Consolidation waits its turn.
 */
export function boundedReader(reader: Reader, countWaiting: () => number): BoundedReader {
  let inProgress = 0;
  const busyError = (reason: string) => new SouvenirError('readerFailed', `busy: ${reason}`);
  const refusal = (): SouvenirError | undefined => {
    const waiting = countWaiting();
    if (waiting > 0) return busyError(`${waiting} other ${waiting === 1 ? 'recall waits' : 'recalls wait'}`);
    return inProgress >= MAX_CONCURRENT ? busyError(`${inProgress} other recalls are being read`) : undefined;
  };
  const readUnlessBusy = async <Read>(read: () => Promise<Read>): Promise<Read> => {
    const refused = refusal();
    if (refused !== undefined) throw refused;
    inProgress++;
    try {
      return await read();
    } finally {
      inProgress--;
    }
  };
  const relations = reader.relations?.bind(reader);
  return {
    refusal,
    ...(reader.maxPassages !== undefined && { maxPassages: reader.maxPassages }),
    answers: (question, passages, options) => readUnlessBusy(() => reader.answers(question, passages, options)),
    ...(relations && { relations: (pairs, options) => readUnlessBusy(() => relations(pairs, options)) }),
  };
}

import type { Reader } from '../contracts/reader.ts';
import { SouvenirError } from '../errors.ts';

/** More recalls at once would make the last wait for all the others. */
const MAX_CONCURRENT = 4;

/** `refusal` reports beforehand that a recall would be refused, so that its passages need not be fetched. */
export interface BoundedReader extends Reader {
  refusal?(): SouvenirError | undefined;
}

/** A reader that refuses a recall while others wait or too many are being read. The recall is then returned unread, as degraded. */
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

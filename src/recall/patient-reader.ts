import type { Reader } from '../contracts/reader.ts';
import { SouvenirError } from '../errors.ts';

/** So many recalls are read at once: a later one would wait for all of them. */
const MOST_AT_ONCE = 4;

/** Tells beforehand that it would refuse a recall, so that what it would be given need not be fetched. */
export interface PatientReader extends Reader {
  refusal?(): SouvenirError | undefined;
}

/**
 * A reader that refuses recalls beyond those it can read soon, and all while others wait to be searched for, who would wait for what it
 * takes: they are answered unread, and say so. Consolidation waits its turn.
 */
export function patientReader(reader: Reader, countWaiting: () => number): PatientReader {
  let underWay = 0;
  const busy = (reason: string) => new SouvenirError('readerFailed', `busy: ${reason}`);
  const refusal = (): SouvenirError | undefined => {
    const waiting = countWaiting();
    if (waiting > 0) return busy(`${waiting} other ${waiting === 1 ? 'recall waits' : 'recalls wait'}`);
    return underWay >= MOST_AT_ONCE ? busy(`${underWay} other recalls are being read`) : undefined;
  };
  const soon = async <Read>(read: () => Promise<Read>): Promise<Read> => {
    const refused = refusal();
    if (refused !== undefined) throw refused;
    underWay++;
    try {
      return await read();
    } finally {
      underWay--;
    }
  };
  const relations = reader.relations?.bind(reader);
  return {
    refusal,
    ...(reader.maxPassages !== undefined && { maxPassages: reader.maxPassages }),
    answers: (question, passages, options) => soon(() => reader.answers(question, passages, options)),
    ...(relations && { relations: (pairs, options) => soon(() => relations(pairs, options)) }),
  };
}

import { souvenirReader } from '../../src/reader/souvenir-reader.ts';

/** Loaded once, and closed by none of the memories that share it. */
const { answers, worth, kinds } = souvenirReader();
export const sharedReader = { answers, worth, kinds };

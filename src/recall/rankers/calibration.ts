import type { Calibration } from '../../contracts/reranker.ts';

/** Calibrations agree on which answers are below it, whatever their confidence elsewhere. */
export const DEFAULT_THRESHOLD = 0.2;

/**
 * The weights of meaning and reading were fitted on stories by writers that no model had seen, answered and unanswered questions weighted
 * equally. At a threshold of 0.2, on the locked stories, recall withholds 1 of 100 answers and returns nothing for 50 of 100 questions without
 * an answer. `stranger` and `whose` hardly occur in stories; training/recall/fit.py fitted them on the open datasets. Shared words add
 * nothing: a question about something never recorded names people and things that were. `unread` was set by hand, so that hardly any answer is
 * withheld in a language that the embedder does not read; `unreadSlope` was fitted on the stories of six writers in such languages (0.38 to 0.53
 * by writer): without it, 65 of 100 answers with a confidence above 0.9 held what was asked.
 */
export const fittedCalibration: Calibration = {
  answer: { bias: -0.1, weights: { meaning: 4, read: 0.6, stranger: -4.8, whose: 8, unread: 1 }, unreadSlope: 0.45 },
  item: { bias: -3.3, score: 1.7, lag: 1.3 },
  readItem: { bias: -1.2, score: 0.9, lag: 2.5, odds: 0.33, outdated: 0.33 },
};

/** The same without a reader, as for documents: meaning alone says less. */
export const unreadCalibration: Calibration = {
  ...fittedCalibration,
  answer: { bias: -2.3, weights: { meaning: 6.5, stranger: -4.8, whose: 8, unread: 1 } },
};

/** The same without an embedder, fitted on the datasets alone; the weights of items are older. */
export const wordsOnlyCalibration: Calibration = {
  answer: { bias: -0.651, weights: { said: 4.001, stranger: -4.33, whose: 8.253 } },
  item: { bias: -2.822, score: 3.117, lag: 4.058 },
};

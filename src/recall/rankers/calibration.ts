import type { Calibration } from '../../contracts/reranker.ts';

/**
 * Meaning and reading were fitted on stories whose writers no model had seen, answered and unanswered questions the same weight: at a threshold
 * of 0.2, on the locked ones 1 of 100 answers is withheld and 50 of 100 questions that nothing answers get none. Strangers and whose words they are, fitted by
 * training/recall/fit.py on the open datasets, hardly occur in stories. What the words say adds nothing: who asks for what was never told names
 * the people and things that were. `unread` was set by hand, so that of languages the embedder does not read hardly any answer is withheld.
 */
export const fittedCalibration: Calibration = {
  answer: { bias: -0.1, weights: { meaning: 4, read: 0.6, stranger: -4.8, whose: 8, unread: 1 } },
  item: { bias: -3.3, score: 1.7, lag: 1.3 },
  readItem: { bias: -1.2, score: 0.9, lag: 2.5, odds: 0.33, outdated: 0.33 },
};

/** The same where no reader is asked, as of documents: meaning alone tells less. */
export const unreadCalibration: Calibration = {
  ...fittedCalibration,
  answer: { bias: -2.3, weights: { meaning: 6.5, stranger: -4.8, whose: 8, unread: 1 } },
};

/** The same on the datasets alone without an embedder, where words have to do; that of the items is older. */
export const wordsOnlyCalibration: Calibration = {
  answer: { bias: -0.651, weights: { said: 4.001, stranger: -4.33, whose: 8.253 } },
  item: { bias: -2.822, score: 3.117, lag: 4.058 },
};

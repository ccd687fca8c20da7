/* Written by `node bench/quality/fit-assertions/main.ts --data DIR`, which also prints how they were judged. Not to be changed by hand. */

export const worthBias = -2.8;

export const worthWeights = {
  size: 1.07,
  tiny: -0.99,
  clauses: 0.06,
  contentShare: 0.28,
  speakerSubject: 0.64,
  speakerOwns: 0.88,
  listenerSubject: 0.49,
  mentionsSpeaker: 0.97,
  mentionsListener: -0.95,
  negative: -1.35,
  people: 0.57,
  named: 0.34,
  rareShare: 0.6,
  praise: -1.26,
  social: -0.87,
  vague: -0.99,
  shareOfTurn: 0.65,
  turnLength: -0.76,
  longTurn: -0.69,
  asks: 0.37,
  lowercase: -1.15,
  given: -0.36,
  answersQuestion: 0.39,
  toAssistant: -1.8,
};

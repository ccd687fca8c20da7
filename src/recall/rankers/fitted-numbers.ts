/* Written by `npm run fit:ranker -- --data DIR`, which also prints how they were judged. Not to be changed by hand. */

export const handSetCalibration = {
  answer: {
    bias: -2.56,
    weights: {
      strength: 0.477,
      meaning: 3.48,
      stranger: -4.883,
      said: 1.329,
      whose: 3.178,
      voice: 1.793,
      lead: -0.746,
    },
  },
  item: { bias: -5.543, score: 2.26, lag: 1.898, answer: 0.683 },
};

export const fittedWeights = {
  text: 0.669,
  vector: 1.5,
  entity: 0.747,
  time: 0.31,
  window: 0.7,
  session: 0.29,
  near: 0.158,
  far: 0.2,
  speaker: 0.196,
  salience: 0.024,
  lately: 0.188,
};

export const fittedCalibration = {
  answer: {
    bias: -2.538,
    weights: {
      strength: 0.531,
      meaning: 3.336,
      stranger: -4.894,
      said: 1.362,
      whose: 3.072,
      voice: 1.9,
      lead: -0.828,
    },
  },
  item: { bias: -5.722, score: 2.421, lag: 1.917, answer: 0.653 },
};

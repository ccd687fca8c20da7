/* Written by `npm run fit:ranker -- --data DIR`, which also prints how they were judged. Not to be changed by hand. */

export const handSetCalibration = {
  answer: {
    bias: -2.56,
    weights: {
      strength: 0.49,
      meaning: 3.455,
      stranger: -4.882,
      said: 1.306,
      whose: 3.183,
      voice: 1.797,
      lead: -0.749,
    },
  },
  item: { bias: -4.577, score: 2.334, lag: 2.087 },
};

export const wordsOnlyCalibration = {
  answer: {
    bias: -0.832,
    weights: {
      strength: 2.115,
      meaning: 0,
      stranger: -4.346,
      said: -0.514,
      whose: 3.17,
      voice: 2.01,
      lead: -0.875,
    },
  },
  item: { bias: -2.822, score: 3.117, lag: 4.058 },
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
  salience: 0.023,
  lately: 0.184,
};

export const fittedCalibration = {
  answer: {
    bias: -2.537,
    weights: {
      strength: 0.543,
      meaning: 3.311,
      stranger: -4.892,
      said: 1.344,
      whose: 3.076,
      voice: 1.9,
      lead: -0.829,
    },
  },
  item: { bias: -4.655, score: 2.425, lag: 2.205 },
};

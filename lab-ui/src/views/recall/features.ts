export type Family = 'text' | 'vector' | 'entity' | 'time' | 'other';

export const FAMILIES: Readonly<Record<Family, string>> = {
  text: 'Words',
  vector: 'Meaning',
  entity: 'Names',
  time: 'Time',
  other: 'Other',
};

export interface FeatureName {
  readonly family: Family;
  readonly title: string;
  readonly about: string;
}

const FEATURES: Readonly<Record<string, FeatureName>> = {
  vector: { family: 'vector', title: 'Meaning', about: 'How near its meaning is to that of the query' },
  covered: {
    family: 'text',
    title: 'Words of a long query',
    about: 'How much of a query of several words it contains',
  },
  session: {
    family: 'text',
    title: 'Words of its conversation',
    about: 'How much of the query its conversation contains',
  },
  window: {
    family: 'text',
    title: 'Words around it',
    about: 'How much of the query it and the turns beside it contain',
  },
  newer: {
    family: 'time',
    title: 'Newer',
    about: 'Near in meaning and late, where the query asks for what changes',
  },
  time: { family: 'time', title: 'Time asked for', about: 'Whether it falls in the time that the query names' },
  speaker: { family: 'entity', title: 'Who said it', about: 'Whether the query names who said it' },
  lately: { family: 'time', title: 'Lately', about: 'How lately it happened, where the query goes on with a talk' },
  before: { family: 'vector', title: 'Turn before', about: 'How near in meaning the turn before it is' },
  after: { family: 'vector', title: 'Turn after', about: 'How near in meaning the turn after it is' },
  voice: { family: 'other', title: 'Own words', about: 'Takes away from what the assistant or a tool said' },
  length: { family: 'other', title: 'Length', about: 'How much it says' },
  text: { family: 'text', title: 'Words', about: 'How much of the query it contains' },
  entity: { family: 'entity', title: 'Names', about: 'Whether it mentions who or what the query names' },
  salience: { family: 'other', title: 'Salience', about: 'How important, recent and often used it is' },
};

export const FEATURE_NAMES: readonly string[] = Object.keys(FEATURES);
export const MAIN_FEATURES: readonly string[] = ['vector', 'covered', 'session', 'window', 'newer', 'time', 'speaker'];

/** A custom ranker may have other features. */
export const featureOf = (name: string): FeatureName =>
  FEATURES[name] ?? { family: 'other', title: name, about: 'Of the ranker in use' };
